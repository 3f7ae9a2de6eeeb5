import { type Command, commandsIn } from '../../src/discord/declare/command.ts';
import { UserError } from '../../src/view/errorView.ts';
import type { Messages } from '../../src/view/language.ts';
import { plain } from '../../src/view/text.ts';
import { de } from './de.ts';
import { commandHelpView, helpView, nameCommands } from './helpView.ts';
import { ids } from './ids.ts';
import { en, type HelpMessages } from './messages.ts';

const { command, on, reply } = commandsIn({ en, de });

/** Help on the commands of a list; a function, because the list contains the help. */
export function createHelp(list: () => readonly Command[]): Command {
  const showOne = (messages: Messages<HelpMessages>, typed: string) => {
    const [wanted] = toSearch(typed).split(/\s+/);
    const found = nameCommands(messages, list()).find(({ key, name }) => key === wanted || name === wanted);
    if (!found) throw new UserError(messages.unknown(plain(typed, 60)));
    return commandHelpView(messages, found);
  };
  return command({
    name: 'help',
    description: ({ description }) => description,
    options: {
      command: {
        kind: 'text',
        description: (messages) => messages.command,
        maxLength: 100,
        autocomplete: async ({ typed, messages }) =>
          nameCommands(messages, list())
            .filter(({ name, description }) => `${name} ${description}`.toLowerCase().includes(toSearch(typed)))
            .map(({ key, name, description }) => ({ name: `/${name} · ${description}`, value: key })),
      },
    },
    needsNoStore: true,
    run: async ({ options, messages }) =>
      options.command === undefined ? helpView(messages, list()) : showOne(messages, options.command),
    actions: on(ids, { show: reply({ run: async ({ values: [name = ''], messages }) => showOne(messages, name) }) }),
  });
}

/** What is typed, without the slash that people may type too. */
function toSearch(typed: string): string {
  return typed.trim().toLowerCase().replace(/^\//, '');
}

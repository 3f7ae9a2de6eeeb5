import { type Command, commandsIn } from '../../src/discord/declare/command.ts';
import { UserError } from '../../src/view/errorView.ts';
import { plain } from '../../src/view/text.ts';
import { type HelpTexts, TEXTS } from './en.ts';
import { commandHelpView, helpView, nameCommands } from './helpView.ts';
import { ids } from './ids.ts';

const { command, on, reply } = commandsIn(TEXTS);

/** Help on the commands of a list; a function, because the list contains the help. */
export function createHelp(list: () => readonly Command[]) {
  const showOne = (texts: HelpTexts, typed: string) => {
    const [wanted] = toSearch(typed).split(/\s+/);
    const found = nameCommands(texts, list()).find(({ key, name }) => key === wanted || name === wanted);
    if (!found) throw new UserError(texts.unknown(plain(typed, 60)));
    return commandHelpView(texts, found);
  };
  return command({
    name: 'help',
    description: ({ description }) => description,
    options: {
      command: {
        kind: 'text',
        description: (texts) => texts.command,
        maxLength: 100,
        autocomplete: async ({ typed, texts }) =>
          nameCommands(texts, list())
            .filter(({ name, description }) => `${name} ${description}`.toLowerCase().includes(toSearch(typed)))
            .map(({ key, name, description }) => ({ name: `/${name} · ${description}`, value: key })),
      },
    },
    needsNoStore: true,
    run: async ({ options, texts }) =>
      options.command === undefined ? helpView(texts, list()) : showOne(texts, options.command),
    actions: on(ids, { show: reply({ run: async ({ values: [name = ''], texts }) => showOne(texts, name) }) }),
  });
}

/** What is typed, without the slash that people may type too. */
function toSearch(typed: string): string {
  return typed.trim().toLowerCase().replace(/^\//, '');
}

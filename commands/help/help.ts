import { type Command, commandsIn, type Executable, type SubcommandGroup } from '../../src/discord/command.ts';
import { sortOptions } from '../../src/discord/options.ts';
import { UserError } from '../../src/view/errorView.ts';
import { inLanguage, type Language, type Messages, nameIn } from '../../src/view/language.ts';
import { plain } from '../../src/view/text.ts';
import { de } from './de.ts';
import { commandHelpView, type HelpCommand, type HelpEntry, helpView } from './helpView.ts';
import { en, type HelpMessages } from './messages.ts';

const { command, reply } = commandsIn({ en, de });

/** Help on the commands of a list; a function, because the list contains the help. */
export function createHelp(list: () => readonly Command[]): Command {
  const showOne = (messages: Messages<HelpMessages>, typed: string) => {
    const [wanted] = toSearch(typed).split(/\s+/);
    const found = toHelpCommands(messages, list()).find(({ key, name }) => key === wanted || name === wanted);
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
          toHelpCommands(messages, list())
            .filter(({ name, description }) => `${name} ${description}`.toLowerCase().includes(toSearch(typed)))
            .map(({ key, name, description }) => ({ name: `/${name} · ${description}`, value: key })),
      },
    },
    run: async ({ options, messages, idFor }) => {
      if (options.command !== undefined) return showOne(messages, options.command);
      const menus = list().flatMap((one) =>
        'userMenu' in one ? [one.userMenu.label(inLanguage(one.messages, messages.language))] : [],
      );
      return helpView(messages, toHelpCommands(messages, list()), menus, idFor('show'));
    },
    actions: {
      show: reply({ run: async ({ values: [name = ''], messages }) => showOne(messages, name) }),
    },
  });
}

/** What is typed, without the slash that people may type too. */
function toSearch(typed: string): string {
  return typed.trim().toLowerCase().replace(/^\//, '');
}

/** The slash commands of the list as people of this language see them. */
function toHelpCommands({ language }: { language: Language }, commands: readonly Command[]): HelpCommand[] {
  return commands.flatMap((one) => {
    if ('userMenu' in one) return [];
    const { name, description, forManagers = false } = one;
    const messages = inLanguage(one.messages, language);
    const entries = toExecutables(name, 'execute' in one ? one.execute : one).map(([path, execute]) =>
      toEntry(messages, path, execute, forManagers),
    );
    return [{ key: name, name: nameIn(messages, name), description: description(messages), entries }];
  });
}

/** What can be run below a path of names, by its own path. */
function toExecutables(
  path: string,
  entry: Executable | { subcommands: Readonly<Record<string, Executable | SubcommandGroup>> },
): [path: string, execute: Executable][] {
  if (!('subcommands' in entry)) return [[path, entry]];
  return Object.entries(entry.subcommands).flatMap(([name, inner]) => toExecutables(`${path} ${name}`, inner));
}

function toEntry(messages: Messages<object>, path: string, execute: Executable, isForManagers: boolean): HelpEntry {
  const { options = {}, description, needs } = execute;
  const names = path.split(' ').map((name) => nameIn(messages, name));
  return {
    path: names.join(' '),
    description: description(messages),
    options: sortOptions(options).map(([name, option]) => ({
      name: nameIn(messages, name),
      description: option.description(messages),
      isRequired: option.required ?? false,
    })),
    needs,
    isForManagers,
  };
}

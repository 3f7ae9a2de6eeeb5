import type { Command, Executable, SubcommandGroup } from '../../src/discord/command.ts';
import { Mistake } from '../../src/view/errorView.ts';
import { inLanguage, type Language, type Messages, nameIn } from '../../src/view/language.ts';
import { plain } from '../../src/view/text.ts';
import type { Words } from '../../src/view/words/wordsFor.ts';
import { command, reply } from '../declare.ts';
import { commandHelpView, type HelpCommand, type HelpEntry, helpView } from './helpView.ts';

/** Help on the commands of a list, which is asked for late: help stands in the list itself. */
export function createHelp(list: () => readonly Command[]): Command {
  const find = (words: Words, typed: string) => {
    const [wanted] = typed.trim().toLowerCase().replace(/^\//, '').split(/\s+/);
    const found = toHelpCommands(words.language, list()).find(({ key, name }) => key === wanted || name === wanted);
    if (!found) throw new Mistake(({ account }) => account.help.unknown(plain(typed, 60)));
    return commandHelpView(words, found);
  };
  return command({
    name: 'help',
    description: ({ account }) => account.help.description,
    options: {
      command: {
        kind: 'text',
        description: ({ account }) => account.help.command,
        maxLength: 100,
        autocomplete: async ({ typed, words }) => {
          const wanted = typed.trim().toLowerCase().replace(/^\//, '');
          return toHelpCommands(words.language, list())
            .filter(({ name, description }) => `${name} ${description}`.toLowerCase().includes(wanted))
            .map(({ key, name, description }) => ({ name: `/${name} · ${description}`, value: key }));
        },
      },
    },
    run: async ({ options, words, idFor }) => {
      if (options.command !== undefined) return find(words, options.command);
      const menus = list().flatMap((one) =>
        'userMenu' in one ? [one.userMenu.label(inLanguage(one.messages, words.language))] : [],
      );
      return helpView(words, toHelpCommands(words.language, list()), menus, idFor('show'));
    },
    actions: {
      show: reply({ run: async ({ values: [name = ''], words }) => find(words, name) }),
    },
  });
}

/** The slash commands of the list, in words. */
function toHelpCommands(language: Language, commands: readonly Command[]): HelpCommand[] {
  return commands.flatMap((one) => {
    if ('userMenu' in one) return [];
    const { name, description, forManagers = false } = one;
    const messages = inLanguage(one.messages, language);
    const executables: [path: string, Executable][] =
      'execute' in one
        ? [[name, one.execute]]
        : Object.entries(one.subcommands).flatMap((entry) => toPaths(name, entry));
    const entries = executables.map(([path, execute]) => toEntry(messages, path, execute, forManagers));
    return [{ key: name, name: nameIn(messages, name), description: description(messages), entries }];
  });
}

function toPaths(prefix: string, [name, entry]: [string, Executable | SubcommandGroup]): [string, Executable][] {
  const path = `${prefix} ${name}`;
  return 'subcommands' in entry
    ? Object.entries(entry.subcommands).map(([inner, execute]) => [`${path} ${inner}`, execute])
    : [[path, entry]];
}

function toEntry(messages: Messages<object>, path: string, execute: Executable, isForManagers: boolean): HelpEntry {
  // The required ones first, as Discord shows them.
  const options = Object.entries(execute.options ?? {})
    .map(([name, { description, required = false }]) => ({
      name: nameIn(messages, name),
      description: description(messages),
      isRequired: required,
    }))
    .toSorted((a, b) => Number(b.isRequired) - Number(a.isRequired));
  const localPath = path
    .split(' ')
    .map((part) => nameIn(messages, part))
    .join(' ');
  return { path: localPath, description: execute.description(messages), options, needs: execute.needs, isForManagers };
}

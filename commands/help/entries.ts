import { type Command, type Runnable, runnablesOf } from '../../src/discord/declare/command.ts';
import { sortByMatch } from '../../src/galaxy/nameMatch.ts';
import { nameIn } from '../../src/view/language.ts';
import { LANGUAGES, type Language } from '../../src/view/languages.ts';
import { type HelpTexts, TEXTS } from './en.ts';

/** A topic or (sub)command. `key` finds it in any language, `names` are those of all languages. */
export type Entry = Record<'key' | 'title' | 'about', string> & { names: string[]; runnables: readonly Runnable[] };

/** Topics first, then commands, then their subcommands. */
export function listEntries({ language, topics }: HelpTexts, commands: readonly Command[]): Entry[] {
  const ofTopics = (Object.keys(topics) as (keyof typeof topics)[]).map((key): Entry => {
    const [title, names] = [toTitle(topics[key]), LANGUAGES.map((each) => toTitle(TEXTS[each].topics[key]))];
    return { key, title, about: topics[key], names: [key, ...names], runnables: [] };
  });
  const ofCommands = commands.flatMap((command) => {
    if ('menu' in command) return [];
    const all = runnablesOf(command);
    const paths = new Map([[command.name], ...all.map(({ path }) => path)].map((path) => [path.join(' '), path]));
    return [...paths].map(([key, path]): Entry => {
      const toName = (each: Language) => path.map((name) => nameIn(command.texts[each], name)).join(' ');
      const runnables = all.filter((one) => path.every((name, index) => one.path[index] === name));
      const { description } = (path.length > 1 && runnables[0]?.execute) || command;
      const about = description(command.texts[language]);
      return { key: `/${key}`, title: `/${toName(language)}`, about, names: LANGUAGES.map(toName), runnables };
    });
  });
  const rank = ({ key }: Entry): number => Number(key.includes(' '));
  return [...ofTopics, ...ofCommands.toSorted((one, other) => rank(one) - rank(other))];
}

const toTitle = (topic: string): string => topic.slice(0, topic.indexOf('\n'));

/** Similar names, best first, then entries that mention it. A slash finds only commands. */
export function findEntries(entries: readonly Entry[], typed: string): Entry[] {
  const name = typed.trim().replace(/^\//, '');
  const wanted = entries.filter(({ runnables }) => runnables.length > 0 || !typed.trim().startsWith('/'));
  const named = wanted.flatMap((entry) => entry.names.map((each) => ({ entry, name: each })));
  const alike = sortByMatch(name, named, (one) => one.name).map(({ entry }) => entry);
  const mentioning = wanted.filter(({ about }) => about.toLowerCase().includes(name.toLowerCase()));
  return [...new Set([...alike, ...mentioning])];
}

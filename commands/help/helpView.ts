import { type Command, type Runnable, runnablesOf } from '../../src/discord/declare/command.ts';
import type { HandlerContext } from '../../src/discord/declare/context.ts';
import { sortOptions } from '../../src/discord/declare/options.ts';
import { coversScope, type Scope } from '../../src/game/scopes.ts';
import { nameIn } from '../../src/view/language.ts';
import { divider, message, select, text } from '../../src/view/message.ts';
import { cutPage, pagerRow, toPosition } from '../../src/view/pager.ts';
import { firstLines, PHONE_LINE } from '../../src/view/text.ts';
import type { HelpTexts } from './en.ts';
import { ids } from './ids.ts';

/** A slash command as people of a language see it; `key` is its name in the code. */
export type Named = Record<'key' | 'name' | 'description', string> & {
  command: Exclude<Command, { menu: unknown }>;
};

type Context = HandlerContext<undefined>;
/** Who reads the help, and where. */
export type Reader = Pick<Context, 'link'> & Partial<Pick<Context, 'server' | 'isLinkUnknown'>>;

const MAX_LIST_LENGTH = 3_000;
const MAX_CHOICES = 25;
/** Of a page's list: with its title and buttons, it fits a phone's screen. */
const MAX_LINES = 14;

export function nameCommands({ language }: Pick<HelpTexts, 'language'>, commands: readonly Command[]): Named[] {
  return commands.flatMap((command) => {
    if ('menu' in command) return [];
    const own = command.texts[language];
    const { name: key, description } = command;
    return [{ key, name: nameIn(own, key), description: description(own), command }];
  });
}

/** What the person may use here: of a command with subcommands, those. */
export function usableOf(reader: Reader, { command }: Pick<Named, 'command'>) {
  const all = runnablesOf(command);
  const isHere = !command.forManagers || reader.server?.mayManage;
  return { all, usable: all.filter(({ execute: { needs } }) => isHere && isAllowed(reader, needs)) };
}

const isAllowed = ({ link, isLinkUnknown = false }: Reader, needs: readonly Scope[] | undefined): boolean =>
  !needs || isLinkUnknown || (link !== undefined && needs.every((scope) => coversScope(link.scopes, scope)));

/** A page of the commands, each to click on. */
export function helpView(texts: HelpTexts, reader: Reader, commands: readonly Command[], page = 1) {
  const { link, server } = reader;
  const usable = nameCommands(texts, commands)
    .map((named) => ({ ...named, ...usableOf(reader, named) }))
    .filter((named) => named.usable.length > 0);
  const lines = usable.map(({ description, command, usable }) => {
    const mentions = usable.map(mention).join(' ');
    return 'execute' in command ? `- ${mentions} ${description}` : `- ${mentions}`;
  });
  const listMenus = (of: 'user' | 'message', heading: string): string[] => {
    const menus = commands.flatMap((one) =>
      'menu' in one && one.menu.of === of && isAllowed(reader, one.menu.needs)
        ? [`- ${one.menu.label(one.texts[texts.language])}`]
        : [],
    );
    return menus.length > 0 ? [[`**${heading}**`, ...menus].join('\n')] : [];
  };
  const ofUsers = server ? listMenus('user', texts.menus) : [];
  const blocks = [...lines, ...ofUsers, ...listMenus('message', texts.messageMenus)];
  const choices = usable.map(({ key, name, description }) => ({ label: `/${name}`, value: key, description }));
  return message(
    'neutral',
    text(`## ${texts.title}`, link ? `-# ${texts.allowed}` : texts.start),
    divider(),
    ...pageOf(texts, blocks, page),
    choices.length > 0 && select(ids.show(), choices.slice(0, MAX_CHOICES), { placeholder: texts.choose }),
  );
}

/** A page about a command: what the person may use of it, or what it needs. */
export function commandHelpView(texts: HelpTexts, reader: Reader, named: Named, page = 1) {
  const { key, name, description, command } = named;
  const { all, usable } = usableOf(reader, named);
  const blocks = (usable.length > 0 ? usable : all).map(({ path, execute: { options, description, needs } }) => {
    const own = command.texts[texts.language];
    const lines = sortOptions(options ?? {}).map(([option, { required, description }]) => {
      const shown = nameIn(own, option);
      return `- \`${required ? shown : `[${shown}]`}\`: ${description(own)}`;
    });
    const isMissing = usable.length === 0;
    return [
      `${mention({ path })} ${description(own)}`,
      ...lines,
      ...(isMissing && needs ? [`-# ${toNeeds(texts, needs)}`] : []),
      ...(isMissing && command.forManagers ? [`-# ${texts.forManagers}`] : []),
    ].join('\n');
  });
  return message('neutral', text(`## /${name}`, description), divider(), ...pageOf(texts, blocks, page, key));
}

/** As many blocks as fit a page; one that is longer has a page for itself. */
function pageOf(texts: HelpTexts, blocks: readonly string[], page: number, command?: string) {
  const pages: string[][] = [[]];
  let lines = 0;
  for (const block of blocks) {
    const height = block.split('\n').reduce((sum, line) => sum + Math.ceil(line.length / PHONE_LINE), 0);
    if (lines > 0 && lines + height > MAX_LINES) {
      pages.push([]);
      lines = 0;
    }
    lines += height;
    pages.at(-1)?.push(block);
  }
  const list = cutPage(texts, pages, page, 1);
  const shown = firstLines(list.items.flat().join('\n').split('\n'), MAX_LIST_LENGTH);
  return [text(shown || texts.pager.empty), pagerRow(texts, toPosition(list), ids.page, ids.pageJump, { command })];
}

/** Something to click on; Discord fills in the command. */
const mention = ({ path }: Pick<Runnable, 'path'>): string => `</${path.join(' ')}>`;

const toNeeds = ({ needsLogin, needsPermissions, permissions }: HelpTexts, needs: readonly Scope[]): string =>
  needs.length === 0 ? needsLogin : needsPermissions(needs.map((scope) => permissions[scope]).join('; '));

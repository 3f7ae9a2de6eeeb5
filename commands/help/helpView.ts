import { type Command, type Runnable, runnablesOf } from '../../src/discord/declare/command.ts';
import type { HandlerContext } from '../../src/discord/declare/context.ts';
import { sortOptions } from '../../src/discord/declare/options.ts';
import { stepButton } from '../../src/discord/declare/steps.ts';
import { coversScope, type Scope } from '../../src/game/scopes.ts';
import { nameIn } from '../../src/view/language.ts';
import { buttons, divider, message, select, text } from '../../src/view/message.ts';
import { firstLines, joined } from '../../src/view/text.ts';
import type { HelpTexts } from './en.ts';
import type { Entry } from './entries.ts';
import { ids } from './ids.ts';

type Context = HandlerContext<undefined>;
export type Reader = Pick<Context, 'link'> & Partial<Pick<Context, 'server' | 'isLinkUnknown'>>;

const MAX_LIST_LENGTH = 3_000;

/** The most used commands for each task. */
const TASKS: Readonly<Record<Exclude<keyof HelpTexts['tasks'], 'others'>, readonly string[]>> = {
  pay: ['credits transfer', 'credits pay', 'credits request'],
  credits: ['credits balance', 'credits log', 'credits report'],
  messages: ['msg list', 'msg send'],
  galaxy: ['galaxy find', 'galaxy near', 'galaxy map'],
  people: ['profile', 'skills', 'lookup'],
  privileges: ['privileges list', 'privileges grant', 'privileges copy'],
  faction: ['roster show', 'roster check', 'rank check', 'privileges who'],
  account: ['account', 'permissions list'],
  server: ['server audit channel', 'server audit log'],
};
/** Commands that have a task, or need none. */
const LISTED = ['login', 'logout', 'help', ...Object.values(TASKS).flat()].map((path) => path.split(' ')[0]);
const STEPS = ['credits transfer', 'credits log', 'galaxy near', 'galaxy map'] as const;

const isUsable =
  (reader: Reader) =>
  ({ command, execute: { needs, forManagers } }: Runnable): boolean =>
    (!command.isForServers || reader.server !== undefined) &&
    (!forManagers || reader.server?.mayManage === true) &&
    isAllowed(reader, needs);

/** True for topics, and for commands that the reader may use. */
export const isFor = (reader: Reader, { runnables }: Entry): boolean =>
  runnables.length === 0 || runnables.some(isUsable(reader));

const isAllowed = ({ link, isLinkUnknown = false }: Reader, needs: readonly Scope[] | undefined): boolean =>
  !needs || isLinkUnknown || (link !== undefined && needs.every((scope) => coversScope(link.scopes, scope)));

export function helpView(texts: HelpTexts, reader: Reader, commands: readonly Command[], entries: readonly Entry[]) {
  const { link, server } = reader;
  const all = commands.flatMap(runnablesOf);
  const paths = all.filter(isUsable(reader)).map(({ path }) => path.join(' '));
  const others = paths.filter((path) => !LISTED.includes(path.split(' ')[0]));
  const lines = Object.entries({ ...TASKS, others }).flatMap(([task, wanted]) => {
    const mentions = wanted.filter((path) => paths.includes(path)).map((path) => `</${path}>`);
    const label = texts.tasks[task as keyof HelpTexts['tasks']];
    return mentions.length > 0 ? `**${label}** ${mentions.join(' ')}` : [];
  });
  const menus = commands.flatMap((one) => ('menu' in one && isAllowed(reader, one.menu.needs) ? one : []));
  const listMenus = (of: 'user' | 'message') => {
    const labels = menus.map(({ menu, texts: own }) => menu.of === of && menu.label(own[texts.language]));
    return labels.some(Boolean) && `-# ${texts.menus[of]} ${joined(...labels)}`;
  };
  const isMissing = link && all.some(({ execute }) => !isAllowed(reader, execute.needs));
  const choices = entries
    .filter((one) => !one.key.includes(' ') && isFor(reader, one))
    .map(({ key, title, about, runnables }) => ({ label: title, value: key, description: runnables[0] && about }));
  return message(
    'neutral',
    text(`## ${texts.title}`, !link && !reader.isLinkUnknown && texts.start),
    divider(),
    text(firstLines(lines, MAX_LIST_LENGTH), server && listMenus('user'), listMenus('message')),
    isMissing && text(`-# ${texts.more}`),
    buttons(...STEPS.filter((path) => paths.includes(path)).map((path) => stepButton(texts, path))),
    select(ids.show(), choices, { placeholder: texts.choose }),
  );
}

export function entryView(texts: HelpTexts, reader: Reader, { title, about, runnables }: Entry) {
  const [only, another] = runnables;
  if (!only) return message('neutral', text(`## ${about}`));
  const own = only.command.texts[texts.language];
  const usable = runnables.filter(isUsable(reader));
  const shown = usable.length > 0 ? usable : runnables;
  const lines = shown.map(({ path, execute }) => `</${path.join(' ')}> ${execute.description(own)}`);
  const options = sortOptions((!another && only.execute.options) || {}).map(([option, { required, description }]) => {
    const name = nameIn(own, option);
    return `- \`${required ? name : `[${name}]`}\`: ${description(own)}`;
  });
  const needs = usable.length > 0 ? [] : runnables.flatMap(({ execute }) => (execute.needs ? [execute.needs] : []));
  const choices = shown.map(({ path }) => {
    return { label: `/${path.map((name) => nameIn(own, name)).join(' ')}`, value: `/${path.join(' ')}` };
  });
  return message(
    'neutral',
    text(`## ${title}`, another && about),
    divider(),
    text(firstLines([...lines, ...options], MAX_LIST_LENGTH)),
    needs.length > 0 && text(`-# ${toNeeds(texts, new Set(needs.flat()))}`),
    usable.length === 0 && only.execute.forManagers && text(`-# ${texts.forManagers}`),
    another && select(ids.show(), choices, { placeholder: texts.choose }),
  );
}

const toNeeds = ({ needsLogin, needsPermissions, permissions }: HelpTexts, needs: ReadonlySet<Scope>): string =>
  needs.size === 0 ? needsLogin : needsPermissions([...needs].map((scope) => permissions[scope]).join('; '));

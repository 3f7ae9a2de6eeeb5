import { z } from 'zod';
import { toCsv } from '../../../src/view/csv.ts';
import { UserError } from '../../../src/view/errorView.ts';
import type { MessageView } from '../../../src/view/message.ts';
import { button, buttons, divider, file, message, text } from '../../../src/view/message.ts';
import { firstLines, joined, plain, timestamp } from '../../../src/view/text.ts';
import type { Actor } from '../../../src/writes/kind.ts';
import { matters } from '../../rank/matters.ts';
import { type Opened, openRoster } from '../../roster/access.ts';
import type { Member } from '../../roster/kept.ts';
import { memberSurvey, previewSurvey } from '../../roster/survey/memberSurvey.ts';
import { type Privileges, readReadings } from '../../roster/survey/readings.ts';
import { type PrivilegesTexts, TEXTS } from '../en.ts';
import { ids } from '../ids.ts';
import { isCalled, listNames, requireNames, toPath } from '../names.ts';
import { type Context, echo } from '../read.ts';
import { readGroupNames } from '../suggest.ts';

const WHO_FILE = 'who.csv';
const MAX_LINES = 3_000;
const MAX_NAMED = 8;

/** Reads members' privileges, to see who has some of them (`paths`; `of`: how that was typed). */
export const WHO = memberSurvey({
  name: 'privileges.who',
  reads: 'privileges',
  question: z.object({ of: z.string(), paths: z.array(z.string()) }),
  report: async (actor, opened, asked) => whoView(TEXTS[actor.language], opened, await readAll(actor, opened), asked),
});

/** Shows who has a privilege, one of a group, or one that matters; reads those without a reading. */
export async function showWho(
  context: Context & { options: { privilege?: string | undefined } },
): Promise<MessageView> {
  const { texts, options } = context;
  const opened = await openRoster(context);
  const asked = { of: options.privilege ?? texts.who.matters, paths: await findPaths(context, options.privilege) };
  const all = await readAll(context, opened);
  const unread = all.filter(({ reading }) => reading === undefined).map(({ member }) => member);
  if (unread.length > 0) return await previewSurvey(context, WHO, opened, unread, asked);
  return whoView(texts, opened, all, asked);
}

/** Asks to read everyone again. */
export async function readAgain(context: Context & { args: { of?: string | undefined } }): Promise<MessageView> {
  const opened = await openRoster(context);
  const of = context.args.of;
  const asked = { of: of ?? context.texts.who.matters, paths: await findPaths(context, of) };
  return await previewSurvey(context, WHO, opened, opened.roster.members, asked);
}

async function findPaths(context: Context, typed: string | undefined): Promise<string[]> {
  const groups = await readGroupNames(context);
  if (typed === undefined) return listNames(groups).map(toPath).filter(matters);
  const group = groups.find(isCalled(typed));
  return (group ? listNames([group]) : requireNames(context.texts, groups, { privilege: typed })).map(toPath);
}

type Read = { member: Member; reading: Privileges | undefined };

async function readAll(context: Pick<Actor, 'services'>, { server, roster }: Opened): Promise<Read[]> {
  return await Promise.all(
    roster.members.map(async (member) => ({
      member,
      reading: (await readReadings(context, server, member.uid)).privileges,
    })),
  );
}

/** Holders by rank; ⚠ marks those whose rank lacks the privilege. */
function whoView(
  texts: PrivilegesTexts,
  { roster }: Opened,
  all: readonly Read[],
  { of, paths }: { of: string; paths: readonly string[] },
): MessageView {
  const ranks = new Map(roster.ranks.map(({ name, rights }) => [name.toLowerCase(), new Set(rights)]));
  const holders = paths.flatMap((path) =>
    all
      .filter(({ reading }) => reading?.granted?.includes(path))
      .map((one) => ({ path, ...one, isOutside: ranks.get(one.member.rank?.toLowerCase() ?? '')?.has(path) === false }))
      .toSorted((one, other) => (one.member.rank ?? '~').localeCompare(other.member.rank ?? '~')),
  );
  const when = (reading: Privileges | undefined): Date => new Date(reading?.at ?? 0);
  const toHolder = ({ member: { name }, isOutside }: (typeof holders)[number]) =>
    `${isOutside ? '⚠ ' : ''}**${echo(name)}**`;
  const byPath = [...Map.groupBy(holders, ({ path }) => path)];
  const one = holders.map((holder) => {
    const facts = [holder.member.rank && plain(holder.member.rank, 30), timestamp(when(holder.reading), 'R')];
    return `${toHolder(holder)} · ${joined(...facts)}`;
  });
  const several = byPath.map(([path, own]) => {
    const names = own.slice(0, MAX_NAMED).map(toHolder).join(', ');
    return `${plain(path, 80)} · **${own.length}**: ${names}${own.length > MAX_NAMED ? ', …' : ''}`;
  });
  const cells = holders.map(({ path, member: { uid, name, rank }, isOutside, reading }) => [
    ...[path, uid, name, rank, isOutside ? '⚠' : '', when(reading).toISOString()],
  ]);
  const people = new Set(holders.map(({ member }) => member.uid)).size;
  if (paths.length === 0) throw new UserError(texts.emptyGroup);
  return message(
    'neutral',
    text(`## ${texts.who.title(plain(of, 60))}`, texts.who.count(people, all.length)),
    divider(),
    text(firstLines(paths.length === 1 ? one : several, MAX_LINES) || texts.who.none),
    holders.some(({ isOutside }) => isOutside) && text(`-# ${texts.who.outside}`),
    file(WHO_FILE, toCsv([texts.who.columns, ...cells])),
    buttons(button(texts.who.again, ids.whoAgain({ of: of === texts.who.matters ? undefined : of.slice(0, 60) }))),
  );
}

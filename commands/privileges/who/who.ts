import { z } from 'zod';
import { toCsv } from '../../../src/view/csv.ts';
import { ifFits } from '../../../src/view/customId.ts';
import { UserError } from '../../../src/view/errorView.ts';
import type { MessageView } from '../../../src/view/message.ts';
import { button, buttons, divider, file, message, text } from '../../../src/view/message.ts';
import { firstLines, joined, plain, timestamp } from '../../../src/view/text.ts';
import { matters } from '../../rank/matters.ts';
import { openRoster } from '../../roster/access.ts';
import type { Roster } from '../../roster/kept.ts';
import { byRank } from '../../roster/rosterView.ts';
import { memberSurvey, type Read } from '../../roster/survey/memberSurvey.ts';
import type { Privileges } from '../../roster/survey/readings.ts';
import { type PrivilegesTexts, TEXTS } from '../en.ts';
import { ids } from '../ids.ts';
import { isCalled, listNames, requireNames, toPath } from '../names.ts';
import { type Context, echo } from '../read.ts';
import { readGroupNames } from '../suggest.ts';

const WHO_FILE = 'who.csv';
const MAX_LINES = 3_000;
const MAX_NAMED = 8;

/** The members who have some privileges (`paths`; `of`: as typed). */
export const WHO = memberSurvey({
  name: 'privileges.who',
  reads: 'privileges',
  question: z.object({ of: z.string().optional(), paths: z.array(z.string()) }),
  view: (language, { roster }, all, asked) => whoView(TEXTS[language], roster, all, asked),
});

type Asking = Context & { args: { of?: string | undefined } };

export async function openWho(context: Asking): Promise<MessageView> {
  await openRoster(context);
  return await WHO.open(context, await findPaths(context, context.args.of));
}

export async function readAgain(context: Asking): Promise<MessageView> {
  return await WHO.again(context, await findPaths(context, context.args.of));
}

/** A public message with the number of holders; only those with the right see names. */
export async function postCount(context: Asking): Promise<MessageView> {
  const { texts, args } = context;
  const opened = await openRoster(context);
  const asked = await findPaths(context, args.of);
  const all = await WHO.readAll(context, opened, asked);
  const holders = all.filter(({ readings }) =>
    asked.paths.some((path) => readings.privileges?.granted?.includes(path)),
  );
  return message(
    'neutral',
    ...toHeading(texts, args.of, holders.length, all.length),
    buttons(button(texts.who.show, ids.who(args))),
  );
}

function toHeading({ who }: PrivilegesTexts, of: string | undefined, people: number, all: number) {
  return [text(`## ${who.title(plain(of ?? who.matters, 60))}`, who.count(people, all))];
}

/** A privilege, a group, or without a text what matters. */
async function findPaths(
  context: Context,
  of: string | undefined,
): Promise<{ of?: string | undefined; paths: string[] }> {
  const groups = await readGroupNames(context);
  if (of === undefined) return { of, paths: listNames(groups).map(toPath).filter(matters) };
  const group = groups.find(isCalled(of));
  return {
    of,
    paths: (group ? listNames([group]) : requireNames(context.texts, groups, { privilege: of })).map(toPath),
  };
}

/** Holders by rank; ⚠ marks those whose rank lacks the privilege. */
export function whoView(
  texts: PrivilegesTexts,
  roster: Roster,
  all: readonly Read[],
  { of, paths }: { of?: string | undefined; paths: readonly string[] },
): MessageView {
  const ranks = new Map(roster.ranks.map(({ name, rights }) => [name.toLowerCase(), new Set(rights)]));
  const holders = paths.flatMap((path) =>
    all

      .filter(({ readings }) => readings.privileges?.granted?.includes(path))
      .map(({ member, readings }) => ({
        path,
        member,
        reading: readings.privileges,
        isOutside: ranks.get(member.rank?.toLowerCase() ?? '')?.has(path) === false,
      }))
      .toSorted((one, other) => byRank(one.member, other.member)),
  );
  const when = (reading: Privileges | undefined): Date => new Date(reading?.at ?? 0);
  const toHolder = ({ member: { name }, isOutside }: (typeof holders)[number]) =>
    `${isOutside ? '⚠ ' : ''}${echo(name)}`;
  const byPath = [...Map.groupBy(holders, ({ path }) => path)];
  const one = holders.map((holder) => {
    const facts = [holder.member.rank && plain(holder.member.rank, 30), timestamp(when(holder.reading), 'R')];
    return `${toHolder(holder)} · ${joined(...facts)}`;
  });
  const several = byPath.map(([path, own]) => {
    const names = own.slice(0, MAX_NAMED).map(toHolder).join(', ');
    return `**${plain(path, 80)}** · ${own.length}: ${names}${own.length > MAX_NAMED ? ', …' : ''}`;
  });
  const cells = holders.map(({ path, member: { uid, name, rank }, isOutside, reading }) => [
    ...[path, uid, name, rank, isOutside ? '⚠' : '', when(reading).toISOString()],
  ]);
  const people = new Set(holders.map(({ member }) => member.uid)).size;
  const row = ifFits(() => [
    button(texts.who.again, ids.whoAgain({ of })),
    button(texts.who.post, ids.whoPost({ of })),
  ]);
  if (paths.length === 0) throw new UserError(texts.emptyGroup);
  return message(
    'neutral',
    ...toHeading(texts, of, people, all.length),
    divider(),
    text(firstLines(paths.length === 1 ? one : several, MAX_LINES) || texts.who.none),
    holders.some(({ isOutside }) => isOutside) && text(`-# ${texts.who.outside}`),
    file(WHO_FILE, toCsv([texts.who.columns, ...cells])),
    buttons(...(row ?? [])),
  );
}

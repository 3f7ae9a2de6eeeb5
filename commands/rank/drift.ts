import { z } from 'zod';
import { UserError } from '../../src/view/errorView.ts';
import { button, buttons, divider, type MessageView, message, select, text } from '../../src/view/message.ts';
import { firstLines, joined, plain, timestamp, unformatted } from '../../src/view/text.ts';
import { isCopied } from '../privileges/change/changeBatch.ts';
import { previewChanges } from '../privileges/change/preview.ts';
import { TEXTS as PRIVILEGES } from '../privileges/en.ts';
import { listNames, type Name, toOpposite } from '../privileges/names.ts';
import { type Opened, openRoster } from '../roster/access.ts';
import { changeRoster, type Member, type Rank, type Roster } from '../roster/kept.ts';
import { FRESH_MS, memberSurvey, type Read } from '../roster/survey/memberSurvey.ts';
import type { Privileges } from '../roster/survey/readings.ts';
import { type RankTexts, TEXTS } from './en.ts';
import { ids } from './ids.ts';
import { type Context, requireRank } from './ranks.ts';

/** A member whose privileges differ from the rank's: paths that are missing or too much. */
type Drift = { member: Member; rank: Rank; missing: string[]; extra: string[]; reading: Privileges };

const MAX_LINES = 3_000;
const MAX_CHOICES = 25;
const MAX_NAMED = 6;
const question = z.object({ rank: z.string().optional() });
type Asked = z.output<typeof question>;

/** Members whose privileges differ from their rank's. */
export const DRIFT = memberSurvey({
  ...{ name: 'rank.check', reads: 'privileges', question },
  membersOf: (roster, { rank }) => listRanked(roster, rank).map(({ member }) => member),
  view: (language, { roster }, all, asked) => driftView(TEXTS[language], toDrifts(roster, all, asked), asked),
});

export async function checkRanks(context: Context & { options: { rank?: string | undefined } }): Promise<MessageView> {
  const { roster } = await openRoster(context);
  const typed = context.options.rank;
  const rank = typed === undefined ? undefined : requireRank(context, roster, typed).name;
  if (listRanked(roster, rank).length === 0) throw new UserError(context.texts.noMembers(plain(rank ?? '', 40)));
  return await DRIFT.open(context, { rank });
}

/** Previews the changes that restore the ranks of these members. */
export async function restore(
  context: Context & { args: { rank?: string | undefined }; uid?: string },
): Promise<MessageView> {
  const [opened, all] = await findDrift(context, context.args);
  const drifted = all.filter(({ member }) => context.uid === undefined || member.uid === context.uid);
  const { texts, services } = context;
  if (drifted.length === 0) throw new UserError(texts.noDrift);
  if (drifted.some(({ reading }) => services.now() - reading.at >= FRESH_MS)) throw new UserError(texts.tooOld);
  const { faction } = opened.roster;
  const members = drifted.map(({ member: { uid, name }, missing, extra }) => ({
    subject: { character: { uid, name }, faction },
    groups: [...missing, ...extra].map((path) => {
      const { group, privilege } = toName(path);
      return { name: group, privileges: [{ name: privilege, isGranted: extra.includes(path) }] };
    }),
  }));
  const asking = { ...context, texts: PRIVILEGES[context.language] };
  return await previewChanges(asking, { members, leftOut: [] }, ({ groups }) => listNames(groups).map(toOpposite));
}

/** A member's differences, to restore them or to let the rank follow. */
export async function openDrift(
  context: Context & { args: { rank?: string | undefined }; uid: string },
): Promise<MessageView> {
  const { texts } = context;
  const found = (await findDrift(context, context.args))[1].find(({ member }) => member.uid === context.uid);
  if (!found) throw new UserError(texts.noDrift);
  const { rank, member } = found;
  const choices = buttons(
    button(texts.restoreOne, ids.restoreOne({ uid: member.uid }), { style: 'primary' }),
    button(texts.accept(plain(rank.name, 30)), ids.accept({ uid: member.uid })),
  );
  return message('warning', text(firstLines(toLines(texts, found, Infinity), MAX_LINES)), choices);
}

/** The member's privileges become the rank's. */
export async function acceptDrift(context: Context & { args: { uid: string } }): Promise<MessageView> {
  const [opened, all] = await findDrift(context, {});
  const found = all.find(({ member }) => member.uid === context.args.uid);
  if (!found) throw new UserError(context.texts.noDrift);
  const rights = [...found.rank.rights.filter((path) => !found.missing.includes(path)), ...found.extra];
  await changeRoster(context, opened.server, (stored = opened.roster) => ({
    ...stored,
    ranks: stored.ranks.map((one) => (one.name === found.rank.name ? { ...one, rights } : one)),
  }));
  return message('good', text(context.texts.accepted(plain(found.rank.name, 30))));
}

async function findDrift(context: Context, asked: Asked): Promise<[Opened, Drift[]]> {
  const opened = await openRoster(context);
  return [opened, toDrifts(opened.roster, await DRIFT.readAll(context, opened, asked), asked)];
}

function listRanked({ members, ranks }: Roster, wanted: string | undefined): { member: Member; rank: Rank }[] {
  return members.flatMap((member) => {
    const rank = ranks.find(({ name }) => name.toLowerCase() === (member.rank ?? '').toLowerCase());
    return rank && (wanted === undefined || wanted === rank.name) ? [{ member, rank }] : [];
  });
}

export function toDrifts(roster: Roster, all: readonly Read[], { rank: wanted }: Asked): Drift[] {
  const ranks = new Map(listRanked(roster, wanted).map(({ member, rank }) => [member.uid, rank]));
  return all.flatMap(({ member, readings: { privileges: reading } }): Drift[] => {
    const rank = ranks.get(member.uid);
    if (!rank || reading?.granted === undefined) return [];
    const granted = reading.granted.filter((path) => isCopied(toName(path)));
    const missing = rank.rights.filter((path) => !granted.includes(path));
    const extra = granted.filter((path) => !rank.rights.includes(path));
    return missing.length + extra.length > 0 ? [{ member, rank, missing, extra, reading }] : [];
  });
}

export function driftView(texts: RankTexts, drifts: readonly Drift[], { rank }: Asked): MessageView {
  const lines = drifts.flatMap((drift) => toLines(texts, drift, MAX_NAMED));
  const choices = drifts
    .slice(0, MAX_CHOICES)
    .map(({ member }) => ({ label: unformatted(member.name), value: member.uid }));
  return message(
    drifts.length > 0 ? 'warning' : 'good',
    text(`## ${texts.drift(drifts.length)}`),
    divider(),
    text(firstLines(lines, MAX_LINES) || texts.noDrift),
    choices.length > 0 && select(ids.open({ rank }), choices, { placeholder: texts.choose }),
    buttons(
      drifts.length > 0 && button(texts.restoreAll(drifts.length), ids.restore({ rank }), { style: 'primary' }),
      button(texts.again, ids.again({ rank })),
    ),
  );
}

function toLines(texts: RankTexts, { member, rank, missing, extra, reading }: Drift, max: number): string[] {
  const when = (ms: number): string => timestamp(new Date(ms), 'd');
  const changed = new Map(Object.entries(reading.changed));
  const toPart = (sign: string, paths: readonly string[]) =>
    paths.slice(0, max).map((path) => {
      const [from, to] = changed.get(path) ?? [];
      return joined(
        `- ${sign} ${plain(path, 80)}`,
        from !== undefined && to !== undefined && texts.between(when(from), when(to)),
      );
    });
  const rest = Math.max(0, missing.length - max) + Math.max(0, extra.length - max);
  return [
    `**${plain(member.name, 60)}** · ${joined(plain(rank.name, 30), texts.readAt(timestamp(new Date(reading.at), 'R')))}`,
    ...toPart(texts.missing, missing),
    ...toPart(texts.extra, extra),
    ...(rest > 0 ? [`- ${texts.more(rest)}`] : []),
  ];
}

function toName(path: string): Name {
  const at = path.indexOf('/');
  return { group: path.slice(0, at), privilege: path.slice(at + 1) };
}

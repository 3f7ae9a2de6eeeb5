import { z } from 'zod';
import { UserError } from '../../src/view/errorView.ts';
import { button, buttons, divider, type MessageView, message, select, text } from '../../src/view/message.ts';
import { firstLines, joined, plain, timestamp, unformatted } from '../../src/view/text.ts';
import type { Actor } from '../../src/writes/kind.ts';
import { isCopied } from '../privileges/change/changeBatch.ts';
import { previewChanges } from '../privileges/change/preview.ts';
import { TEXTS as PRIVILEGES } from '../privileges/en.ts';
import { listNames, type Name, toOpposite } from '../privileges/names.ts';
import { type Opened, openRoster } from '../roster/access.ts';
import { changeRoster, type Member, type Rank } from '../roster/kept.ts';
import { memberSurvey, previewSurvey } from '../roster/survey/memberSurvey.ts';
import { type Privileges, readReadings } from '../roster/survey/readings.ts';
import { type RankTexts, TEXTS } from './en.ts';
import { ids } from './ids.ts';
import { type Context, requireRank } from './ranks.ts';

/** A member whose privileges differ from the rank's: paths that are missing or too much. */
type Drift = { member: Member; rank: Rank; missing: string[]; extra: string[]; reading: Privileges };

/** A preview may use readings of the last ten minutes; the engine reads again. */
const FRESH_MS = 10 * 60_000;
const MAX_LINES = 3_000;
const MAX_CHOICES = 25;
const MAX_NAMED = 6;
const question = z.object({ rank: z.string().optional() });

/** Reads the privileges of members with a rank. */
export const DRIFT = memberSurvey({
  name: 'rank.check',
  reads: 'privileges',
  question,
  report: async (actor, opened, { rank }) =>
    driftView(TEXTS[actor.language], await findDrift(actor, opened, rank), rank),
});

/** Shows who differs from their rank, or first asks to read those without a reading. */
export async function checkRanks(context: Context & { options: { rank?: string | undefined } }): Promise<MessageView> {
  const opened = await openRoster(context);
  const rank =
    context.options.rank === undefined ? undefined : requireRank(context, opened.roster, context.options.rank).name;
  const members = listRanked(opened, rank).map(({ member }) => member);
  if (members.length === 0) throw new UserError(context.texts.noMembers(plain(rank ?? '', 40)));
  const unread = await filterAsync(
    members,
    async ({ uid }) => (await readReadings(context, opened.server, uid)).privileges === undefined,
  );
  if (unread.length > 0) return await previewSurvey(context, DRIFT, opened, unread, { rank });
  return driftView(context.texts, await findDrift(context, opened, rank), rank);
}

/** Asks to read everyone with a rank again. */
export async function readAgain(context: Context & { args: { rank?: string | undefined } }): Promise<MessageView> {
  const opened = await openRoster(context);
  const { rank } = context.args;
  const members = listRanked(opened, rank).map(({ member }) => member);
  return await previewSurvey(context, DRIFT, opened, members, { rank });
}

/** Previews the changes that restore the ranks of these members. */
export async function restore(
  context: Context & { args: { rank?: string | undefined }; uid?: string },
): Promise<MessageView> {
  const opened = await openRoster(context);
  const all = await findDrift(context, opened, context.args.rank);
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
  const opened = await openRoster(context);
  const { texts } = context;
  const found = (await findDrift(context, opened, context.args.rank)).find(({ member }) => member.uid === context.uid);
  if (!found) throw new UserError(texts.noDrift);
  const { rank, member } = found;
  const choices = buttons(
    button(texts.restoreOne, ids.restoreOne({ uid: member.uid }), { style: 'primary' }),
    button(texts.accept(plain(rank.name, 30)), ids.accept({ uid: member.uid })),
  );
  return message('warning', text(...toLines(texts, found, Infinity)), choices);
}

/** The member's privileges become the rank's. */
export async function acceptDrift(context: Context & { args: { uid: string } }): Promise<MessageView> {
  const opened = await openRoster(context);
  const found = (await findDrift(context, opened)).find(({ member }) => member.uid === context.args.uid);
  if (!found) throw new UserError(context.texts.noDrift);
  const rights = [...found.rank.rights.filter((path) => !found.missing.includes(path)), ...found.extra];
  await changeRoster(context, opened.server, (stored = opened.roster) => ({
    ...stored,
    ranks: stored.ranks.map((one) => (one.name === found.rank.name ? { ...one, rights } : one)),
  }));
  return message('good', text(context.texts.accepted(plain(found.rank.name, 30))));
}

function listRanked({ roster }: Opened, wanted: string | undefined): { member: Member; rank: Rank }[] {
  return roster.members.flatMap((member) => {
    const rank = roster.ranks.find(({ name }) => name.toLowerCase() === (member.rank ?? '').toLowerCase());
    return rank && (wanted === undefined || wanted === rank.name) ? [{ member, rank }] : [];
  });
}

async function findDrift(context: Pick<Actor, 'services'>, opened: Opened, wanted?: string): Promise<Drift[]> {
  const all = await Promise.all(
    listRanked(opened, wanted).map(async ({ member, rank }): Promise<Drift[]> => {
      const reading = (await readReadings(context, opened.server, member.uid)).privileges;
      if (reading?.granted === undefined) return [];
      const granted = reading.granted.filter((path) => isCopied(toName(path)));
      const missing = rank.rights.filter((path) => !granted.includes(path));
      const extra = granted.filter((path) => !rank.rights.includes(path));
      return missing.length + extra.length > 0 ? [{ member, rank, missing, extra, reading }] : [];
    }),
  );
  return all.flat();
}

function driftView(texts: RankTexts, drifts: readonly Drift[], rank: string | undefined): MessageView {
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
  const toPart = (sign: string, paths: readonly string[]) =>
    paths.slice(0, max).map((path) => {
      const [from, to] = reading.changed[path] ?? [];
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

async function filterAsync<T>(all: readonly T[], isWanted: (one: T) => Promise<boolean>): Promise<T[]> {
  const wanted = await Promise.all(all.map(isWanted));
  return all.filter((_, index) => wanted[index]);
}

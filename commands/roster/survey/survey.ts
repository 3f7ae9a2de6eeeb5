import { z } from 'zod';
import { GameError, isGameError } from '../../../src/game/errors.ts';
import { party } from '../../../src/game/parameters.ts';
import { toCsv } from '../../../src/view/csv.ts';
import { ifFits } from '../../../src/view/customId.ts';
import { UserError } from '../../../src/view/errorView.ts';
import { button, buttons, divider, file, type MessageView, message, select, text } from '../../../src/view/message.ts';
import { cutPage, pagerRow, toPosition } from '../../../src/view/pager.ts';
import { firstLines, plainSentence, timestamp, unformatted } from '../../../src/view/text.ts';
import type { Actor } from '../../../src/writes/kind.ts';
import { createSurvey } from '../../../src/writes/survey.ts';
import { type Context, type Opened, openRoster, requireRight } from '../access.ts';
import { type RosterTexts, TEXTS } from '../en.ts';
import { ids } from '../ids.ts';
import { changeRoster, readRoster } from '../kept.ts';
import { listRanked, requireRank } from '../ranks.ts';
import { echo, MAX_LIST } from '../rosterView.ts';
import { CHECK } from './check.ts';
import { DRIFT } from './drift.ts';
import type { Answer, Question } from './question.ts';
import { deleteReadings, keepPrivileges, keepProfile, type Read, readEach } from './readings.ts';
import { findPaths, WHO } from './who.ts';

const asked = z.object({ is: z.enum(['check', 'rank', 'who']), of: z.string().optional() });
type Asked = z.output<typeof asked>;
export const QUESTIONS: Record<Asked['is'], Question> = { check: CHECK, rank: DRIFT, who: WHO };
const row = z.object({ server: z.string(), faction: party, member: party, reads: z.enum(['profile', 'privileges']) });
type Row = z.output<typeof row>;

const CSV_FILE = 'members.csv';
const LINES_A_PAGE = 20;
/** A right that was lost during a survey must not make members look dismissed. */
const CONFIRMED_MS = 60_000;
/** As many members are read without asking first, and for this long. */
const [MAX_UNASKED, MAX_READING_MS] = [30, 8_000];

/** Reads members for the questions about them. */
export const SURVEY = createSurvey<Row, Asked>({
  ...{ name: 'roster', scope: 'CHARACTER_PRIVILEGES', row, question: asked, cost: 1 },
  words: (language) => ({
    title: (rows) => TEXTS[language].survey[rows[0]?.reads ?? 'profile'](rows.length),
    heading: ({ faction }) => TEXTS[language].title(echo(faction.name)),
    line: ({ member }) => `**${echo(member.name)}**`,
    back: TEXTS[language].showAll,
  }),
  read: readMember,
  back: () => ids.show({ page: 1 }),
  async report(actor, { rows, baseline }) {
    const { server } = row.parse(rows[0]?.data);
    const roster = await readRoster(actor, server);
    if (!roster) throw new UserError(TEXTS[actor.language].none);
    await requireRight(actor, server, roster.faction);
    return await toView(actor, { server, roster }, asked.parse(baseline), 1, rows.find(({ reason }) => reason)?.reason);
  },
});

/** Who has a privilege. An unknown one costs no requests. */
export async function askWho(context: Context<unknown>, of: string | undefined): Promise<MessageView> {
  await openRoster(context);
  await findPaths(context, of);
  return await ask(context, { is: 'who', of });
}

/** Who differs from their rank, or from this one. */
export async function askRank(context: Context & { options: { rank?: string | undefined } }): Promise<MessageView> {
  const { texts, options } = context;
  const { roster } = await openRoster(context);
  const of = options.rank === undefined ? undefined : requireRank(context, roster, options.rank).name;
  if (listRanked(roster, of).length === 0) throw new UserError(texts.noMembers(echo(of ?? '')));
  return await ask(context, { is: 'rank', of });
}

/** The number of those who have a privilege, for everyone: only those with the right see names. */
export async function postCount(context: Context & { args: { of?: string | undefined } }): Promise<MessageView> {
  const [opened, { texts }, { of }] = [await openRoster(context), context, context.args];
  const all = await readKept(context, opened, { is: 'who', of });
  const { title, notes } = await WHO.answer({ actor: context, texts, all, of, ...opened });
  const show = button(texts.who.show, ids.open({ is: 'who', of }));
  return message('neutral', text(`## ${title}`, notes[0]), buttons(show));
}

/** A page of the answer with the last readings. */
export const showAnswer = async (context: Context<unknown>, { page, ...asked }: Asked & { page: number }) =>
  toView(context, await openRoster(context), asked, page);

/** Answers with the last readings; first reads those who were never read or that are this old. */
export async function ask(context: Context<unknown>, asked: Asked, ageMs = Infinity): Promise<MessageView> {
  const opened = await openRoster(context);
  const { server, roster } = opened;
  const { reads } = QUESTIONS[asked.is];
  const all = await readKept(context, opened, asked);
  const toRead = all
    .filter(({ readings }) => context.services.now() - (readings[reads]?.at ?? -Infinity) >= ageMs)
    .map(({ member }): Row => ({ server, faction: roster.faction, member: party.parse(member), reads }));
  const [until, rows]: [number, Row[]] = [performance.now() + MAX_READING_MS, []];
  let reason: string | undefined;
  for (const one of toRead) {
    const isSoon = toRead.length <= MAX_UNASKED && performance.now() < until;
    if (!isSoon) rows.push(one);
    else
      await readMember(context, one).catch((error: unknown) => {
        if (!isGameError(error, 'refused')) throw error;
        reason = error.failure.reason;
      });
  }
  if (rows.length === 0) return await toView(context, opened, asked, 1, reason);
  const notes = [TEXTS[context.language].whoSees];
  return await context.services.batches.preview(context, SURVEY, { rows, shown: asked, notes });
}

/** The members that a question is about. */
const readKept = (context: Pick<Actor, 'services'>, { server, roster }: Opened, { is, of }: Asked) =>
  readEach(context, server, QUESTIONS[is].membersOf?.(roster, of) ?? roster.members);

/** `reason`: why the game refused a reading. */
async function toView(actor: Actor, opened: Opened, asked: Asked, page = 1, reason?: string): Promise<MessageView> {
  const texts = TEXTS[actor.language];
  const all = await readKept(actor, opened, asked);
  const answer = await QUESTIONS[asked.is].answer({ actor, texts, of: asked.of, all, ...opened });
  const { length: unread } = all.filter(({ readings }) => !readings[QUESTIONS[asked.is].reads]);
  const warnings = [unread > 0 && texts.notRead(unread), reason !== undefined && `⚠ ${plainSentence(reason)}`];
  return answerView(texts, asked, { ...answer, notes: [...answer.notes, ...warnings] }, all, page);
}

export function answerView(
  texts: RosterTexts,
  { is, of }: Asked,
  { title, notes, lines, csv, buttons: own = [] }: Answer,
  all: readonly Read[],
  page: number,
): MessageView {
  const { length: pages } = lines;
  const hasIds = !!ifFits(() => [ids.askJump({ is, of, pages }), ids.ask({ is, of, page: pages }, 'previous')]);
  const list = cutPage(texts, lines, page, hasIds ? LINES_A_PAGE : Math.max(1, lines.length));
  const shown = list.items.flatMap(({ section, text }, at) =>
    section === undefined || section === list.items[at - 1]?.section ? [text] : [`### ${section}`, text],
  );
  const readAt = all.flatMap(({ readings }) => readings[QUESTIONS[is].reads]?.at ?? []);
  const [first = '', last = ''] = [Math.min(...readAt), Math.max(...readAt)].map((ms) => timestamp(new Date(ms), 'R'));
  const members = new Map(list.items.map(({ member: { uid, name } }) => [uid, unformatted(name)]));
  const choices = [...members].slice(0, LINES_A_PAGE).map(([value, label]) => ({ label, value, description: value }));
  return message(
    'neutral',
    text(`## ${title}`, ...notes, readAt.length > 0 && `-# ${texts.readBetween(first, last)} ${texts.whoSees}`),
    divider(),
    text(firstLines(shown, MAX_LIST) || texts.noLines),
    choices.length > 0 && select(ids.member(), choices, { placeholder: texts.choose }),
    hasIds && pagerRow(texts, toPosition(list), ids.ask, ids.askJump, { is, of }),
    csv && file(CSV_FILE, toCsv(texts, csv)),
    buttons(hasIds && button(texts.again, ids.again({ is, of })), ...own),
  );
}

async function readMember(actor: Actor, row: Row): Promise<void> {
  const { server, member, reads } = row;
  const isListed = async () => (await readRoster(actor, server))?.members.some(({ uid }) => uid === member.uid);
  // Nothing is read or kept about someone who was removed meanwhile.
  if (await isListed()) await (reads === 'privileges' ? readPrivileges : readProfile)(actor, row);
  if (!(await isListed())) await deleteReadings(actor, server, member.uid);
}

async function readProfile(actor: Actor, row: Row): Promise<void> {
  const { server, member } = row;
  const read = await actor.game.character.get({ uid: member.uid }).catch((error: unknown) => {
    if (isGameError(error, 'not_found')) return undefined;
    throw error;
  });
  const isRenamed = read !== undefined && read.name !== member.name;
  await keepProfile(actor, server, member.uid, read, isRenamed ? member.name : undefined);
  if (isRenamed) await renameMember(actor, server, { uid: member.uid, name: read.name });
  // Only the faction's own list says if someone with a private profile is still a member.
  if (read?.isPrivate) await readPrivileges(actor, row);
}

/** Renews a member's name in the roster, which lists and payments show. */
async function renameMember(actor: Actor, server: string, { uid, name }: { uid: string; name: string }): Promise<void> {
  const nameReadAt = actor.services.now();
  await changeRoster(actor, server, (stored) => {
    if (!stored) return undefined;
    const members = stored.members.map((one) => (one.uid === uid ? { ...one, name, nameReadAt } : one));
    return { ...stored, members };
  });
}

async function readPrivileges(actor: Actor, { server, faction, member }: Row): Promise<void> {
  const read = await actor.game.character.privileges
    .list({ uid: member.uid, faction_id: faction.uid })
    .catch(async (error: unknown) => {
      if (!isGameError(error, 'not_found') && !isGameError(error, 'refused')) throw error;
      await requireRight(actor, server, faction, CONFIRMED_MS).catch((cause: unknown) => {
        throw cause instanceof UserError ? new GameError({ code: 'refused', reason: cause.message }, { cause }) : cause;
      });
      if (isGameError(error, 'refused')) throw error;
      return undefined;
    });
  if (read?.faction?.uid !== undefined && read.faction.uid !== faction.uid)
    throw new GameError({ code: 'refused', reason: TEXTS[actor.language].otherFaction });
  await keepPrivileges(actor, server, member.uid, read?.groups);
}

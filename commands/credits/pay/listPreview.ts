import { z } from 'zod';
import type { HandlerContext } from '../../../src/discord/declare/context.ts';
import { toHandleKey } from '../../../src/game/parameters.ts';
import { WIRE_FORMS } from '../../../src/game/wire/wireForms.ts';
import { toQuestionKey } from '../../../src/input/answers.ts';
import { PUBLIC_BUDGET } from '../../../src/quota/rule.ts';
import { withoutControls } from '../../../src/view/decodeText.ts';
import { UserError } from '../../../src/view/errorView.ts';
import { button, type MessageView } from '../../../src/view/message.ts';
import { plain } from '../../../src/view/text.ts';
import type { LeftOut } from '../../../src/writes/kind.ts';
import { ticketKind } from '../../../src/writes/tickets.ts';
import { expandRows } from '../../roster/mentions.ts';
import { PAY_CODES } from '../codes.ts';
import type { CreditsTexts } from '../en.ts';
import { payIds } from '../ids.ts';
import { readNewestForSure } from '../readLog.ts';
import { toSum } from '../requests/request.ts';
import { type Log, PAY, type Payment, toAsked } from './payBatch.ts';
import { type ListRow, MAX_REASON, type PayList, parsePayList } from './payList.ts';
import { lookUpView, problemsView } from './payView.ts';
import { type Disagreement, type ListQuestion, questionView } from './questionView.ts';
import { toReadingLines } from './readingView.ts';
import { findRecipients, isSameName, MAX_LOOKING_MS, NAMES_FRESH_MS, type Recipients, toKey } from './recipients.ts';
import { answered, isSameReading, type Reading, readList, spoken, toReading } from './savedLists.ts';

export const PAY_SCOPES = ['CREDITS_WRITE', 'CHARACTER_CREDITS', 'CHARACTER_READ'] as const;
export type PayContext = HandlerContext<typeof PAY_SCOPES, CreditsTexts>;

const draft = z.object({
  text: z.string(),
  /** The name under which the list is being saved. */
  name: z.string().optional(),
  /** The saved list that is being paid. */
  list: z.string().optional(),
  /** The language of its amounts. */
  language: spoken.optional(),
  /** Its person's answers to the questions about it. */
  answers: answered.optional(),
});
/** A list as typed, before it's confirmed. */
export type Draft = z.output<typeof draft>;
export const DRAFT = ticketKind('pay-draft', draft, 60 * 60_000);

/** A preview before anything is chosen in it. `leavesPaid`: without payments that the log has. */
export const PLAIN = { isAddedUp: false, isAsked: false, isRounded: false, leavesPaid: false };
/** `isFresh`: names from memory that are older than a day are looked up again. */
type Choices = typeof PLAIN & { isFresh?: boolean };

type Expanded = ListRow & { member?: { uid: string }; typedName?: string };
type Payable = Pick<Payment, 'recipient' | 'amount' | 'reason' | 'namedAt'>;

/** A list that is being previewed. `ticket`: of its draft. */
type Previewed = { context: PayContext; typed: Draft; ticket: string; choices: Choices; list: PayList };

/** More look-ups need a confirmation. */
const MAX_UNASKED = 20;

/** Reads the list, asks what isn't certain, looks up the recipients and previews the payments.
 * Sends nothing. `issued`: the draft's ticket. `page`: of a question's columns. */
export async function previewList(
  context: PayContext,
  given: Draft,
  chosen: Partial<Choices> = {},
  issued?: string,
  page = 0,
): Promise<MessageView> {
  const until = performance.now() + MAX_LOOKING_MS;
  const choices = { ...PLAIN, ...chosen };
  const typed = { ...given, text: withoutControls(given.text), language: given.language ?? context.language };
  const list = parsePayList(typed.text, typed.language, choices.isRounded, typed.answers);
  const ticket = issued ?? (await context.services.tickets.issue(DRAFT, context.person, typed));
  const previewed: Previewed = { context, typed, ticket, choices, list };
  if (list.question !== undefined) return ask(previewed, list.question, page);
  if (list.problems.length > 0) return showProblems(previewed, list);
  if (list.rows.length === 0) throw new UserError(context.texts.pay.empty);
  const change = await findChange(previewed);
  if (change !== undefined) return ask(previewed, change);
  return await previewRows(previewed, until);
}

/** Looks up the recipients of a list that was read. */
async function previewRows(previewed: Previewed, until: number): Promise<MessageView> {
  const { context, choices, list, ticket } = previewed;
  const { texts, services, person, me, game } = context;
  const isByHandle = (await services.kept(WIRE_FORMS, 'recipient').get()) === 'handle';
  const rows = toLookUps(previewed, isByHandle);
  const expanded = await expandRows(context, rows, isByHandle);
  const [log, balance] = await Promise.all([readNewestForSure(context), game.character.credits.get({ uid: me.uid })]);
  const mayLookUp = choices.isAsked ? expanded.length : MAX_UNASKED;
  const maxAgeMs = choices.isFresh ? NAMES_FRESH_MS : undefined;
  const wanted = expanded.filter(({ amount }) => amount);
  const recipients = await findRecipients(context, wanted, log.entries, { isByHandle, until, mayLookUp, maxAgeMs });
  if (recipients.missing > 0) {
    // Looking up a handle needs no token.
    const { left } = await services.quotaOf(PUBLIC_BUDGET, services.budgetOf(person.id));
    return lookUpView(texts, recipients.missing, left, toDraftId(previewed, { isAsked: true }));
  }
  const disagreement = findDisagreement(previewed, expanded, recipients);
  if (disagreement !== undefined) return ask(previewed, disagreement);
  const { payable, leftOut } = sortOut(texts, expanded, recipients, me.uid);
  if (payable.length === 0)
    return problemsView(texts, { ...list, rows: expanded }, previewed.typed.text, ticket, { leftOut });
  return await previewPayments(previewed, payable, { leftOut, log, balance, isByHandle });
}

type Basis = { leftOut: LeftOut[]; log: Log; balance: number; isByHandle: boolean };

/** Previews payments to known recipients. */
async function previewPayments(
  previewed: Previewed,
  payable: readonly Payable[],
  { leftOut, log, balance, isByHandle }: Basis,
): Promise<MessageView> {
  const { context, choices, list, ticket } = previewed;
  const { texts, services } = context;
  const { isAddedUp, leavesPaid } = choices;
  const people = [...Map.groupBy(payable, ({ recipient }) => recipient.uid).values()];
  const payments = toPayments(isAddedUp ? people.flatMap(addUp) : payable, isByHandle);
  const { paid, ...asked } = await toAsked(context, payments, { log, balance, leavesPaid });
  const buttons = [button(texts.pay.fix, payIds.payFix({ draft: ticket }))];
  const aged = people.filter(([row]) => row?.namedAt !== undefined).length;
  if (aged > 0) buttons.unshift(button(texts.pay.lookUp(aged), toLookUpId(previewed)));
  if (people.length < payable.length) {
    const label = texts.pay[isAddedUp ? 'keepApart' : 'addUp'];
    buttons.push(button(label, toDraftId(previewed, { isAddedUp: !isAddedUp })));
  }
  if (paid > 0 && !leavesPaid) buttons.push(button(texts.pay.leaveOut, toDraftId(previewed, { leavesPaid: true })));
  return await services.batches.preview(context, PAY, {
    ...asked,
    notes: [...(aged > 0 ? [texts.pay.namedLongAgo(aged)] : []), ...(asked.notes ?? [])],
    leftOut: [...leftOut, ...asked.leftOut],
    details: toReadingLines(texts, list),
    buttons,
  });
}

/** Payments with a code of their own each. */
function toPayments(payable: readonly Payable[], isByHandle: boolean): Payment[] {
  const codes = new Set<string>();
  return payable.map((row): Payment => {
    const code = PAY_CODES.create(codes);
    codes.add(code);
    return { ...row, code, ...(isByHandle && { recipientForm: 'handle' }) };
  });
}

function toDraftId({ ticket, choices }: Previewed, change: Partial<Choices>): string {
  const { isAddedUp, isAsked, isRounded, leavesPaid } = { ...choices, ...change };
  return payIds.payDraft({ draft: ticket, isAddedUp, isAsked, isRounded, leavesPaid });
}

function toLookUpId({ ticket, choices: { isAddedUp, isRounded, leavesPaid } }: Previewed): string {
  return payIds.payLookUp({ draft: ticket, isAddedUp, isRounded, leavesPaid });
}

function showProblems(previewed: Previewed, list: PayList): MessageView {
  const { context, typed, ticket } = previewed;
  return problemsView(context.texts, list, typed.text, ticket, { roundId: toDraftId(previewed, { isRounded: true }) });
}

function ask({ context, ticket, choices }: Previewed, question: ListQuestion, page = 0): MessageView {
  const { isAsked, isRounded } = choices;
  const toId = (answer?: string): string =>
    payIds.payAnswer({ draft: ticket, of: question.key, isAsked, isRounded, ...(answer !== undefined && { answer }) });
  return questionView(context.texts, question, { draft: ticket, toId }, page);
}

/** A saved list is asked about if it reads differently than when it was saved. */
async function findChange({ context, typed, list }: Previewed): Promise<ListQuestion | undefined> {
  const saved = typed.list === undefined ? undefined : await readList(context, typed.list);
  const before: Reading | undefined = saved?.text === typed.text ? saved.reading : undefined;
  const now = toReading(list.rows);
  if (saved === undefined || before === undefined || isSameReading(before, now)) return undefined;
  const key = toQuestionKey('saved', [now.digest ?? '']);
  return typed.answers?.[key] === 'yes' ? undefined : { about: 'saved', key, name: saved.name, before, now };
}

/** Rows by UID rather than by name, unless their person said otherwise, or the game wants names. */
function toLookUps({ list, typed }: Previewed, isByHandle: boolean): Expanded[] {
  if (isByHandle || findUidAnswer(typed.answers) === 'names') return list.rows;
  return list.rows.map((row) => {
    if (row.uid === undefined || row.name === row.uid) return row;
    return { ...row, name: row.uid, typedName: row.name };
  });
}

/** The newest answer about UIDs: a corrected list may have asked again. */
function findUidAnswer(answers: Draft['answers'] = {}): string | undefined {
  const key = Object.keys(answers).findLast((one) => one.startsWith('uids:'));
  return key === undefined ? undefined : answers[key];
}

/** Lines whose UID is another character's than the name. */
function findDisagreement(
  { typed }: Previewed,
  rows: readonly Expanded[],
  { found }: Recipients,
): ListQuestion | undefined {
  const lines = rows.flatMap((row) => toDisagreement(row, found) ?? []);
  if (lines.length === 0) return undefined;
  // The same key, whether the UID or the name was looked up.
  const evidence = lines.flatMap(({ name, uid }) => [toHandleKey(name), uid]);
  const key = toQuestionKey('uids', evidence);
  const answer = typed.answers?.[key];
  return answer === 'uids' || answer === 'names' ? undefined : { about: 'uids', key, lines };
}

function toDisagreement(
  { line, name, typedName, uid }: Expanded,
  found: Recipients['found'],
): Disagreement | undefined {
  const character = found.get(toKey(name));
  if (character === undefined || uid === undefined) return undefined;
  const wasLookedUpByName = typedName === undefined;
  if (wasLookedUpByName) return character.uid === uid ? undefined : { line, name, uid, owner: undefined };
  if (isSameName(typedName, character.name)) return undefined;
  return { line, name: typedName, uid, owner: character.name };
}

type SortedOut = { payable: Payable[]; leftOut: LeftOut[] };

function sortOut(
  texts: CreditsTexts,
  rows: readonly Expanded[],
  { found, unknown }: Recipients,
  ownUid: string,
): SortedOut {
  const sorted: SortedOut = { payable: [], leftOut: [] };
  for (const row of rows) {
    const { line, name, typedName, amount, reason } = row;
    const recipient = found.get(toKey(name));
    const why = unknown.get(toKey(name)) ?? findObstacle(texts, row, recipient?.uid, ownUid);
    if (recipient === undefined || !amount || why !== undefined) {
      const shownName = plain(recipient?.name ?? typedName ?? name, 60);
      sorted.leftOut.push({ name: texts.pay.inLine(line, shownName), why: why ?? texts.pay.noAmount });
    } else {
      const { namedAt, ...party } = recipient;
      sorted.payable.push({ recipient: party, amount, ...(reason && { reason }), ...(namedAt && { namedAt }) });
    }
  }
  return sorted;
}

/** Why a payment to this character can't be made. */
function findObstacle(
  { pay }: CreditsTexts,
  { member }: Expanded,
  uid: string | undefined,
  ownUid: string,
): string | undefined {
  if (uid === ownUid) return pay.toOneself;
  // Without an amount, no one was looked up.
  const isOther = member !== undefined && uid !== undefined && member.uid !== uid;
  return isOther ? pay.othersHandle : undefined;
}

function addUp(alike: readonly Payable[]): Payable[] {
  const reasons = [...new Set(alike.flatMap(({ reason }) => reason ?? []))].join('; ');
  const reason = [...reasons].slice(0, MAX_REASON).join('');
  return alike.slice(0, 1).map((first) => {
    const { reason: _, ...payable } = first;
    return { ...payable, amount: toSum(alike), ...(reason && { reason }) };
  });
}

import { z } from 'zod';
import type { HandlerContext } from '../../../src/discord/declare/context.ts';
import { WIRE_FORMS } from '../../../src/game/wire/wireForms.ts';
import { PUBLIC_BUDGET } from '../../../src/quota/rule.ts';
import { UserError } from '../../../src/view/errorView.ts';
import { button, type MessageView } from '../../../src/view/message.ts';
import { plain } from '../../../src/view/text.ts';
import type { LeftOut } from '../../../src/writes/batch/batchKind.ts';
import { ticketKind } from '../../../src/writes/tickets.ts';
import { PAY_CODES } from '../codes.ts';
import type { CreditsTexts } from '../en.ts';
import { ids } from '../ids.ts';
import { readAccount, toAsked } from './asked.ts';
import { PAY } from './payBatch.ts';
import { type ListRow, MAX_REASON, parsePayList } from './payList.ts';
import type { Payment } from './payment.ts';
import { lookUpView, problemsView } from './payView.ts';
import { findRecipients, MAX_LOOKING_MS, type Recipients, toKey } from './recipients.ts';

export const PAYING = ['CREDITS_WRITE', 'CHARACTER_CREDITS', 'CHARACTER_READ'] as const;
type Context = HandlerContext<typeof PAYING, CreditsTexts>;

/** A list as it was written, under the buttons of previews and errors; `name`: of the saved list that
 * it will be. */
export const DRAFT = ticketKind('pay-draft', z.object({ text: z.string(), name: z.string().optional() }), 60 * 60_000);

/** More look-ups than this are asked about first. */
const MAX_UNASKED = 20;

/** Reads the list, looks up who is meant and shows what would be paid. Sends nothing. */
export async function previewList(
  context: Context,
  text: string,
  { isAddedUp = false, isAsked = false, ticket }: { isAddedUp?: boolean; isAsked?: boolean; ticket?: string } = {},
): Promise<MessageView> {
  const { texts, services, person, language, me } = context;
  const until = performance.now() + MAX_LOOKING_MS;
  const list = parsePayList(text, language);
  const draft = ticket ?? (await services.tickets.issue(DRAFT, person.id, { text }));
  if (list.problems.length > 0) return problemsView(texts, list, text, draft);
  if (list.rows.length === 0) throw new UserError(texts.pay.empty);
  const account = await readAccount(context);
  const isByHandle = (await services.kept(WIRE_FORMS, 'recipient').get()) === 'handle';
  const names = list.rows.flatMap(({ name, amount }) => (amount === undefined ? [] : [name]));
  const limits = { isByHandle, until, mayLookUp: isAsked ? names.length : MAX_UNASKED };
  const recipients = await findRecipients(context, names, account.log.entries, limits);
  if (recipients.missing.length > 0) {
    // Looking up a handle needs no token.
    const { left } = await services.quotaOf(PUBLIC_BUDGET, services.budgetOf(person.id));
    return lookUpView(texts, recipients.missing.length, left, ids.payDraft({ draft, isAddedUp, isAsked: true }));
  }
  const { payable, leftOut } = sortOut(texts, list.rows, recipients, me);
  const people = new Set(payable.map(({ recipient }) => recipient.uid));
  const merged = isAddedUp ? addUp(payable) : payable;
  const codes = new Set<string>();
  const rows = merged.map((row): Payment => {
    const code = PAY_CODES.create(codes);
    codes.add(code);
    return { ...row, code, ...(isByHandle && { recipientForm: 'handle' }) };
  });
  const toggle = texts.pay[isAddedUp ? 'keepApart' : 'addUp'];
  const buttons = [
    button(texts.pay.fix, ids.payFix({ draft })),
    people.size < payable.length && button(toggle, ids.payDraft({ draft, isAddedUp: !isAddedUp, isAsked })),
  ];
  const asked = { ...toAsked(context, rows, account), leftOut, buttons: buttons.filter((one) => one !== false) };
  if (rows.length === 0) return problemsView(texts, { rows: [], problems: [] }, text, draft, leftOut);
  return await services.batches.preview(context, PAY, asked);
}

type Payable = Pick<Payment, 'recipient' | 'amount' | 'reason'>;

/** What can be paid, and the lines that can't. */
function sortOut(
  { pay, toOneself }: CreditsTexts,
  rows: readonly ListRow[],
  { found, unknown }: Recipients,
  me: { uid: string },
): { payable: Payable[]; leftOut: LeftOut[] } {
  const payable: Payable[] = [];
  const leftOut: LeftOut[] = [];
  for (const { line, name, amount, reason } of rows) {
    const leave = (why: string): void => void leftOut.push({ name: pay.inLine(line, plain(name, 60)), why });
    const recipient = found.get(toKey(name));
    if (amount === undefined) leave(pay.noAmount);
    else if (!recipient) leave(unknown.get(toKey(name)) ?? pay.noRecipient);
    else if (recipient.uid === me.uid) leave(toOneself.split('. ')[0] ?? toOneself);
    else payable.push({ recipient: { uid: recipient.uid, name: recipient.name }, amount, ...(reason && { reason }) });
  }
  return { payable, leftOut };
}

/** One payment for each recipient, in the order of the list. */
function addUp(rows: readonly Payable[]): Payable[] {
  return [...Map.groupBy(rows, ({ recipient }) => recipient.uid).values()].flatMap((alike) => {
    const [first] = alike;
    if (!first) return [];
    const reasons = [...new Set(alike.flatMap(({ reason }) => reason ?? []))].join('; ');
    const reason = [...reasons].slice(0, MAX_REASON).join('');
    const amount = alike.reduce((sum, row) => sum + row.amount, 0);
    return [{ recipient: first.recipient, amount, ...(reason && { reason }) }];
  });
}

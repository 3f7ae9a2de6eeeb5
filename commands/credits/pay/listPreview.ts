import { z } from 'zod';
import type { HandlerContext } from '../../../src/discord/declare/context.ts';
import { WIRE_FORMS } from '../../../src/game/wire/wireForms.ts';
import { PUBLIC_BUDGET } from '../../../src/quota/rule.ts';
import { withoutControls } from '../../../src/view/decodeText.ts';
import { UserError } from '../../../src/view/errorView.ts';
import type { Language } from '../../../src/view/languages.ts';
import { button } from '../../../src/view/message.ts';
import { plain } from '../../../src/view/text.ts';
import type { LeftOut } from '../../../src/writes/kind.ts';
import { ticketKind } from '../../../src/writes/tickets.ts';
import { expandRows } from '../../roster/mentions.ts';
import { PAY_CODES } from '../codes.ts';
import type { CreditsTexts } from '../en.ts';
import { payIds } from '../ids.ts';
import { readNewestForSure } from '../readLog.ts';
import { toSum } from '../requests/request.ts';
import { PAY, type Payment, toAsked } from './payBatch.ts';
import { type ListRow, MAX_REASON, parsePayList } from './payList.ts';
import { lookUpView, problemsView } from './payView.ts';
import { findRecipients, MAX_LOOKING_MS, type Recipients, toKey } from './recipients.ts';
import { spoken } from './savedLists.ts';

export const PAY_SCOPES = ['CREDITS_WRITE', 'CHARACTER_CREDITS', 'CHARACTER_READ'] as const;
type Context = HandlerContext<typeof PAY_SCOPES, CreditsTexts>;
type Choices = Partial<typeof PLAIN> & { ticket?: string; language?: Language | undefined };
type Expanded = ListRow & { member?: { uid: string } };
type Payable = Pick<Payment, 'recipient' | 'amount' | 'reason'>;

/** A list as typed. `name`: if the list is being saved. `language`: of its amounts. */
const written = z.object({ text: z.string(), name: z.string().optional(), language: spoken.optional() });
export const DRAFT = ticketKind('pay-draft', written, 60 * 60_000);

/** A preview before anything is chosen in it. `leavesPaid`: without payments that the log has. */
export const PLAIN = { isAddedUp: false, isAsked: false, isRounded: false, leavesPaid: false };

/** More look-ups need a confirmation. */
const MAX_UNASKED = 20;

/** Reads the list, looks up the recipients and previews the payments. Sends nothing. */
export async function previewList(
  context: Context,
  text: string,
  { ticket, language = context.language, ...chosen }: Choices = {},
) {
  const { texts, services, person, me, game } = context;
  const until = performance.now() + MAX_LOOKING_MS;
  const choices = { ...PLAIN, ...chosen };
  const { isAddedUp, isAsked, isRounded, leavesPaid } = choices;
  const list = parsePayList(text, language, isRounded);
  const issue = () => services.tickets.issue(DRAFT, person, { text: withoutControls(text), language });
  const draft = ticket ?? (await issue());
  const toId = (change: Partial<typeof PLAIN>) => payIds.payDraft({ draft, ...choices, ...change });
  const roundId = toId({ isRounded: true });
  if (list.problems.length > 0) return problemsView(texts, list, text, draft, { roundId });
  if (list.rows.length === 0) throw new UserError(texts.pay.empty);
  const isByHandle = (await services.kept(WIRE_FORMS, 'recipient').get()) === 'handle';
  const expanded = await expandRows(context, list.rows, isByHandle);
  const [log, balance] = await Promise.all([readNewestForSure(context), game.character.credits.get({ uid: me.uid })]);
  const limits = { isByHandle, until, mayLookUp: isAsked ? expanded.length : MAX_UNASKED };
  const wanted = expanded.filter(({ amount }) => amount);
  const recipients = await findRecipients(context, wanted, log.entries, limits);
  if (recipients.missing > 0) {
    // Looking up a handle needs no token.
    const { left } = await services.quotaOf(PUBLIC_BUDGET, services.budgetOf(person.id));
    return lookUpView(texts, recipients.missing, left, toId({ isAsked: true }));
  }
  const { payable, leftOut } = sortOut(texts, expanded, recipients, me.uid);
  if (payable.length === 0) return problemsView(texts, { ...list, rows: expanded }, text, draft, { leftOut });
  const codes = new Set<string>();
  const people = [...Map.groupBy(payable, ({ recipient }) => recipient.uid).values()];
  const rows = (isAddedUp ? people.flatMap(addUp) : payable).map((row): Payment => {
    const code = PAY_CODES.create(codes);
    codes.add(code);
    return { ...row, code, ...(isByHandle && { recipientForm: 'handle' }) };
  });
  const { paid, ...asked } = await toAsked(context, rows, { log, balance, leavesPaid });
  const addUpId = toId({ isAddedUp: !isAddedUp });
  const buttons = [
    button(texts.pay.fix, payIds.payFix({ draft })),
    ...(people.length < payable.length ? [button(texts.pay[isAddedUp ? 'keepApart' : 'addUp'], addUpId)] : []),
    ...(paid > 0 && !leavesPaid ? [button(texts.pay.leaveOut, toId({ leavesPaid: true }))] : []),
  ];
  return await services.batches.preview(context, PAY, { ...asked, leftOut: [...leftOut, ...asked.leftOut], buttons });
}

function sortOut({ pay }: CreditsTexts, rows: readonly Expanded[], { found, unknown }: Recipients, own: string) {
  const [payable, leftOut]: [Payable[], LeftOut[]] = [[], []];
  for (const { line, name, amount, reason, member } of rows) {
    const { uid = '', name: handle = name } = found.get(toKey(name)) ?? {};
    const isOther = member !== undefined && member.uid !== uid;
    const why = unknown.get(toKey(name)) ?? (uid === own ? pay.toOneself : isOther ? pay.othersHandle : undefined);
    if (!amount || why !== undefined)
      leftOut.push({ name: pay.inLine(line, plain(handle, 60)), why: why ?? pay.noAmount });
    else payable.push({ recipient: { uid, name: handle }, amount, ...(reason && { reason }) });
  }
  return { payable, leftOut };
}

function addUp(alike: readonly Payable[]): Payable[] {
  const reasons = [...new Set(alike.flatMap(({ reason }) => reason ?? []))].join('; ');
  const reason = [...reasons].slice(0, MAX_REASON).join('');
  return alike.slice(0, 1).map(({ recipient }) => ({ recipient, amount: toSum(alike), ...(reason && { reason }) }));
}

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
import { PAY, type Payment, toAsked, toTotal } from './payBatch.ts';
import { type ListRow, MAX_REASON, parsePayList } from './payList.ts';
import { lookUpView, problemsView } from './payView.ts';
import { findRecipients, MAX_LOOKING_MS, type Recipients, toKey } from './recipients.ts';
import { spoken } from './savedLists.ts';

export const PAY_SCOPES = ['CREDITS_WRITE', 'CHARACTER_CREDITS', 'CHARACTER_READ'] as const;
type Context = HandlerContext<typeof PAY_SCOPES, CreditsTexts>;
type Choices = Partial<typeof PLAIN> & { ticket?: string; language?: Language | undefined };
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
  const [log, balance] = await Promise.all([readNewestForSure(context), game.character.credits.get({ uid: me.uid })]);
  const isByHandle = (await services.kept(WIRE_FORMS, 'recipient').get()) === 'handle';
  const { rows: typed, known } = await expandRows(context, list.rows);
  const names = typed.flatMap(({ name, amount }) => (amount ? [name] : []));
  const limits = { isByHandle, until, known, mayLookUp: isAsked ? names.length : MAX_UNASKED };
  const recipients = await findRecipients(context, names, log.entries, limits);
  if (recipients.missing > 0) {
    // Looking up a handle needs no token.
    const { left } = await services.quotaOf(PUBLIC_BUDGET, services.budgetOf(person.id));
    return lookUpView(texts, recipients.missing, left, toId({ isAsked: true }));
  }
  const { payable, leftOut } = sortOut(texts, typed, recipients, me);
  if (payable.length === 0) return problemsView(texts, list, text, draft, { leftOut });
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

function sortOut({ pay }: CreditsTexts, rows: readonly ListRow[], { found, unknown }: Recipients, me: { uid: string }) {
  const [payable, leftOut]: [Payable[], LeftOut[]] = [[], []];
  for (const { line, name, amount, reason } of rows) {
    const { uid = '', name: handle = '' } = found.get(toKey(name)) ?? {};
    const why = uid === me.uid ? pay.toOneself : unknown.get(toKey(name));
    if (!amount || why !== undefined)
      leftOut.push({ name: pay.inLine(line, plain(name, 60)), why: why ?? pay.noAmount });
    else payable.push({ recipient: { uid, name: handle }, amount, ...(reason && { reason }) });
  }
  return { payable, leftOut };
}

function addUp(alike: readonly Payable[]): Payable[] {
  const reasons = [...new Set(alike.flatMap(({ reason }) => reason ?? []))].join('; ');
  const reason = [...reasons].slice(0, MAX_REASON).join('');
  return alike.slice(0, 1).map(({ recipient }) => ({ recipient, amount: toTotal(alike), ...(reason && { reason }) }));
}

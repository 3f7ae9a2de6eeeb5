import { button, buttons, divider, message, modal, select, text } from '../../../src/view/message.ts';
import { firstLines, joined, plain, timestamp, unformatted } from '../../../src/view/text.ts';
import { REQUEST_CODES } from '../codes.ts';
import type { CreditsTexts } from '../en.ts';
import { requestIds as ids } from '../ids.ts';
import { MAX_PEOPLE } from './people.ts';
import { paidAtLeast, type Request, type Row, sentBy, toSum } from './request.ts';

export const MAX_REASON = 150;
export const MAX_TYPED = 2_000;
const MAX_LIST = 1_700;
const MAX_CHOICES = 25;

/** `isPrivate`: as the asker sees it. `asker`: their Discord user. */
export function requestView(texts: CreditsTexts, asked: Request, asker: string, isPrivate: boolean) {
  const { requests, labels, shared } = texts;
  const { code, reason, uncounted, unseenUntil, checkedAt, isWithdrawn } = asked;
  const isOpen = asked.endedAt === undefined;
  const paid = asked.rows.map((row) => ({ amount: paidAtLeast(asked, row) })).filter(({ amount }) => amount > 0);
  return message(
    isOpen ? 'neutral' : isWithdrawn ? 'warning' : 'good',
    text(
      `## ${toTitle(texts, asked)}`,
      `**${shared.to}:** ${plain(asked.asker.name, 60)} (${plain(asked.asker.uid, 30)})`,
      reason !== '' && `**${labels.reason}:** ${plain(reason, MAX_REASON)}`,
    ),
    text(firstLines(toLines(texts, asked), MAX_LIST)),
    divider(),
    text(
      isOpen &&
        paid.length > 0 &&
        `**${requests.atLeast(toSum(paid), toSum(asked.rows), paid.length, asked.rows.length)}**`,
      ...uncounted.map(({ id, name, amount, isOfSeveral }) =>
        requests.notCounted(plain(name, 40) || '–', amount, plain(id, 30), isOfSeveral),
      ),
      unseenUntil !== undefined && requests.unseen(timestamp(new Date(unseenUntil))),
      isWithdrawn ? requests.withdrawn : isOpen && requests.byHand(`\`${REQUEST_CODES.toMark(code)}\``),
      checkedAt !== undefined && `-# ${texts.recheck.last(timestamp(new Date(checkedAt)))}`,
    ),
    buttons(
      isOpen && !isPrivate && button(requests.pay, ids.payRequest({ of: `${asker} ${code}` }), { style: 'primary' }),
      button(requests.check, ids.checkRequest({ code })),
      isOpen && button(requests.withdraw, ids.endRequest({ code })),
      isOpen && isPrivate && button(requests.post, ids.postRequest({ code })),
    ),
  );
}

export function requestsView(
  texts: CreditsTexts,
  own: readonly Request[],
  toYou: readonly { asker: string; request: Request; row: Row }[],
) {
  const { requests, pager } = texts;
  const ownLines = own.flatMap((each) => [
    joined(`**${toTitle(texts, each)}**`, each.isWithdrawn && requests.withdrawn),
    ...toLines(texts, each),
  ]);
  const lines = toYou.map(({ request, row }) => {
    const state = joined(toState(texts, request, row), plain(request.reason, 60));
    return `- ${plain(request.asker.name, 40)}: ${state}`;
  });
  const choices = own.map((each) => ({ label: toTitle(texts, each, toLabel), value: each.code }));
  const payable = toYou.map(({ asker, request, row }) => ({
    label: `${toLabel(request.asker.name)}: ${texts.credits(row.amount - sentBy(request, row.uid))}`,
    value: `${asker} ${request.code}`,
  }));
  return message(
    'neutral',
    text(`## ${requests.own}`, firstLines(ownLines, MAX_LIST) || pager.empty),
    choices.length > 0 && select(ids.checkRequest(), choices.slice(0, MAX_CHOICES), { placeholder: requests.open }),
    divider(),
    text(`## ${requests.toYou}`, firstLines(lines, MAX_LIST) || pager.empty),
    payable.length > 0 && select(ids.payRequest(), payable, { placeholder: requests.pay }),
  );
}

/** One name per line. The fields are the command's options. */
export function peopleModal({ requests, labels, shared }: CreditsTexts, amount?: number, reason = '') {
  const each = { label: labels.amount, description: requests.amount, value: `${amount ?? ''}` };
  const who = { customId: 'from', label: shared.from, description: requests.lines(MAX_PEOPLE), isParagraph: true };
  return modal(
    requests.title,
    ids.askAll(),
    { ...who, minLength: 1, maxLength: MAX_TYPED },
    { customId: 'amount', ...each, minLength: 1, maxLength: 30 },
    { customId: 'reason', label: labels.reason, value: reason, minLength: 0, maxLength: MAX_REASON, isOptional: true },
  );
}

const toShown = (name: string): string => plain(name, 40);
/** Two names, an amount and the words around them fit into a choice. */
const toLabel = (name: string): string => unformatted(name, 25);

function toTitle({ requests, credits }: CreditsTexts, { asker, rows }: Request, show = toShown): string {
  const who = rows.length > 1 ? requests.people(rows.length) : show(rows[0]?.name ?? '');
  return requests.asks(show(asker.name), who, credits(toSum(rows)));
}

const toLines = (texts: CreditsTexts, asked: Request): string[] =>
  asked.rows.map((row) => `- ${plain(row.name, 40)} (${plain(row.uid, 30)}): ${toState(texts, asked, row)}`);

function toState({ requests, credits }: CreditsTexts, asked: Request, { uid, amount }: Row): string {
  const paid = sentBy(asked, uid);
  if (paid >= amount) return requests.paid(credits(amount), paid - amount);
  return paid > 0 ? requests.partly(paid, credits(amount), amount - paid) : credits(amount);
}

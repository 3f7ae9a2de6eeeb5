import { button, buttons, divider, message, text } from '../../src/view/message.ts';
import { lastChecked, mayStartOver } from '../../src/view/recheck.ts';
import { excerpt, firstLines, fitting, plain } from '../../src/view/text.ts';
import type { Finished, SingleKind } from '../../src/writes/kind.ts';
import { forgetRecent } from '../characters/recentMessages.ts';
import { type MsgTexts, TEXTS } from './en.ts';
import {
  findEntries,
  findSent,
  type OutgoingMessage,
  outgoingMessage,
  readSentSnapshot,
  type SendOutcome,
  type SentSnapshot,
  sendOutcome,
  sentSnapshot,
  splitRecipients,
} from './findSent.ts';
import { ids } from './ids.ts';
import { toBody } from './messageViews.ts';

const MAX_NAMES_LENGTH = 700;
const MAX_REASONS_LENGTH = 400;
const MAX_EXCERPT_LENGTH = 1_200;

export const SEND: SingleKind<OutgoingMessage, SentSnapshot, SendOutcome, MsgTexts> = {
  name: 'message.send',
  scope: 'MESSAGES_SEND',
  texts: TEXTS,
  row: outgoingMessage,
  baseline: sentSnapshot,
  outcome: sendOutcome,
  before: readSentSnapshot,
  async send({ game, me, services, person }, { recipients, text }) {
    try {
      const sent = await game.character.messages.create({ uid: me.uid, receivers: recipients, communication: text });
      return { outcome: 'answered', ...sent };
    } finally {
      await forgetRecent(services, person);
    }
  },
  async identify(context, data, before, answered) {
    return answered.outcome === 'answered' && answered.delivered.length > 0
      ? { ...answered, entries: await findEntries(context, data, before) }
      : answered;
  },
  entries(result) {
    const { entries: ids = [] } = result;
    return { ids, isAll: result.outcome === 'answered' ? ids.length >= result.delivered.length : !isOpen(result) };
  },
  lostView: checkingView,
  lookUp: findSent,
  isOpen,
  changes(data, outcome) {
    const { delivered, without } = splitRecipients(data, outcome);
    const done = { targets: delivered, result: 'done' } as const;
    const result = outcome?.outcome === 'answered' ? 'refused' : 'unknown';
    return [done, { targets: without.map((name) => ({ name })), result } as const]
      .filter(({ targets }) => targets.length > 0)
      .map((part) => ({ action: 'message.send', detail: '', ...part }));
  },
  retry: (texts, id) => buttons(correctButton(texts, id)),
  gone: (texts) => texts.gone,
  view: sendView,
};

function isOpen(result: SendOutcome): boolean {
  return result.outcome === 'lost' && result.missing.length + result.maybe.length > 0;
}

/** Shown while the sent messages are checked for one without a response. */
export function checkingView({ send, shared }: MsgTexts, { recipients }: OutgoingMessage) {
  const heading = text(`## ${shared.outcomeUnknown}`, toNames(shared.to, recipients));
  return message('warning', heading, text(send.checking));
}

export function sendView(
  texts: MsgTexts,
  { id, data: { text: body }, outcome, startedAt }: Finished<OutgoingMessage, SendOutcome>,
) {
  const { send, recheck, shared } = texts;
  const showSent = button(send.showSent, ids.sent());
  const correct = correctButton(texts, id);
  if (outcome.outcome === 'answered') {
    const { delivered, failed, reasons } = outcome;
    const isWhole = failed.length === 0;
    const title = isWhole ? shared.sent : delivered.length > 0 ? send.sentPartly : send.notSent;
    const names = delivered.map(({ name }) => name);
    const reasonLines = reasons.map((reason) => `- ${plain(reason)}`);
    return message(
      isWhole ? 'good' : 'warning',
      text(`## ${title}`, toNames(send.delivered, names), toNames(send.failed, failed)),
      !isWhole && reasonLines.length > 0 && text(`**${send.reasons}:**`, firstLines(reasonLines, MAX_REASONS_LENGTH)),
      !isWhole && text(send.checkHandles),
      divider(),
      ...(isWhole ? [text(excerpt(body, MAX_EXCERPT_LENGTH).shown || '–')] : toBody(texts, body, MAX_EXCERPT_LENGTH)),
      buttons(!isWhole && correct, delivered.length > 0 && showSent),
    );
  }
  const { found, maybe, missing, isRead, checkedAt } = outcome;
  const delivered = toNames(send.delivered, found);
  if (!isOpen(outcome))
    return message('good', text(`## ${shared.sent}`, delivered), text(send.found), buttons(showSent));
  const isUnread = !isRead && found.length === 0;
  const isUnclear = isUnread || (found.length === 0 && maybe.length > 0);
  const title = isUnclear ? shared.outcomeUnknown : found.length > 0 ? send.sentPartly : shared.notFoundYet;
  const sentence = isUnread ? send.unreadable : missing.length > 0 && send.notFound;
  const mayCorrect = mayStartOver(startedAt, checkedAt);
  return message(
    'warning',
    text(`## ${title}`, delivered, toNames(send.maybe, maybe), toNames(shared.notFoundYet, missing)),
    text(sentence, maybe.length > 0 && send.sameMessage, lastChecked(texts, checkedAt)),
    ...(mayCorrect ? [divider(), text(send.startOver), ...toBody(texts, body, MAX_EXCERPT_LENGTH)] : []),
    buttons(button(recheck.again, ids.check({ id }), { style: 'primary' }), mayCorrect && correct),
  );
}

/** Reopens the form for the recipients who may not have the message. */
const correctButton = ({ again }: MsgTexts, id: string) =>
  button(again.correctAndSend, ids.correct({ id }), { style: 'primary' });

/** The names that fit, and the number of others; false without names. */
function toNames(label: string, names: readonly string[]): string | false {
  const shown = names.map((name) => plain(name, 60) || '–');
  const shownNames = fitting(shown, MAX_NAMES_LENGTH);
  const others = shown.length - shownNames.length;
  return names.length > 0 && `**${label}:** ${[...shownNames, ...(others > 0 ? [`+${others}`] : [])].join(', ')}`;
}

import type { SentMessage } from '../../src/game/messages.ts';
import type { Messages } from '../../src/view/language.ts';
import { divider, type MessageView, type ModalView, message, modal, text } from '../../src/view/message.ts';
import { excerpt, firstLines, plain } from '../../src/view/text.ts';
import { toCheckedLine } from './checks.ts';
import type { MsgMessages } from './messages.ts';
import { row, toBody } from './messageViews.ts';
import { formatRecipients, MAX_TEXT_LENGTH } from './recipients.ts';

type Said = Messages<MsgMessages>;

/** The fields of {@link composeModal}. */
export const COMPOSE_FIELDS = { to: 'to', text: 'text' } as const;

/** Of the recipients together: 25 of the longest handles. */
export const MAX_TO_LENGTH = 2_000;

const MAX_NAMES_LENGTH = 700;
const MAX_REASONS_LENGTH = 400;
const MAX_EXCERPT_LENGTH = 1_200;

/** Where a message is written; the recipients are filled in. */
export function composeModal({ send }: Said, customId: string, recipients: readonly string[]): ModalView {
  return modal(
    send.modalTitle,
    customId,
    {
      customId: COMPOSE_FIELDS.to,
      label: send.toLabel,
      minLength: 1,
      maxLength: MAX_TO_LENGTH,
      value: formatRecipients(recipients),
    },
    {
      customId: COMPOSE_FIELDS.text,
      label: send.textLabel,
      minLength: 1,
      maxLength: MAX_TEXT_LENGTH,
      isParagraph: true,
    },
  );
}

/** Who got the message and who didn't, how it begins, and a button to the sent messages. */
export function sentView({ send }: Said, sent: SentMessage, body: string, sentId: string): MessageView {
  const { delivered, failed, reasons } = sent;
  const isWhole = failed.length === 0;
  const title = isWhole ? send.sent : delivered.length > 0 ? send.sentPartly : send.notSent;
  const excuses = reasons.map((reason) => `- ${plain(reason)}`);
  return message(
    isWhole ? 'good' : 'warning',
    text(
      `## ${title}`,
      delivered.length > 0 && `**${send.delivered}:** ${toNames(delivered.map(({ name }) => name))}`,
      failed.length > 0 && `**${send.failed}:** ${toNames(failed)}`,
    ),
    !isWhole && excuses.length > 0 && text(`**${send.reasons}:**`, firstLines(excuses, MAX_REASONS_LENGTH)),
    !isWhole && text(send.checkHandles),
    divider(),
    text(excerpt(body, MAX_EXCERPT_LENGTH).shown || '–'),
    delivered.length > 0 && row([send.showSent, sentId]),
  );
}

/** A message whose response was lost, while the sent messages are being checked. */
export function checkingView({ send, read }: Said, recipients: readonly string[]): MessageView {
  const heading = text(`## ${send.unknownTitle}`, `**${read.to}:** ${toNames(recipients)}`);
  return message('warning', heading, text(send.checking));
}

/**
 * What the sent messages showed: the handles for which they have the message, and the others.
 * `isRead`: whether they reach back far enough to tell. `checkedAt` in ms since the epoch.
 */
export type LostMessage = {
  found: readonly string[];
  missing: readonly string[];
  isRead: boolean;
  checkedAt?: number | undefined;
};

/** A message whose response was lost. An id for `compose` offers to start over, with the text. */
export function lostView(
  messages: Said,
  { found, missing, isRead, checkedAt }: LostMessage,
  body: string,
  ids: { check: string; sent: string; compose?: string | undefined },
): MessageView {
  const { send, checkAgain } = messages;
  if (missing.length === 0)
    return message(
      'good',
      text(`## ${send.sent}`, `**${send.delivered}:** ${toNames(found)}`),
      text(send.found),
      row([send.showSent, ids.sent]),
    );
  const isUnread = !isRead && found.length === 0;
  const title = isUnread ? send.unknownTitle : found.length > 0 ? send.sentPartly : send.notFoundTitle;
  const copy = ids.compose === undefined ? undefined : toBody(messages, body, MAX_EXCERPT_LENGTH);
  const view = message(
    'warning',
    text(
      `## ${title}`,
      found.length > 0 && `**${send.delivered}:** ${toNames(found)}`,
      `**${send.missing}:** ${toNames(missing)}`,
    ),
    text(isUnread ? send.unreadable : send.notFound, toCheckedLine(messages, checkedAt)),
    copy && divider(),
    copy && text(send.startOver),
    ...(copy?.parts ?? []),
    row([checkAgain, ids.check, 'primary'], [send.writeAgain, ids.compose]),
  );
  return { ...view, ...(copy?.files && { files: copy.files }) };
}

/** As many names as fit, and how many are left out. */
function toNames(names: readonly string[]): string {
  const shown = names.map((name) => plain(name, 60) || '–');
  let length = 0;
  const fitting = shown.filter((name) => {
    length += name.length + 2;
    return length <= MAX_NAMES_LENGTH;
  });
  const others = shown.length - fitting.length;
  return [...fitting, ...(others > 0 ? [`+${others}`] : [])].join(', ');
}

import type { IdFor } from '../../src/discord/customId.ts';
import type { Finished } from '../../src/discord/writeKind.ts';
import type { Messages } from '../../src/view/language.ts';
import {
  button,
  buttons,
  divider,
  type MessageView,
  type ModalView,
  message,
  modal,
  text,
} from '../../src/view/message.ts';
import { lastChecked, mayStartOver } from '../../src/view/recheck.ts';
import { excerpt, firstLines, plain } from '../../src/view/text.ts';
import { toComposeId } from './ids.ts';
import type { MsgMessages } from './messages.ts';
import { toBody } from './messageViews.ts';
import { formatRecipients, MAX_TEXT_LENGTH } from './recipients.ts';
import type { Sending, SendOutcome } from './sending.ts';

type Said = Messages<MsgMessages>;

/** The fields of {@link composeModal}. */
export const COMPOSE_FIELDS = { to: 'to', text: 'text' } as const;

/** Of the recipients together: 25 of the longest handles. */
export const MAX_TO_LENGTH = 2_000;

const MAX_NAMES_LENGTH = 700;
const MAX_REASONS_LENGTH = 400;
const MAX_EXCERPT_LENGTH = 1_200;

/** Where a message is written; the recipients are filled in. */
export function composeModal({ send }: Said, idFor: IdFor, recipients: readonly string[]): ModalView {
  return modal(
    send.modalTitle,
    idFor('send'),
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

/** While the sent messages are checked after the answer was lost. */
export function checkingView({ send, read }: Said, { recipients }: Sending): MessageView {
  const heading = text(`## ${send.unknownTitle}`, toNames(read.to, recipients));
  return message('warning', heading, text(send.checking));
}

/** Who got the message and who didn't, or what the sent messages show of that, and the next step. */
export function sendView(
  messages: Said,
  { id, data: { text: body }, outcome, startedAt }: Finished<Sending, SendOutcome>,
  idFor: IdFor,
): MessageView {
  const { send, recheck } = messages;
  const showSent = button(send.showSent, idFor('sent'));
  if (outcome.outcome === 'answered') {
    const { delivered, failed, reasons } = outcome;
    const isWhole = failed.length === 0;
    const title = isWhole ? send.sent : delivered.length > 0 ? send.sentPartly : send.notSent;
    const names = delivered.map(({ name }) => name);
    const excuses = reasons.map((reason) => `- ${plain(reason)}`);
    return message(
      isWhole ? 'good' : 'warning',
      text(`## ${title}`, toNames(send.delivered, names), toNames(send.failed, failed)),
      !isWhole && excuses.length > 0 && text(`**${send.reasons}:**`, firstLines(excuses, MAX_REASONS_LENGTH)),
      !isWhole && text(send.checkHandles),
      divider(),
      text(excerpt(body, MAX_EXCERPT_LENGTH).shown || '–'),
      buttons(delivered.length > 0 && showSent),
    );
  }
  const { found, missing, isRead, checkedAt } = outcome;
  const delivered = toNames(send.delivered, found);
  if (missing.length === 0)
    return message('good', text(`## ${send.sent}`, delivered), text(send.found), buttons(showSent));
  const isUnread = !isRead && found.length === 0;
  const title = isUnread ? send.unknownTitle : found.length > 0 ? send.sentPartly : send.notFoundTitle;
  const copy = mayStartOver(startedAt, checkedAt) ? toBody(messages, body, MAX_EXCERPT_LENGTH) : undefined;
  const view = message(
    'warning',
    text(`## ${title}`, delivered, toNames(send.missing, missing)),
    text(isUnread ? send.unreadable : send.notFound, lastChecked(messages, checkedAt)),
    ...(copy ? [divider(), text(send.startOver), ...copy.parts] : []),
    buttons(
      button(recheck.again, idFor('check', { id }), { style: 'primary' }),
      copy && button(send.writeAgain, toComposeId(idFor, missing)),
    ),
  );
  return { ...view, files: copy?.files ?? [] };
}

/** As many names as fit, and how many are left out; false for none. */
function toNames(label: string, names: readonly string[]): string | false {
  const shown = names.map((name) => plain(name, 60) || '–');
  let length = 0;
  const fitting = shown.filter((name) => {
    length += name.length + 2;
    return length <= MAX_NAMES_LENGTH;
  });
  const others = shown.length - fitting.length;
  return names.length > 0 && `**${label}:** ${[...fitting, ...(others > 0 ? [`+${others}`] : [])].join(', ')}`;
}

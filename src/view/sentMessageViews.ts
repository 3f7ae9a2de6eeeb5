import type { SentMessage } from '../game/messages.ts';
import { button, buttons, divider, type MessageView, type ModalView, message, modal, text } from './message.ts';
import { excerpt, firstLines, plain } from './text.ts';
import type { Words } from './words/wordsFor.ts';

/** The fields of {@link composeModal}. */
export const COMPOSE_FIELDS = { to: 'to', text: 'text' } as const;

/** The most characters of a message: those of a modal's text. The service would take 10000. */
export const LONGEST_TEXT = 4_000;
/** The most characters of the recipients together: 25 of the longest handles. */
export const LONGEST_TO = 2_000;

const LONGEST_NAMES = 700;
const LONGEST_REASONS = 400;
const LONGEST_EXCERPT = 1_200;

/** Where a message is written; `to` stands there already. */
export function composeModal({ messages: { send } }: Words, customId: string, to: string): ModalView {
  return modal(
    send.modalTitle,
    customId,
    { customId: COMPOSE_FIELDS.to, label: send.toLabel, minLength: 1, maxLength: LONGEST_TO, value: to },
    {
      customId: COMPOSE_FIELDS.text,
      label: send.textLabel,
      minLength: 1,
      maxLength: LONGEST_TEXT,
      isParagraph: true,
    },
  );
}

/** Who got the message and who did not, and how it begins. */
export function sentView({ messages: { send } }: Words, sent: SentMessage, body: string): MessageView {
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
    failed.length > 0 && excuses.length > 0 && text(`**${send.reasons}:**`, firstLines(excuses, LONGEST_REASONS)),
    failed.length > 0 && text(send.checkHandles),
    divider(),
    text(excerpt(body, LONGEST_EXCERPT).shown || '–'),
  );
}

/** What the sent messages showed of a message whose answer did not arrive: handles that have it, and those that do not. */
export type LookedUpSent = { found: readonly string[]; missing: readonly string[] } | 'unreadable';

/** A message whose answer did not arrive; `looked` is what was found since. */
export function unknownSentView(
  { messages }: Words,
  recipients: readonly string[],
  looked: LookedUpSent | undefined,
  lookId: string | undefined,
): MessageView {
  const { send, lookAgain } = messages;
  if (looked === undefined)
    return message(
      'warning',
      text(`## ${send.unknownTitle}`, `**${messages.read.to}:** ${toNames(recipients)}`),
      text(send.unknown),
    );
  const { found, missing } = looked === 'unreadable' ? { found: [], missing: recipients } : looked;
  const [title, sentence] =
    looked === 'unreadable'
      ? [send.unknownTitle, send.unreadable]
      : missing.length === 0
        ? [send.sent, send.found]
        : found.length === 0
          ? [send.notFoundTitle, send.notFound]
          : [send.sentPartly, send.foundPartly];
  return message(
    missing.length === 0 ? 'good' : 'warning',
    text(
      `## ${title}`,
      found.length > 0 && `**${send.delivered}:** ${toNames(found)}`,
      missing.length > 0 && `**${send.missing}:** ${toNames(missing)}`,
    ),
    text(sentence),
    missing.length > 0 && lookId !== undefined && buttons(button(lookAgain, lookId, { style: 'primary' })),
  );
}

/** Whom a Discord user is in the game, with a button that leads to writing to them. */
export function writeToView(
  { messages: { menu } }: Words,
  mention: string,
  { name }: { name: string },
  composeId: string,
): MessageView {
  return message(
    'neutral',
    text(menu.writeTo(mention, plain(name, 60))),
    buttons(button(menu.write, composeId, { style: 'primary' })),
  );
}

/** As many names as fit, and how many are left out. */
function toNames(names: readonly string[]): string {
  const shown = names.map((name) => plain(name, 60) || '–');
  let length = 0;
  const fitting = shown.filter((name) => {
    length += name.length + 2;
    return length <= LONGEST_NAMES;
  });
  const others = shown.length - fitting.length;
  return [...fitting, ...(others > 0 ? [`+${others}`] : [])].join(', ');
}

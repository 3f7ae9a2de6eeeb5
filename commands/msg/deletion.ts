import { z } from 'zod';
import type { ActionContext } from '../../src/discord/declare/command.ts';
import type { HandlerContext, Needs } from '../../src/discord/declare/context.ts';
import { findProposal } from '../../src/discord/declare/findProposal.ts';
import { withPostingNotice } from '../../src/discord/declare/postingNotice.ts';
import { isGameError } from '../../src/game/errors.ts';
import { correspondentOf, type Message } from '../../src/game/resources/messages.ts';
import { noticeView, UserError } from '../../src/view/errorView.ts';
import { button, buttons, type MessageView, message, text } from '../../src/view/message.ts';
import { lastChecked, mayStartOver } from '../../src/view/recheck.ts';
import { countdown } from '../../src/view/text.ts';
import type { Finished, SingleKind } from '../../src/writes/kind.ts';
import { forgetRecent } from '../characters/recentMessages.ts';
import { type MsgTexts, TEXTS } from './en.ts';
import { deleteButton, ids, listButton, position, START } from './ids.ts';
import { type Me, toLines } from './messageViews.ts';
import { findMessage, toUnknownMessage } from './read.ts';

export const DELETE_SCOPES = ['MESSAGES_DELETE', 'MESSAGES_READ'] as const;

type Context = HandlerContext<typeof DELETE_SCOPES, MsgTexts>;
type OnTicket<N extends Needs = typeof DELETE_SCOPES> = ActionContext<MsgTexts, N, { ticket: string }>;

/** `place`: the page of a list to go back to. */
const deletion = z.object({
  messageId: z.string(),
  ownerUid: z.string(),
  correspondent: z.string().optional(),
  place: position,
});
type Deletion = z.output<typeof deletion>;

const outcome = z.object({
  deletion: z.enum(['deleted', 'foundDeleted', 'stillThere', 'unreadable']),
  /** The time (ms) of the last check after a lost response. */
  checkedAt: z.number().optional(),
});
type Outcome = z.output<typeof outcome>;

export const DELETION: SingleKind<Deletion, object, Outcome, MsgTexts> = {
  name: 'message.delete',
  scope: 'MESSAGES_DELETE',
  texts: TEXTS,
  row: deletion,
  baseline: z.object({}),
  outcome,
  before: async () => ({}),
  async send({ game, me, services, person, language }, { messageId }) {
    try {
      await game.character.messages.delete({ uid: me.uid, messageId });
      return { deletion: 'deleted' };
    } catch (error) {
      throw toUnknownMessage(TEXTS[language], error, messageId);
    } finally {
      await forgetRecent(services, person);
    }
  },
  lostView: (texts) => noticeView(texts.deletion.checking, 'warning'),
  async lookUp({ game, me, services }, { messageId }) {
    const found = await game.character.messages.get({ uid: me.uid, messageId }).then(
      () => 'stillThere' as const,
      (error: unknown) => (isGameError(error, 'not_found') ? 'foundDeleted' : 'unreadable'),
    );
    return { deletion: found, checkedAt: services.now() };
  },
  isOpen: (result) => !isDeleted(result),
  changes: ({ messageId, correspondent }, result) => [
    {
      action: 'message.delete',
      targets: correspondent === undefined ? [] : [{ name: correspondent }],
      detail: messageId,
      result: result && isDeleted(result) ? 'done' : 'unknown',
    },
  ],
  notDone: (texts) => texts.deletion.kept,
  gone: (texts) => texts.gone,
  view: deletionView,
};

const isDeleted = ({ deletion }: Outcome): boolean => deletion === 'deleted' || deletion === 'foundDeleted';

export function deletionView(texts: MsgTexts, { id, data, outcome, startedAt }: Finished<Deletion, Outcome>) {
  const { deletion, recheck } = texts;
  const list = listButton(texts, data.place);
  const sentence = deletion[outcome.deletion];
  if (isDeleted(outcome)) return message('good', text(sentence), buttons(list));
  return message(
    'warning',
    text(sentence, lastChecked(texts, outcome.checkedAt)),
    buttons(
      button(recheck.again, ids.checkDeletion({ id }), { style: 'primary' }),
      mayStartOver(startedAt, outcome.checkedAt) && deleteButton(recheck.startOver, data),
      list,
    ),
  );
}

const CONFIRMABLE_MS = 10 * 60_000;

export async function askToDelete(context: Context, id: string, position = START): Promise<MessageView> {
  const { me, texts, services, person } = context;
  const message = await findMessage(context, id);
  const expiresAt = services.now() + CONFIRMABLE_MS;
  const asked = {
    messageId: message.messageId,
    ownerUid: me.uid,
    correspondent: correspondentOf(me, message)?.name,
    place: position,
  };
  const ticket = await services.writes.ask(context, DELETION, asked, { expiresAt });
  const expiry = services.writes.toExpiry(person, ticket, expiresAt, expiredView(texts, asked));
  const view = confirmationView(texts, me, message, ticket, expiresAt);
  return await withPostingNotice(context, { ...view, expiry });
}

/** `expiresAt` in ms. */
export function confirmationView(texts: MsgTexts, me: Me, item: Message, ticket: string, expiresAt: number) {
  const { deletion } = texts;
  return message(
    'warning',
    text(`## ${deletion.title}`),
    text(toLines(texts, me, item)),
    text(deletion.explanation(countdown(expiresAt))),
    buttons(
      button(deletion.confirm, ids.confirm({ ticket }), { style: 'danger' }),
      button(deletion.keep, ids.keep({ ticket })),
    ),
  );
}

function expiredView(texts: MsgTexts, asked: Deletion): MessageView {
  const askAgain = deleteButton(texts.again.tryAgain, asked, { style: 'primary' });
  return message('neutral', text(texts.deletion.expired), buttons(askAgain, listButton(texts, asked.place)));
}

/** Deletes once, however often it's pressed; later presses show the outcome. */
export async function confirmDeletion(context: OnTicket): Promise<MessageView> {
  const { services, texts, args } = context;
  const asked = await findProposal(context, DELETION, args.ticket);
  if (!asked.isUsed && services.now() >= asked.expiresAt) return expiredView(texts, asked.data);
  return await services.writes.confirm(context, DELETION, asked);
}

export async function keepMessage({ me: _, ...context }: OnTicket<undefined>): Promise<MessageView> {
  const { services, texts, args } = context;
  const asked = await services.writes.find(context, DELETION, args.ticket);
  if (!asked) return noticeView(texts.deletion.expired);
  if (!(await services.writes.drop(context, args.ticket))) throw new UserError(texts.gone);
  return message('neutral', text(texts.deletion.kept), buttons(listButton(texts, asked.data.place)));
}

import { pageIds } from '../../src/discord/command.ts';
import type { HandlerContext } from '../../src/discord/context.ts';
import { isGameError } from '../../src/game/errors.ts';
import { correspondentOf, type Message } from '../../src/game/messages.ts';
import { Mistake } from '../../src/view/errorView.ts';
import type { MessageView } from '../../src/view/message.ts';
import { type Mode, messagesView, readView } from '../../src/view/messageViews.ts';
import { toPosition } from '../../src/view/pager.ts';
import { plain } from '../../src/view/text.ts';
import { idIfFits, toComposeId } from './compose.ts';

type Context = HandlerContext<['MESSAGES_READ']>;

/** A page of a list of messages. */
export type Place = { mode: Mode; page: number };

const MESSAGES_A_PAGE = 10;
const WIRE_MODES = { sent: 'Sent', received: 'Received', both: undefined } as const;

/** The words by which options and custom ids name the modes. */
export const MODES = ['sent', 'received', 'both'] as const satisfies readonly Mode[];

export function toMode(given: string | undefined): Mode {
  return MODES.find((mode) => mode === given) ?? 'both';
}

/** The page that a custom id's last arguments name, if any. */
export function toPlace([mode, page]: readonly string[]): Place | undefined {
  return mode === undefined ? undefined : { mode: toMode(mode), page: Number(page) || 1 };
}

export async function showMessages({ me, game, words, idFor }: Context, { mode, page }: Place): Promise<MessageView> {
  const wireMode = WIRE_MODES[mode];
  const list = await game.character.messages.list({
    uid: me.uid,
    ...(wireMode && { mode: wireMode }),
    start_index: (page - 1) * MESSAGES_A_PAGE + 1,
    item_count: MESSAGES_A_PAGE,
  });
  const { pages } = toPosition(list);
  if (page > pages) throw new Mistake(({ pager }) => pager.pastTheEnd(page, pages));
  return messagesView(words, me, mode, list, {
    page: pageIds(idFor, 'page', { mode }),
    open: idFor('open', { mode, page }),
  });
}

/** `place` is the page to go back to. */
export async function showMessage(context: Context, messageId: string, place?: Place): Promise<MessageView> {
  const { me, words, idFor } = context;
  const message = await findMessage(context, messageId);
  const correspondent = correspondentOf(me, message);
  return readView(words, me, message, {
    reply: correspondent && toComposeId(idFor, correspondent.name),
    delete: idIfFits(() =>
      idFor('delete', { messageId: message.messageId, place: place ? [place.mode, String(place.page)] : [] }),
    ),
    back: place && idFor('page', place),
  });
}

/** One message of one's own; throws a {@link Mistake} when it is deleted or never was there. */
export async function findMessage({ me, game }: Pick<Context, 'me' | 'game'>, messageId: string): Promise<Message> {
  return await game.character.messages.get({ uid: me.uid, messageId }).catch((error: unknown) => {
    throw toUnknownMessage(error, messageId);
  });
}

/** What the service or the client says of an id that names no message, as a {@link Mistake}; other errors as they are. */
export function toUnknownMessage(error: unknown, messageId: string): unknown {
  const isUnknown = isGameError(error, 'not_found') || isGameError(error, 'invalid');
  return isUnknown ? new Mistake(({ messages }) => messages.mistakes.unknownMessage(plain(messageId, 60))) : error;
}

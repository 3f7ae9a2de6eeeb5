import { z } from 'zod';
import type { Autocomplete, HandlerContext } from '../../src/discord/declare/context.ts';
import { isGameError } from '../../src/game/errors.ts';
import { toHandleKey } from '../../src/game/parameters.ts';
import { correspondentOf, type Message } from '../../src/game/resources/messages.ts';
import { collection } from '../../src/store/declared.ts';
import { UserError } from '../../src/view/errorView.ts';
import { checkPage, toOwnPage, toPaging } from '../../src/view/pager.ts';
import { plain } from '../../src/view/text.ts';
import { readRecent } from '../characters/recentMessages.ts';
import type { MsgTexts } from './en.ts';
import { type ListPosition, START } from './ids.ts';
import { messagesView, readView, toSuggestion } from './messageViews.ts';

type Context = HandlerContext<['MESSAGES_READ'], MsgTexts>;

/** The times of a person's last look and of the visit before (ms, the game's time). */
const VISIT = collection('message-visits', z.object({ uid: z.string(), at: z.number(), before: z.number() }), {
  about: 'person',
  says: 'visits',
  keptForMs: 90 * 24 * 60 * 60_000,
});
const SAME_VISIT_MS = 10 * 60_000;
const MESSAGES_PER_PAGE = 10;
const WIRE_MODES = { sent: { mode: 'Sent' }, received: { mode: 'Received' }, both: {} } as const;

export async function showMessages(context: Context, position: ListPosition) {
  const { me, game, texts } = context;
  const sent = await game.character.messages.list({
    uid: me.uid,
    ...WIRE_MODES[position.mode],
    ...toPaging(position.page, MESSAGES_PER_PAGE),
  });
  const list = toOwnPage(sent, position.page);
  checkPage(texts, position.page, list);
  return messagesView(texts, me, position, list, await noteVisit(context));
}

/** Notes a look at the messages. Returns the time of the previous visit (ms), if known. */
async function noteVisit({ person, me, game, services }: Context): Promise<number | undefined> {
  const at = game.now();
  const visits = services.kept(VISIT, person);
  try {
    const known = await visits.get();
    const last = known?.uid === me.uid ? known : undefined;
    // Turning pages is one visit.
    const before = last && at - last.at < SAME_VISIT_MS ? last.before : last?.at;
    await visits.set({ uid: me.uid, at, before: before ?? at });
    return before;
  } catch {
    return undefined;
  }
}

/** `position`: the page to go back to. */
export async function showMessage(context: Context, messageId: string, position = START) {
  const { me, texts } = context;
  return readView(texts, me, await findMessage(context, messageId), position);
}

export async function findMessage(context: Context, named: string): Promise<Message> {
  const { me, game, texts } = context;
  // A client may send the label of a suggestion.
  const isMeant = (item: Message) => toSuggestion(texts, me, item) === named;
  const [labeled, another] = (await readRecent(context, false).catch(() => [])).filter(isMeant);
  const messageId = labeled && !another ? labeled.messageId : named;
  return await game.character.messages.get({ uid: me.uid, messageId }).catch((error: unknown) => {
    throw toUnknownMessage(texts, error, messageId);
  });
}

/** Explains an unknown id; other errors stay as they are. */
export function toUnknownMessage({ problems }: MsgTexts, error: unknown, messageId: string): unknown {
  const isUnknown = isGameError(error, 'not_found') || isGameError(error, 'invalid');
  return isUnknown ? new UserError(problems.unknownMessage(plain(messageId, 60))) : error;
}

export const suggestMessages: Autocomplete<MsgTexts> = async (context) => {
  const { me, typed, texts } = context;
  if (!me) return [];
  const wanted = toHandleKey(typed);
  const isWanted = (message: Message) =>
    [message.messageId, message.subject, correspondentOf(me, message)?.name ?? ''].some((part) =>
      toHandleKey(part).includes(wanted),
    );
  return (await readRecent(context))
    .filter(isWanted)
    .map((message) => ({ name: toSuggestion(texts, me, message), value: message.messageId }));
};

import type { Autocomplete } from '../../src/discord/context.ts';
import { correspondentOf } from '../../src/game/messages.ts';
import { toHandleKey } from '../../src/game/party.ts';
import { toSuggestion } from '../../src/view/messageViews.ts';
import { readRecent } from '../characters/recentMessages.ts';

/** Suggests the newest messages whose subject or other end holds what is typed. */
export const suggestMessages: Autocomplete = async (context) => {
  const { me, typed, words } = context;
  if (!me) return [];
  const wanted = toHandleKey(typed);
  return (await readRecent(context))
    .filter((message) =>
      [message.messageId, message.subject, correspondentOf(me, message)?.name ?? ''].some((part) =>
        toHandleKey(part).includes(wanted),
      ),
    )
    .map((message) => ({ name: toSuggestion(words, me, message), value: message.messageId }));
};

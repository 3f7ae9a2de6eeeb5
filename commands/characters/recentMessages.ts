import { z } from 'zod';
import type { Keeping } from '../../src/account/sealedStore.ts';
import { GameError } from '../../src/game/errors.ts';
import { reference } from '../../src/game/parameters.ts';
import type { Message } from '../../src/game/resources/messages.ts';
import type { Actor } from '../../src/writes/kind.ts';
import { ownList, readOwnList } from './ownList.ts';

const message: z.ZodType<Message> = z.object({
  messageId: z.string(),
  subject: z.string(),
  sender: reference.exactOptional(),
  receiver: reference.exactOptional(),
  sentAt: z.coerce.date().exactOptional(),
});
const RECENT = ownList('recent-messages', message, 3 * 60_000);

/** Drops the cached messages. Never rejects: the change itself was made. */
export async function forgetRecent({ kept }: Pick<Keeping, 'kept'>, person: { id: string }): Promise<void> {
  await Promise.allSettled([kept(RECENT, person).delete()]);
}

export type SuggestContext = Parameters<typeof readOwnList>[0] & Pick<Actor, 'game'> & { me: Actor['me'] | undefined };

/** The newest messages without their text; at most one request in three minutes, if allowed. */
export async function readRecent(context: SuggestContext, mayAsk = true): Promise<Message[]> {
  const read = async (uid: string) => {
    try {
      const { items } = await context.game.character.messages.list({ uid, start_index: 1, item_count: 50 });
      return items.map(({ body: _, ...item }) => item);
    } catch (error) {
      // Cached as an empty list, or each keystroke would ask the failing service again.
      if (error instanceof GameError) return [];
      throw error;
    }
  };
  return await readOwnList(context, RECENT, 'MESSAGES_READ', mayAsk && read);
}

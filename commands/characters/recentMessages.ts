import { z } from 'zod';
import type { AutocompleteContext, Services } from '../../src/discord/declare/context.ts';
import { GameError } from '../../src/game/errors.ts';
import { reference } from '../../src/game/parameters.ts';
import type { Message } from '../../src/game/resources/messages.ts';
import { coversScope } from '../../src/game/scopes.ts';
import { type Memory, remember } from '../../src/store/remember.ts';

const message = z.object({
  messageId: z.string(),
  subject: z.string(),
  sender: reference.exactOptional(),
  receiver: reference.exactOptional(),
  sentAt: z.coerce.date().exactOptional(),
});
const RECENT = { name: 'recent-messages', schema: z.array(message), ttlMs: 3 * 60_000 } satisfies Memory<Message[]>;

type Owner = { person: { id: string }; me: { uid: string } };

/** Drops the cached messages. Never rejects: old suggestions don't make a done change fail. */
export async function forgetRecent(services: Pick<Services, 'store'>, owner: Owner): Promise<void> {
  const recent = services.store.collection(RECENT.name, RECENT.schema);
  await recent.delete(toKey(owner)).catch(() => {});
}

/** The newest messages without their text; asks once in three minutes, if permitted. */
export async function readRecent({ person, me, game, services }: AutocompleteContext): Promise<Message[]> {
  const link = me && (await services.links.get(person.id));
  if (!me || !link || !coversScope(link.scopes, 'MESSAGES_READ')) return [];
  return await remember<Message[]>(services.store, RECENT, toKey({ person, me }), async () => {
    try {
      const { items } = await game.character.messages.list({ uid: me.uid, start_index: 1, item_count: 50 });
      return items.map(({ body: _, ...item }) => item);
    } catch (error) {
      // Cached as an empty list, or each key would ask a service in trouble once more.
      if (error instanceof GameError) return [];
      throw error;
    }
  });
}

function toKey({ person, me }: Owner): string {
  return `${person.id}:${me.uid}`;
}

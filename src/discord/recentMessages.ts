import { z } from 'zod';
import { GameError } from '../game/errors.ts';
import type { Message } from '../game/messages.ts';
import { coversScope } from '../game/scopes.ts';
import type { AutocompleteContext, Services } from './context.ts';
import { type Memory, remember } from './remember.ts';

type Recent = Pick<Message, 'messageId' | 'subject' | 'sender' | 'receiver'> & { sentAt?: number | undefined };
type Owner = { person: { id: string }; me: { uid: string } };

const NEWEST = { start_index: 1, item_count: 50 };

const party = z.object({ uid: z.string().optional(), name: z.string() }).optional();
const RECENT: Memory<Recent[]> = {
  name: 'recent-messages',
  schema: z.array(
    z.object({
      messageId: z.string(),
      subject: z.string(),
      sender: party,
      receiver: party,
      sentAt: z.number().optional(),
    }),
  ) as z.ZodType<Recent[]>,
  ttlMs: 3 * 60_000,
};

/** What was sent or deleted makes the suggestions wrong. */
export async function forgetRecent(services: Pick<Services, 'store'>, { person, me }: Owner): Promise<void> {
  // Wrong suggestions for a few minutes are no reason to call a done change failed.
  await services.store
    .collection(RECENT.name, RECENT.schema)
    .delete(toMemoryKey({ person, me }))
    .catch(() => {});
}

/** The newest messages: at most one request in a few minutes, and none without the permission, however much is typed. */
export async function readRecent({ person, me, game, services }: AutocompleteContext): Promise<Message[]> {
  const link = me && (await services.links.get(person.id));
  if (!me || !link || !coversScope(link.scopes, 'MESSAGES_READ')) return [];
  const recent = await remember(services.store, RECENT, toMemoryKey({ person, me }), async () => {
    try {
      const { items } = await game.character.messages.list({ uid: me.uid, ...NEWEST });
      return items.map(({ body: _, sentAt, ...item }) => ({ ...item, ...(sentAt && { sentAt: sentAt.getTime() }) }));
    } catch (error) {
      // Remembered as nothing, or each key would ask again of a service that is in trouble.
      if (error instanceof GameError) return [];
      throw error;
    }
  });
  return recent.map(({ sentAt, ...item }) => ({ ...item, ...(sentAt !== undefined && { sentAt: new Date(sentAt) }) }));
}

function toMemoryKey({ person, me }: Owner): string {
  return `${person.id}:${me.uid}`;
}

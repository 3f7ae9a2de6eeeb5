import { randomBytes } from 'node:crypto';
import { z } from 'zod';

import { noneIfBroken, toSealedBytes } from '../account/seal.ts';
import type { Owner, SealedStore } from '../account/sealedStore.ts';

import { collection, type Personal } from '../store/declared.ts';
import type { Expiry, MessageView } from '../view/message.ts';

/** A kind of ticket: the shape of its value and how long it's valid. */
export type TicketKind<T> = Personal<{ owner: string; value: T }> & { keptForMs: number };

export type Tickets = ReturnType<typeof createTickets>;

const MAX_MS = 24 * 60 * 60_000;
const DECLARATION = { about: 'person', says: 'commands', erasedBy: 'tickets' } as const;
const PREFIX = 'ticket-';
/** Max bytes of a person's tickets together, as they're stored. */
const MAX_BYTES = 1_000_000;
const envelope = z.object({ owner: z.string(), value: z.unknown() });
const issued = z.object({ kind: z.string(), key: z.string(), until: z.number(), bytes: z.number().default(0) });
/** Each person's tickets, the oldest first, to erase them. `bytes`: as they're stored. */
export const ISSUED = collection('tickets', z.array(issued), { ...DECLARATION, wasUnsealed: true, keptForMs: MAX_MS });

/** Declares a kind of ticket, which is kept for a day at most. */
export function ticketKind<T>(name: string, schema: z.ZodType<T>, keptForMs: number): TicketKind<T> {
  const ticket = z.object({ owner: z.string(), value: schema });
  return collection(PREFIX + name, ticket, { ...DECLARATION, keptForMs: Math.min(keptForMs, MAX_MS) });
}

/** Values too long for a custom id, sealed in the store: for one person, valid once, for a while.
 * An owner is a Discord user's id, maybe with a colon and their character's UID. */
export function createTickets({ collection, kept, now, pseudonym }: SealedStore) {
  const toKey = (owner: string, id: string): string => `${owner}:${id}`;
  // A ticket of another release may be of a kind that this one doesn't declare.
  const toKind = (kind: string) => ({ name: PREFIX + kind, schema: z.unknown(), about: 'bot' }) as const;
  const deleteTicket = ({ kind, key }: { kind: string; key: string }) => collection(toKind(kind)).delete(key);
  const listOf = ({ id, since }: Owner) => kept(ISSUED, { id: id.split(':')[0] ?? id, since });
  return {
    /** A fixed id for the value, which no one else can compute. */
    idOf: (value: unknown): string => pseudonym(JSON.stringify(value), 'ticket'),
    /** Stores the value and returns the ticket's id: 16 characters that fit a custom id. Replaces a
     * ticket with the `given` id. Over budget, the person's oldest tickets are deleted. Stores
     * nothing if the person erased everything meanwhile. */
    async issue<T>(kind: TicketKind<T>, { id: owner, since }: Owner, value: T, given?: string): Promise<string> {
      const id = given ?? randomBytes(12).toString('base64url');
      const key = toKey(owner, id);
      const entry = { kind: kind.name.slice(PREFIX.length), key, until: now() + kind.keptForMs };
      const ticket = { ...entry, bytes: toSealedBytes([entry, owner, value]) };
      const list = listOf({ id: owner, since });
      // Listed first, so that erasing finds every ticket.
      const isListed = await list.locked(async () => {
        const valid = ((await list.get()) ?? []).filter((each) => each.until > now() && each.key !== key);
        const isFull = () => valid.reduce((sum, { bytes }) => sum + bytes, ticket.bytes) > MAX_BYTES;
        for (let [oldest] = valid; oldest && isFull(); [oldest] = valid) {
          await deleteTicket(oldest);
          valid.shift();
        }
        return await list.set([...valid, ticket]);
      });
      if (isListed) await collection(kind).set(key, { owner, value });
      return id;
    },
    /** Reads the value and keeps the ticket; undefined if used, expired or another person's. */
    peek: <T>(kind: TicketKind<T>, id: string, owner: string): Promise<T | undefined> =>
      open(owner, collection(kind).get(toKey(owner, id))),
    /** The view that an unused confirmation shows from `at` (ms) on. */
    toExpiry: <T>(kind: TicketKind<T>, ticket: string, owner: string, at: number, view: MessageView): Expiry => {
      const isUnused = async () => (await open(owner, collection(kind).get(toKey(owner, ticket)))) !== undefined;
      return { ticket, at, isUnused, view };
    },
    /** Uses up the ticket. Only one caller in all processes gets the value. */
    take: <T>(kind: TicketKind<T>, id: string, owner: string): Promise<T | undefined> =>
      open(owner, collection(kind).take(toKey(owner, id))),
    /** The data behind the buttons under the person's messages. */
    async exportOf(person: string): Promise<Record<string, unknown>> {
      const tickets = ((await listOf({ id: person }).get()) ?? []).map(async ({ kind, key, until }) => {
        const stored = await collection({ ...toKind(kind), isSealed: true })
          .get(key)
          .catch(noneIfBroken);
        const ticket = envelope.safeParse(stored).data;
        const isOwn = ticket?.owner.split(':')[0] === person;
        return isOwn ? [{ kind, until: new Date(until).toISOString(), value: ticket.value }] : [];
      });
      return { buttons: (await Promise.all(tickets)).flat() };
    },
    async erase(person: string): Promise<void> {
      const list = listOf({ id: person });
      for (const each of (await list.get()) ?? []) await deleteTicket(each);
      await list.delete();
    },
  };
}

/** Ignores a ticket that was planted, moved or issued by another release. */
async function open<T>(
  owner: string,
  reading: Promise<{ owner: string; value: T } | undefined>,
): Promise<T | undefined> {
  const ticket = await reading.catch(noneIfBroken);
  return ticket?.owner === owner ? ticket.value : undefined;
}

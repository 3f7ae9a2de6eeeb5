import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { noneIfBroken } from '../account/seal.ts';
import type { SealedStore } from '../account/sealedStore.ts';

/** A kind of ticket: the shape of its value and how long it's valid. */
export type TicketKind<T> = { name: string; schema: z.ZodType<T>; ttlMs: number };

export type Tickets = ReturnType<typeof createTickets>;

/** Values too long for a custom id: sealed in the store, for one person, for a while, used once. */
export function createTickets(store: SealedStore) {
  const collectionOf = <T>({ name, schema }: TicketKind<T>) =>
    store.collection(`ticket-${name}`, z.object({ owner: z.string(), value: schema }));
  const toKey = (owner: string, id: string): string => `${owner}:${id}`;
  return {
    /** Stores the value and returns the ticket's id: 16 characters that fit a custom id. */
    async issue<T>(kind: TicketKind<T>, owner: string, value: T): Promise<string> {
      const id = randomBytes(12).toString('base64url');
      await collectionOf(kind).set(toKey(owner, id), { owner, value }, kind.ttlMs);
      return id;
    },
    /** Reads the value and keeps the ticket; undefined if it's used, expired or another person's. */
    peek: <T>(kind: TicketKind<T>, id: string, owner: string): Promise<T | undefined> =>
      open(owner, collectionOf(kind).get(toKey(owner, id))),
    /** Uses the ticket up. Only one caller gets the value, in any number of processes. */
    take: <T>(kind: TicketKind<T>, id: string, owner: string): Promise<T | undefined> =>
      open(owner, collectionOf(kind).take(toKey(owner, id))),
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

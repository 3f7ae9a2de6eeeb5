import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { noneIfBroken } from '../account/seal.ts';
import type { SealedStore } from '../account/sealedStore.ts';

/** A kind of ticket: what it stands for, and how long it is good. */
export type TicketKind<T> = { name: string; schema: z.ZodType<T>; ttlMs: number };

/** What a custom id is too short for: sealed in the store, good for one person, for a while, once. */
export type Tickets = {
  /** Keeps the value and gives the ticket's id, 16 characters that fit a custom id. */
  issue<T>(kind: TicketKind<T>, owner: string, value: T): Promise<string>;
  /** The value without using the ticket up; undefined when it is used, too old, or somebody else's. */
  look<T>(kind: TicketKind<T>, id: string, owner: string): Promise<T | undefined>;
  /** Uses the ticket up: of any number of callers, in any number of processes, exactly one is given the value. */
  take<T>(kind: TicketKind<T>, id: string, owner: string): Promise<T | undefined>;
};

/** The tickets in `store`, each under its owner and its id. */
export function createTickets(store: SealedStore): Tickets {
  const collectionOf = <T>({ name, schema }: TicketKind<T>) =>
    store.collection(`ticket-${name}`, z.object({ owner: z.string(), value: schema }));
  const toKey = (owner: string, id: string): string => `${owner}:${id}`;
  return {
    async issue(kind, owner, value) {
      const id = randomBytes(12).toString('base64url');
      await collectionOf(kind).set(toKey(owner, id), { owner, value }, kind.ttlMs);
      return id;
    },
    look: (kind, id, owner) => open(owner, collectionOf(kind).get(toKey(owner, id))),
    take: (kind, id, owner) => open(owner, collectionOf(kind).take(toKey(owner, id))),
  };
}

/** A ticket that was planted, moved, or issued by another release is as none. */
async function open<T>(
  owner: string,
  reading: Promise<{ owner: string; value: T } | undefined>,
): Promise<T | undefined> {
  const ticket = await reading.catch(noneIfBroken);
  return ticket?.owner === owner ? ticket.value : undefined;
}

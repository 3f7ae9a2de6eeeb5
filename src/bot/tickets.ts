import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { Store } from '../store/store.ts';

/** A kind of ticket: what it stands for, and how long it is good. */
export type TicketKind<T> = { name: string; schema: z.ZodType<T>; ttlMs: number };

/** What a custom id is too short for: kept in the store, good for one person, for a while, once. */
export type Tickets = {
  /** Keeps the value and gives the ticket's id, 16 characters that fit a custom id. */
  issue<T>(kind: TicketKind<T>, owner: string, value: T): Promise<string>;
  /** The value without using the ticket up; undefined when it is used, too old, or somebody else's. */
  look<T>(kind: TicketKind<T>, id: string, owner: string): Promise<T | undefined>;
  /** Uses the ticket up: of any number of callers, in any number of processes, exactly one is given the value. */
  take<T>(kind: TicketKind<T>, id: string, owner: string): Promise<T | undefined>;
};

export function createTickets(store: Store): Tickets {
  const collectionOf = <T>({ name, schema }: TicketKind<T>) =>
    store.collection(`ticket-${name}`, z.object({ owner: z.string(), value: schema }));
  return {
    async issue(kind, owner, value) {
      const id = randomBytes(12).toString('base64url');
      await collectionOf(kind).set(id, { owner, value }, kind.ttlMs);
      return id;
    },
    async look(kind, id, owner) {
      const ticket = await collectionOf(kind).get(id);
      return ticket?.owner === owner ? ticket.value : undefined;
    },
    async take(kind, id, owner) {
      const collection = collectionOf(kind);
      // Somebody else's ticket must not be used up by trying.
      if ((await collection.get(id))?.owner !== owner) return undefined;
      return (await collection.take(id))?.value;
    },
  };
}

import { z } from 'zod';
import type { SealedStore } from '../account/sealedStore.ts';
import { party } from '../game/parameters.ts';
import type { Logger } from '../log.ts';
import { collection } from '../store/declared.ts';
import type { Store } from '../store/store.ts';
import { every } from '../time/every.ts';
import { stopwatch } from '../time/stopwatch.ts';
import { RESTORED } from './restore.ts';

const intent = z.object({
  id: z.string(),
  /** The name of the kind of write. */
  kind: z.string(),
  /** What to write, in the kind's own form; missing while it is only expected. */
  data: z.unknown().optional(),
  /** Of an expected write: the confirmation that was pressed, whose id the write would have. */
  confirms: z.string().optional(),
  /** What the game showed before. With it the write is being sent; without it, nothing was sent. */
  baseline: z.unknown().optional(),
  /** Missing while it isn't known. */
  outcome: z.union([z.object({ result: z.unknown() }), z.object({ failed: z.string() })]).optional(),
  person: z.object({ id: z.string(), name: z.string(), mention: z.string(), locale: z.string() }),
  character: party,
  server: z.object({ id: z.string(), locale: z.string().optional() }).optional(),
  /** The interaction, whose response can be edited with its token for 15 minutes. */
  interaction: z.object({ token: z.string(), applicationId: z.string() }),
  /** Milliseconds since the epoch. */
  startedAt: z.number(),
});

/** A confirmed write, stored before its request, so that any process can find its outcome. */
export type Intent = z.output<typeof intent>;
export type IntentOutcome = NonNullable<Intent['outcome']>;

/** How long an intent belongs to a process, which renews the lease while it works. */
const LEASE_MS = 15_000;
/** How long an intent is stored if its person can't be reached. */
const UNDELIVERED_MS = 7 * 24 * 60 * 60_000;
/** How long it's stored after its person was told: they may press a button again. */
const DELIVERED_MS = 24 * 60 * 60_000;

const WRITES = collection('write', intent, {
  ...({ about: 'person', says: 'writes', erasedBy: 'takeover', keptForMs: UNDELIVERED_MS } as const),
});

export type Intents = ReturnType<typeof createIntents>;

/** The intents of all processes, sealed. All methods throw StoreUnavailable. */
export function createIntents(store: Store, sealed: SealedStore, leaseMs: number = LEASE_MS) {
  const intents = sealed.collection(WRITES);
  const leases = store.schedule('write-lease');
  const restores = store.collection(RESTORED);
  // Remembered here too, because a store can be rolled back.
  const begun = new Map<string, number>();
  return {
    leaseMs,
    now: store.now,
    /** Stores a new intent, leased to this process; false if there is or was one with this id. */
    async begin(intent: Intent): Promise<boolean> {
      if (begun.has(intent.id)) return false;
      // The lease first, because an intent without one would never be taken over.
      await leases.set(intent.id, leaseMs);
      if (!(await intents.add(intent.id, intent))) return false;
      begun.set(intent.id, intent.startedAt);
      for (const [id, startedAt] of begun) {
        if (intent.startedAt - startedAt < DELIVERED_MS) break;
        begun.delete(id);
      }
      return true;
    },
    get: intents.get,
    /** Undefined too if it's another person's: lists of ids aren't sealed. */
    async getOwn(id: string, personId: string): Promise<Intent | undefined> {
      const intent = await intents.get(id);
      return intent?.person.id === personId ? intent : undefined;
    },
    locked: <T>(id: string, work: () => Promise<T>): Promise<T> => store.withLock(`write:${id}`, work),
    /** Whether it's older than a restore. Then it may have been sent, and is only looked up. */
    isRestored: async ({ startedAt }: Intent) => startedAt <= ((await restores.get('last')) ?? 0),
    /** Stores what `change` makes of the intent as it is stored; false if it makes nothing of it, or
     * if another process changed it meanwhile. */
    change: (id: string, change: (stored: Intent) => Intent | undefined) => intents.replace(id, change),
    /** Resolves once the replicas have it, so that no failover forgets that it is being sent. */
    replicate: (id: string) => store.replicate(WRITES.name, id, UNDELIVERED_MS),
    /** Stores the intent, unless its person erased everything since it began. */
    async save(intent: Intent): Promise<void> {
      await intents.set(intent.id, intent);
      if (await this.isErased(intent)) await intents.delete(intent.id);
    },
    noteErasure: sealed.noteErasure,
    isErased: ({ person, startedAt }: Pick<Intent, 'startedAt'> & { person: { id: string } }) =>
      sealed.isErased({ id: person.id, since: startedAt }),
    renew: (id: string) => leases.set(id, leaseMs),
    /** Forgets the intent, as if it had never begun. */
    async drop(id: string): Promise<void> {
      await intents.delete(id);
      await leases.delete(id);
      begun.delete(id);
    },
    /** Ends the lease, so that no process takes it over. Its person is told later. */
    release: (id: string) => leases.delete(id),
    /** Call when its person was told. */
    async settle(intent: Intent): Promise<void> {
      await intents.replace(intent.id, () => intent, DELIVERED_MS);
      await leases.delete(intent.id);
    },
    /** Some ids whose lease has expired, now leased to the caller. */
    takeOver: (limit: number) => leases.take(limit, leaseMs),
  };
}

/** Renews a write's lease while this process works on it. A lost lease stays lost. */
export function keepLease(
  intents: Pick<Intents, 'leaseMs' | 'renew'>,
  id: string,
  log: Logger,
): { isHeld(): boolean; end(): void } {
  let sinceRenewal = stopwatch();
  const isHeld = (): boolean => sinceRenewal() < intents.leaseMs;
  const renew = async (): Promise<void> => {
    const sinceAsked = stopwatch();
    if (!isHeld()) return;
    await intents.renew(id);
    sinceRenewal = sinceAsked;
  };
  const onError = (err: unknown): void => log.warn({ err, writeId: id }, 'could not renew the lease of a write');
  return { isHeld, end: every(intents.leaseMs / 3, renew, { onError }) };
}

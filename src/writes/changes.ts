import { z } from 'zod';
import { noneIfBroken } from '../account/seal.ts';
import { ERASED_MS, type SealedStore } from '../account/sealedStore.ts';
import type { Logger } from '../log.ts';
import { collection } from '../store/declared.ts';
import type { Store } from '../store/store.ts';
import { every } from '../time/every.ts';
import { stopwatch } from '../time/stopwatch.ts';
import {
  type Asked,
  asked,
  type Change,
  type Directive,
  directive,
  type Note,
  newState,
  note,
  type State,
  state,
  toAsked,
  toChange,
  toKey,
  toState,
} from './change.ts';
import { RESTORED } from './restore.ts';

/** How long a change belongs to a process, which renews the lease while it works. */
const LEASE_MS = 15_000;
/** How long a change is kept after it began. */
export const KEPT_MS = 7 * 24 * 60 * 60_000;
/** How long something is kept that no one confirms: a late press learns that it has expired. */
const ASKED_MS = 60 * 60_000;
/** Max size of a person's unconfirmed changes together, in characters as JSON; the oldest go first. */
const MAX_ASKED_LENGTH = 700_000;
/** Max changes per person in the index; older ones that ended are deleted. */
const MAX_KEPT = 60;
const MAX_TRIES = 10;
const OF_CHANGES = { about: 'person', says: 'writes', erasedBy: 'changes' } as const;
const ASKED = collection('asked', asked, { ...OF_CHANGES, keptForMs: KEPT_MS });
const STATES = collection('change', state, { ...OF_CHANGES, keptForMs: KEPT_MS });
const NOTES = collection('change-note', note, { ...OF_CHANGES, keptForMs: ASKED_MS });
const DIRECTIVES = collection('directive', directive, { ...OF_CHANGES, keptForMs: KEPT_MS });
/** `until`: when the entry may be dropped. `length`: of an unconfirmed change, as JSON. */
const entry = z.object({ id: z.string(), mode: asked.shape.mode, until: z.number(), length: z.number().optional() });
/** Each person's changes, the newest first. */
const INDEXES = collection('changes', z.array(entry), { ...OF_CHANGES, keptForMs: KEPT_MS });
const PAUSED: Directive = { want: 'pause', at: 0 };

type Entry = z.output<typeof entry>;
/** `findEarlier`: takes over what another release stored under this key. */
type ChangesOptions = { leaseMs: number; findEarlier: (key: string) => Promise<void> };
/** The stored change edited; undefined to leave it as it is. */
export type Edit = (stored: Change) => Change | undefined;
export type Changes = ReturnType<typeof createChanges>;

/** The changes of all processes, sealed. All methods throw StoreUnavailable; `key` is that of {@link toKey}. */
export function createChanges(
  store: Store,
  sealed: SealedStore,
  { leaseMs = LEASE_MS, findEarlier = async () => {} }: Partial<ChangesOptions> = {},
) {
  const [asks, states] = [sealed.collection(ASKED), sealed.collection(STATES)];
  const [directives, indexes] = [sealed.collection(DIRECTIVES), sealed.collection(INDEXES)];
  const notes = sealed.collection(NOTES);
  const restores = store.collection(RESTORED);
  const due = store.schedule('change');
  /** What changes under way asked for: it never changes. */
  const cache = new Map<string, Asked>();

  const getAsked = async (key: string): Promise<Asked | undefined> => {
    const found = cache.get(key) ?? (await asks.get(key)) ?? (await findEarlier(key).then(() => asks.get(key)));
    // The key isn't sealed, but what is inside names the person.
    return found && toKey(found) === key ? found : undefined;
  };
  const get = async (key: string): Promise<Change | undefined> => {
    const [asked, state] = await Promise.all([getAsked(key), states.get(key)]);
    return asked && state && toChange(asked, state);
  };
  const alterIndex = async (personId: string, edit: (entries: Entry[]) => Entry[]): Promise<void> => {
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      const first = edit([]);
      const isChanged = await indexes.replace(personId, edit, KEPT_MS).catch(async (error: unknown) => {
        noneIfBroken(error);
        await indexes.set(personId, first);
        return true;
      });
      if (isChanged || first.length === 0 || (await indexes.add(personId, first))) return;
    }
    throw new Error('The index of changes keeps changing.');
  };
  const indexOf = async (personId: string): Promise<Entry[]> => (await indexes.get(personId).catch(noneIfBroken)) ?? [];
  const deleteAll = async (key: string): Promise<void> => {
    cache.delete(key);
    await Promise.all([asks, states, directives, notes, due].map((each) => each.delete(key)));
  };
  const forget = async (key: string): Promise<void> => {
    const [personId = '', id = ''] = key.split(':');
    await deleteAll(key);
    await alterIndex(personId, (entries) => entries.filter((one) => one.id !== id));
  };
  const directiveOf = async (key: string): Promise<Directive> =>
    // One that can't be opened pauses, as it may be a cancel.
    (await directives.get(key).catch((error) => noneIfBroken(error) ?? PAUSED)) ?? { want: 'run', at: 0 };
  /** All changes of a person, newest first. What can't be opened is left out. */
  const listOf = async (personId: string, mode?: Asked['mode']): Promise<Change[]> => {
    const entries = (await indexOf(personId)).filter((one) => !one.length && (mode === undefined || one.mode === mode));
    const found = await Promise.all(
      entries.map(({ id }) => get(toKey({ id, person: { id: personId } })).catch(noneIfBroken)),
    );
    return found.flatMap((one) => one ?? []);
  };

  return {
    leaseMs,
    now: store.now,
    get,
    getAsked,
    getState: states.get,
    listOf,
    async openListsOf(personId: string): Promise<Change[]> {
      return (await listOf(personId, 'list')).filter(({ phase }) => phase !== 'ended');
    },
    /** Stores what a person may confirm, for an hour, unless they erased everything `since` (ms). */
    async ask(asked: Asked, since?: number): Promise<void> {
      const [{ id, mode, person }, until] = [asked, store.now() + ASKED_MS];
      const { length } = JSON.stringify(asked);
      let dropped: Entry[] = [];
      // First, so that erasing finds every change.
      await alterIndex(person.id, (entries) => {
        let total = 0;
        const kept = [
          { id, mode, until, length },
          ...entries.filter((one) => one.id !== id && one.until > store.now()),
        ];
        dropped = kept.filter((one) => {
          total += one.length ?? 0;
          return total > MAX_ASKED_LENGTH && one.length !== undefined && one.id !== id;
        });
        return kept.filter((one) => !dropped.includes(one));
      });
      await Promise.all(dropped.map(({ id }) => asks.delete(toKey({ id, person }))));
      if (!(await sealed.isErased({ id: person.id, since }))) await asks.set(toKey(asked), asked, ASKED_MS);
    },
    /** Whether it can still be confirmed, unless it has expired. */
    isUnconfirmed: async (key: string): Promise<boolean> => !(await states.get(key)) && !!(await getAsked(key)),
    /** Notes who is told if this process dies before it begins the change; false if another interaction is noted. */
    async note(key: string, interaction: Note): Promise<boolean> {
      // First, because no process would look for a note that isn't due.
      await due.set(key, leaseMs);
      return await notes.add(key, interaction);
    },
    noteOf: notes.get,
    /** From here on, the interaction can't begin the change. */
    endNote: notes.delete,
    /** Uses a confirmation up, and resolves once the replicas know; false if it was confirmed, undefined if it has
     * long expired. */
    async drop(key: string): Promise<boolean | undefined> {
      const asked = await getAsked(key);
      if (!asked) return undefined;
      const now = store.now();
      const rows = asked.rows.map(() => ({ state: 'canceled' as const }));
      const canceled = newState({ phase: 'ended', startedAt: now, finishedAt: now, isNotified: true, rows });
      const state = (await states.add(key, canceled)) ? canceled : await states.get(key);
      if (state?.phase !== 'ended' || state.rows.some((row) => row.state !== 'canceled')) return false;
      await store.replicate(STATES.name, key, KEPT_MS);
      return true;
    },
    /** Call before the state is added: from then on the index and the schedule know the change, and the replicas
     * what was asked. */
    async prepare(asked: Asked): Promise<void> {
      const [key, { id, mode, person }] = [toKey(asked), asked];
      const until = store.now() + KEPT_MS;
      let old: Entry[] = [];
      await alterIndex(person.id, (entries) => {
        const others = entries.filter((one) => one.id !== id && one.until > store.now());
        const begun = others.filter(({ length }) => length === undefined);
        // Those that began more than a day ago have ended, and can't be undone any more.
        old = begun.slice(MAX_KEPT).filter((one) => one.until < until - ERASED_MS);
        return [{ id, mode, until }, ...others.filter((one) => !old.includes(one))];
      });
      await Promise.all([
        ...old.map((one) => deleteAll(toKey({ id: one.id, person }))),
        asks.set(key, asked),
        due.set(key, leaseMs),
      ]);
      cache.set(key, asked);
      await store.replicate(ASKED.name, key, KEPT_MS);
    },
    /** Adds the state of a change, which uses its confirmation up; false if there is one. */
    begin: states.add,
    /** Stores what `edit` makes of the change as it is stored; undefined if it makes nothing of it. */
    async edit(key: string, edit: Edit, ttlMs?: number): Promise<Change | undefined> {
      const asked = await getAsked(key);
      for (let tries = 0; asked && tries < MAX_TRIES; tries += 1) {
        let edited: Change | undefined;
        const isStored = await states.replace(
          key,
          (stored) => {
            edited = edit(toChange(asked, stored));
            edited = edited && { ...edited, count: stored.count + 1 };
            return edited && toState(asked, edited);
          },
          ttlMs,
        );
        if (isStored || !edited) return edited;
      }
      return undefined;
    },
    /** Deletes the state if it still has this version: its confirmation can be used again. */
    release: (key: string, version: string) =>
      states.replace(key, (one) => (one.version === version ? one : undefined), 1),
    generation: store.generation,
    /** Whether the store may have lost what it had in this generation. */
    hasGoneBack: async (generation: string) => (await store.measure()) !== generation,
    /** Stores again what the store has lost; false if its person erased it, or if it's there. */
    async restore(change: Change): Promise<boolean> {
      if (await this.isErased(change)) return false;
      const asked = toAsked(change);
      await this.prepare(asked);
      return await states.add(toKey(change), toState(asked, change));
    },
    /** Resolves once the replicas have the state, so that no failover forgets it. */
    replicate: (key: string) => store.replicate(STATES.name, key, KEPT_MS),
    isRestored: async ({ startedAt }: Pick<State, 'startedAt'>) => startedAt <= ((await restores.get('last')) ?? 0),
    directiveOf,
    /** Resolves once the replicas have it, because its person is told. A cancel is final: a later press on an older
     * message doesn't undo an unlinking. */
    async direct(key: string, want: Directive['want']): Promise<void> {
      if ((await directiveOf(key)).want !== 'cancel') await directives.set(key, { want, at: store.now() });
      await store.replicate(DIRECTIVES.name, key, KEPT_MS);
    },
    /** Some process resumes it after this time. */
    wake: (key: string, delayMs: number) => due.set(key, Math.max(0, delayMs)),
    renew: (key: string) => due.set(key, leaseMs),
    /** Keys of changes to resume, now leased to the caller. */
    takeOver: (limit: number) => due.take(limit, leaseMs),
    /** No process needs to look after it: it has ended and its person knows, or it hasn't begun. */
    async settle(key: string): Promise<void> {
      cache.delete(key);
      await Promise.all([notes.delete(key), due.delete(key)]);
    },
    noteErasure: sealed.noteErasure,
    isErased: ({ person, startedAt }: { person: { id: string }; startedAt: number }) =>
      sealed.isErased({ id: person.id, since: startedAt }),
    forget,
    locked: <T>(key: string, work: () => Promise<T>): Promise<T> => store.withLock(`change:${key}`, work),
    /** All of a person's changes, with their latest directives and without the tokens of their interactions. */
    async exportOf(personId: string): Promise<Record<string, unknown>> {
      const keys = (await indexOf(personId)).map(({ id }) => toKey({ id, person: { id: personId } }));
      const read = keys.map(async (key) => {
        const [found, state, directive, note] = await Promise.all([
          getAsked(key).catch(noneIfBroken),
          states.get(key).catch(noneIfBroken),
          directives.get(key).catch(noneIfBroken),
          notes.get(key).catch(noneIfBroken),
        ]);
        const notedAt = note?.startedAt;
        return { ...found, asked: found?.rows, ...state, interaction: undefined, directive, notedAt };
      });
      return { changes: (await Promise.all(read)).filter(({ asked }) => asked) };
    },
    /** Forgets all of a person's changes, confirmed or not. */
    async erase(personId: string): Promise<void> {
      for (const { id } of await indexOf(personId)) await deleteAll(toKey({ id, person: { id: personId } }));
      await indexes.delete(personId);
    },
  };
}

/** Renews a change's lease while this process works on it. A lost lease stays lost. */
export function keepLease(
  changes: Pick<Changes, 'leaseMs' | 'renew'>,
  key: string,
  log: Logger,
): { isHeld(): boolean; end(): void } {
  let sinceRenewal = stopwatch();
  const isHeld = (): boolean => sinceRenewal() < changes.leaseMs;
  const renew = async (): Promise<void> => {
    const sinceAsked = stopwatch();
    if (!isHeld()) return;
    await changes.renew(key);
    sinceRenewal = sinceAsked;
  };
  const onError = (err: unknown): void => log.warn({ err, change: key }, 'could not renew the lease of a change');
  return { isHeld, end: every(changes.leaseMs / 3, renew, { onError }) };
}

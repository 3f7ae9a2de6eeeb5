import { z } from 'zod';
import { noneIfBroken } from '../account/seal.ts';
import { ERASED_MS, type SealedStore } from '../account/sealedStore.ts';
import type { Logger } from '../log.ts';
import { collection } from '../store/declared.ts';
import type { Store } from '../store/store.ts';
import { every } from '../time/every.ts';
import { stopwatch } from '../time/stopwatch.ts';
import { noteChange } from '../work.ts';
import {
  type Change,
  type Directive,
  directive,
  type Note,
  newState,
  note,
  type Proposal,
  proposal,
  type State,
  state,
  toChange,
  toKey,
  toProposal,
  toState,
} from './change.ts';
import { RESTORED } from './restore.ts';
import type { Transition, TransitionName } from './transitions.ts';

/** A process's lease of a change, renewed while it works. */
const LEASE_MS = 15_000;
/** Changes are deleted this long after they began. */
export const KEPT_MS = 7 * 24 * 60 * 60_000;
/** Unconfirmed changes are kept this long, so that a late press can say that it expired. */
const UNUSED_MS = 60 * 60_000;
/** Max length of a person's unconfirmed changes, as JSON; the oldest are deleted first. */
const MAX_UNUSED_LENGTH = 700_000;
/** Max changes per person in the index; older ones that ended are deleted. */
const MAX_KEPT = 60;
const MAX_TRIES = 10;
const DECLARATION = { about: 'person', says: 'writes', erasedBy: 'changes' } as const;
const PROPOSALS = collection('asked', proposal, { ...DECLARATION, keptForMs: KEPT_MS });
const STATES = collection('change', state, { ...DECLARATION, keptForMs: KEPT_MS });
const NOTES = collection('change-note', note, { ...DECLARATION, keptForMs: UNUSED_MS });
const DIRECTIVES = collection('directive', directive, { ...DECLARATION, keptForMs: KEPT_MS });
/** `until`: drop it then. `length`: the JSON length of an unconfirmed change. */
const entry = z.object({ id: z.string(), mode: proposal.shape.mode, until: z.number(), length: z.number().optional() });
/** Each person's changes, newest first. */
const INDEXES = collection('changes', z.array(entry), { ...DECLARATION, keptForMs: KEPT_MS });
const PAUSED: Directive = { want: 'pause', at: 0 };

type Entry = z.output<typeof entry>;
type ChangesOptions = {
  leaseMs: number;
  /** Takes over what an earlier release stored under this key. */
  adopt: (key: string) => Promise<void>;
  /** Makes each transition's store operation. Tests let a process die before or after it. */
  perform: <T>(transition: TransitionName, operation: () => Promise<T>) => Promise<T>;
};
export type Changes = ReturnType<typeof createChanges>;

/** All changes, sealed. Methods throw StoreUnavailable; `key` is that of {@link toKey}. */
export function createChanges(
  store: Store,
  sealed: SealedStore,
  { leaseMs = LEASE_MS, adopt = async () => {}, perform = (_, operation) => operation() }: Partial<ChangesOptions> = {},
) {
  const [proposals, states] = [sealed.collection(PROPOSALS), sealed.collection(STATES)];
  const [directives, indexes] = [sealed.collection(DIRECTIVES), sealed.collection(INDEXES)];
  const notes = sealed.collection(NOTES);
  const restores = store.collection(RESTORED);
  const due = store.schedule('change');
  /** Proposals of changes under way, which never change. Presses read the store instead. */
  const cache = new Map<string, Proposal>();

  const readProposal = async (key: string): Promise<Proposal | undefined> => {
    const found = (await proposals.get(key)) ?? (await adopt(key).then(() => proposals.get(key)));
    // The key isn't sealed, so it could be forged; the sealed value names the person.
    return found && toKey(found) === key ? found : undefined;
  };
  const getProposal = async (key: string) => cache.get(key) ?? (await readProposal(key));
  const get = async (key: string): Promise<Change | undefined> => {
    const [proposal, state] = await Promise.all([getProposal(key), states.get(key)]);
    return proposal && state && toChange(proposal, state);
  };
  /** Adds the change's state, which uses up its confirmation; false if it has one. */
  const add = (name: TransitionName, key: string, state: State): Promise<boolean> =>
    perform(name, () => states.add(key, state));
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
    await Promise.all([proposals, states, directives, notes, due].map((each) => each.delete(key)));
  };
  const forget = async (key: string): Promise<void> => {
    const [personId = '', id = ''] = key.split(':');
    await deleteAll(key);
    await alterIndex(personId, (entries) => entries.filter((one) => one.id !== id));
  };
  const directiveOf = async (key: string): Promise<Directive> =>
    // A directive that can't be opened pauses the change: it may be a cancel.
    (await directives.get(key).catch((error) => noneIfBroken(error) ?? PAUSED)) ?? { want: 'run', at: 0 };
  /** All changes of a person, newest first, except those that can't be opened. */
  const listOf = async (personId: string, mode?: Proposal['mode']): Promise<Change[]> => {
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
    getProposal: readProposal,
    getState: states.get,
    listOf,
    async openListsOf(personId: string, kind?: string): Promise<Change[]> {
      const lists = await listOf(personId, 'list');
      return lists.filter((one) => one.phase !== 'ended' && (kind === undefined || one.kind === kind));
    },
    /** The person's other lists of this kind that were open after its values were read. */
    async openSince({ id, person, kind, askedAt, readAt = askedAt }: Change): Promise<Change[]> {
      const others = (await listOf(person.id, 'list')).filter((one) => one.kind === kind && one.id !== id);
      return others.filter(({ finishedAt = Infinity }) => finishedAt >= readAt);
    },
    /** Stores a proposal for an hour, unless its person erased everything after `since` (ms). */
    async ask(proposal: Proposal, since?: number): Promise<void> {
      const [{ id, mode, person }, until] = [proposal, store.now() + UNUSED_MS];
      const { length } = JSON.stringify(proposal);
      let dropped: Entry[] = [];
      // Listed first, so that erasing finds every change.
      await alterIndex(person.id, (entries) => {
        let total = 0;
        const kept = [
          { id, mode, until, length },
          ...entries.filter((one) => one.id !== id && one.until > store.now()),
        ];
        dropped = kept.filter((one) => {
          total += one.length ?? 0;
          return total > MAX_UNUSED_LENGTH && one.length !== undefined && one.id !== id;
        });
        return kept.filter((one) => !dropped.includes(one));
      });
      await Promise.all(dropped.map(({ id }) => proposals.delete(toKey({ id, person }))));
      if (!(await sealed.isErased({ id: person.id, since }))) await proposals.set(toKey(proposal), proposal, UNUSED_MS);
    },
    /** True if it isn't confirmed. It may have expired. */
    isUnconfirmed: async (key: string): Promise<boolean> => !(await states.get(key)) && !!(await readProposal(key)),
    /** Notes the person to notify if this process dies first; false if there is another note. */
    async note(key: string, interaction: Note): Promise<boolean> {
      // Scheduled first: no process looks for a note that isn't due.
      await due.set(key, leaseMs);
      return await notes.add(key, interaction);
    },
    noteOf: notes.get,
    /** From here on, the interaction can't begin the change. */
    endNote: notes.delete,
    /** Uses up a confirmation; resolves once replicated. False if it was confirmed, undefined if it
     * has long expired. */
    async drop(key: string): Promise<boolean | undefined> {
      const proposal = await readProposal(key);
      if (!proposal) return undefined;
      const now = store.now();
      const rows = proposal.rows.map(() => ({ state: 'canceled' as const }));
      const ended = { phase: 'ended', finishedAt: now, isNotified: true, isRecorded: true } as const;
      const canceled = newState({ ...ended, startedAt: now, rows });
      noteChange();
      const state = (await add('drop', key, canceled)) ? canceled : await states.get(key);
      if (state?.phase !== 'ended' || state.rows.some((row) => row.state !== 'canceled')) return false;
      await store.replicate(STATES.name, key, KEPT_MS);
      return true;
    },
    /** Call before `begin`: lists and schedules the change, and replicates the proposal. */
    async prepare(proposal: Proposal): Promise<void> {
      const [key, { id, mode, person }] = [toKey(proposal), proposal];
      const until = store.now() + KEPT_MS;
      let old: Entry[] = [];
      await alterIndex(person.id, (entries) => {
        const others = entries.filter((one) => one.id !== id && one.until > store.now());
        const begun = others.filter(({ length }) => length === undefined);
        // Changes older than a day have ended and can't be undone.
        old = begun.slice(MAX_KEPT).filter((one) => one.until < until - ERASED_MS);
        return [{ id, mode, until }, ...others.filter((one) => !old.includes(one))];
      });
      await Promise.all([
        ...old.map((one) => deleteAll(toKey({ id: one.id, person }))),
        proposals.set(key, proposal),
        due.set(key, leaseMs),
      ]);
      cache.set(key, proposal);
      await store.replicate(PROPOSALS.name, key, KEPT_MS);
    },
    /** Uses up its confirmation; false if the change has a state. */
    begin: (key: string, begun: State): Promise<boolean> => add('begin', key, begun),
    /** Like `begin`, for a change whose person is about to read that nothing was sent. */
    markUnsent: (key: string, unsent: State): Promise<boolean> => add('markUnsent', key, unsent),
    /** Like `begin`, for a list that had begun and whose state the store lost. */
    markLost: (key: string, lost: State): Promise<boolean> => add('markLost', key, lost),
    /** Like `begin`, for a change of an earlier release. */
    adopt: (key: string, earlier: State): Promise<boolean> => add('adopt', key, earlier),
    /** Makes the transition of the stored change; undefined if nothing was changed. */
    async edit(key: string, { name, apply }: Transition): Promise<Change | undefined> {
      const proposal = await getProposal(key);
      for (let tries = 0; proposal && tries < MAX_TRIES; tries += 1) {
        let edited: Change | undefined;
        const toEdited = (stored: State): State | undefined => {
          const applied = apply(toChange(proposal, stored));
          edited = applied && { ...applied, count: stored.count + 1 };
          return edited && toState(proposal, edited);
        };
        const isStored = await perform(name, () => states.replace(key, toEdited));
        if (isStored || !edited) return edited;
      }
      return undefined;
    },
    /** Deletes the state if it has this version, so that it can be confirmed again. */
    release: (key: string, version: string): Promise<boolean> =>
      perform('release', () => states.replace(key, (one) => (one.version === version ? one : undefined), 1)),
    generation: store.generation,
    /** True if the store may have lost data since this generation. */
    hasGoneBack: async (generation: string) => (await store.measure()) !== generation,
    /** Restores a lost change; false if its person erased it, or if it isn't lost. */
    async restore(change: Change): Promise<boolean> {
      if (await this.isErased(change)) return false;
      const proposal = toProposal(change);
      // In this order: a proposal without a state could be confirmed again.
      const isAdded = await add('restore', toKey(change), toState(proposal, change));
      await this.prepare(proposal);
      const isErased = isAdded && (await this.isErased(change));
      if (isErased) await forget(toKey(change));
      return isAdded && !isErased;
    },
    /** Resolves once the replicas have the state, so that no failover forgets it. */
    replicate: (key: string) => store.replicate(STATES.name, key, KEPT_MS),
    isRestored: async ({ startedAt }: Pick<State, 'startedAt'>) => startedAt <= ((await restores.get('last')) ?? 0),
    directiveOf,
    /** Stores and replicates a directive. A cancel is final, whatever is pressed later. */
    async direct(key: string, want: Directive['want']): Promise<void> {
      noteChange();
      if ((await directiveOf(key)).want !== 'cancel') await directives.set(key, { want, at: store.now() });
      await store.replicate(DIRECTIVES.name, key, KEPT_MS);
    },
    /** Makes it due after this time, for any process. */
    wake: (key: string, delayMs: number) => due.set(key, Math.max(0, delayMs)),
    renew: (key: string) => due.set(key, leaseMs),
    /** Keys of changes to resume, now leased to the caller. */
    takeOver: (limit: number) => due.take(limit, leaseMs),
    /** Call when its end was reported, or it hasn't begun: no process resumes it. */
    async unschedule(key: string): Promise<void> {
      cache.delete(key);
      await Promise.all([notes.delete(key), due.delete(key)]);
    },
    noteErasure: sealed.noteErasure,
    isErased: ({ person, startedAt }: { person: { id: string }; startedAt: number }) =>
      sealed.isErased({ id: person.id, since: startedAt }),
    forget,
    /** Forgets a change without a state. The added one makes sure that no press begins it
     * meanwhile: deleting that press's state would let another one begin it again. */
    async forgetUnbegun(key: string): Promise<void> {
      if (await add('markUnsent', key, newState({ phase: 'unsent', startedAt: store.now() }))) await forget(key);
    },
    locked: <T>(key: string, work: () => Promise<T>): Promise<T> => store.withLock(`change:${key}`, work),
    /** A person's changes and directives, without interactions' tokens and the rows of surveys. */
    async exportOf(personId: string, surveys?: ReadonlySet<string>): Promise<Record<string, unknown>> {
      const keys = (await indexOf(personId)).map(({ id }) => toKey({ id, person: { id: personId } }));
      const read = keys.map(async (key) => {
        const [found, state, directive, note] = await Promise.all([
          getProposal(key).catch(noneIfBroken),
          states.get(key).catch(noneIfBroken),
          directives.get(key).catch(noneIfBroken),
          notes.get(key).catch(noneIfBroken),
        ]);
        const notedAt = note?.startedAt;
        const rows = found && surveys?.has(found.kind) ? [] : found?.rows;
        return { ...found, rows, asked: rows, ...state, interaction: undefined, directive, notedAt };
      });
      return { changes: (await Promise.all(read)).filter(({ asked }) => asked) };
    },
    /** Deletes all of a person's changes, confirmed or not. */
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

import { CommlinkError } from '../errors.ts';
import { type Change, type ChangeRow, MAX_RUN_MS, newVersion, type RowState, toKey } from './change.ts';
import type { Changes } from './changes.ts';
import type { Transition } from './transitions.ts';

/** The result of this process's newest attempt at a row. `planned`: it certainly wasn't sent. */
export type AttemptResult = Pick<ChangeRow, 'state' | 'reason'> & { attempt: string };
export type Memory = ReturnType<typeof createMemory>;

/** What other processes may have done with a change. `sincePreview`: nothing since its values were
 * read. `settled`: no request of theirs can still show up in the game, so a reading shows them all.
 * `unsettled`: one may still be on its way. */
export type Standing = 'sincePreview' | 'settled' | 'unsettled';

type Remembered = {
  change: Change;
  results: Map<number, AttemptResult>;
  standing: Standing;
  /** The store's generation when the standing was noted. */
  standingSince: string;
  /** The groups that this process has compared with the game since. */
  readGroups: Set<string>;
  /** The store's generation when the change was first remembered, or last saved. */
  generation: string;
  /** The store may lack what this process knows. */
  isUnsaved: boolean;
  /** The store lost it. Its records may be half restored. */
  isRestoring: boolean;
};

/** A preview that this process made. */
type IssuedPreview = {
  /** The store's generation at the preview. */
  generation: string;
  /** In ms since the epoch. */
  expiresAt: number;
};

/** Another process has the list, or something else changed it. */
export class Superseded extends CommlinkError {
  readonly code = 'change_superseded';
}

/** Ranks states: of two copies of a row, the one with the higher rank is true. */
const PROGRESS: Record<RowState, number> = {
  ...{ planned: 0, canceled: 1, sending: 2, unknown: 3, failed: 4, refused: 4, already: 4, found: 4, done: 5 },
};

/** This process's newest copy of each change, and its attempts: the store may lose recent edits. */
export function createMemory(changes: Changes) {
  const memory = new Map<string, Remembered>();
  const issued = new Map<string, IssuedPreview>();

  /** By default, its standing stays. */
  const remember = (change: Change, standing?: Standing): Change => {
    for (const [key, { change: old }] of memory) if (changes.now() - old.startedAt > 2 * MAX_RUN_MS) memory.delete(key);
    const key = toKey(change);
    const known = memory.get(key);
    const isChanged = standing !== undefined && standing !== known?.standing;
    const isNoted = standing !== undefined || !known;
    memory.set(key, {
      change,
      results: known?.results ?? new Map(),
      standing: standing ?? known?.standing ?? 'unsettled',
      standingSince: isNoted ? changes.generation() : known.standingSince,
      readGroups: isChanged ? new Set() : (known?.readGroups ?? new Set()),
      generation: known?.generation ?? changes.generation(),
      isUnsaved: false,
      isRestoring: false,
    });
    return change;
  };

  /** Adds this process's results. `isLate`: another process may have sent rows since. */
  const withResults = (stored: Change, isLate = false): Change => {
    const results = memory.get(toKey(stored))?.results;
    if (!results?.size) return stored;
    const rows = stored.rows.map((row, index) => {
      const result = results.get(index);
      if (!result) return row;
      const wasForgotten = row.state === 'planned' && result.state !== 'planned';
      const isOpen = row.state === 'sending' || (row.state === 'unknown' && result.state !== 'planned');
      if (!wasForgotten && !(isOpen && row.attempt === result.attempt)) return row;
      // It may be an identical row that the other process sent.
      const isUnsure = isLate && result.state === 'found' && stored.rows.filter((one) => isAlike(one, row)).length > 1;
      return { ...row, ...result, ...(isUnsure && { state: 'unknown' as const }) };
    });
    // The entry found for an identical row may belong to this one.
    const corrected = new Set(
      rows.filter((row, at) => stored.rows[at]?.state === 'unknown' && row.state === 'done').map(toText),
    );
    const isDoubted = (row: ChangeRow): boolean =>
      ['found', 'already'].includes(row.state) && corrected.has(toText(row));
    return { ...stored, rows: rows.map((row) => (isDoubted(row) ? { ...row, state: 'unknown' } : row)) };
  };

  /** Merges the stored list with this process's copy: each row in the state of higher rank. */
  const merged = (stored: Change, known: Change): Change => {
    const late = withResults(stored, true);
    const rows = late.rows.map((row, index) => {
      const other = known.rows[index];
      const isFurther = other && !row.isReadBack && PROGRESS[other.state] > PROGRESS[row.state];
      // The attempt certainly wasn't sent, so `sending` is outdated.
      const isOver = other?.state === 'sending' && memory.get(toKey(stored))?.results.get(index)?.state === 'planned';
      return isFurther && !isOver ? { ...other, data: row.data } : row;
    });
    const isEnded = known.phase === 'ended' && rows.every(({ state }) => state !== 'planned' && state !== 'sending');
    // A single change's outcome is this process's, unless another one knows more.
    const isKnown = rows.every(({ state }, index) => state === known.rows[index]?.state);
    const end = {
      phase: known.phase,
      finishedAt: known.finishedAt,
      isNotified: known.isNotified ?? stored.isNotified,
      // Another outcome than this process's is recorded again, which changes nothing if it was.
      isRecorded: isKnown ? known.isRecorded : undefined,
      isPublic: known.isPublic ?? stored.isPublic,
    };
    // A pause that was reported stays.
    const held = stored.count < known.count && { pause: known.pause, hasContinued: known.hasContinued };
    return { ...late, ...held, rows, ...(isEnded && end), ...(isKnown && known.outcome && { outcome: known.outcome }) };
  };

  return {
    remember,
    newestOf: (key: string): Change | undefined => memory.get(key)?.change,
    forget: (key: string): boolean => memory.delete(key),
    /** Remembers the change and stores it, now or later. */
    async keep(change: Change): Promise<void> {
      remember(change);
      await this.save(toKey(change), 'keepOutcome');
    },
    /** The person was told of the end. The store learns it with the next {@link save}. */
    noteNotified(key: string): void {
      const known = memory.get(key);
      if (known) known.change = { ...known.change, isNotified: true };
    },
    /** How far the end is recorded. The store learns it with the next {@link save}. */
    noteRecorded(key: string, recorded: Pick<Change, 'isRecorded' | 'isPublic'>): void {
      const known = memory.get(key);
      if (known?.change.phase === 'ended') known.change = { ...known.change, ...recorded };
    },
    readGroupsOf: (key: string): Set<string> => memory.get(key)?.readGroups ?? new Set(),
    /** Notes that this process has made the preview of a list. */
    noteIssued({ expiresAt, ...proposal }: { id: string; person: { id: string }; expiresAt: number }): void {
      for (const [key, preview] of issued) if (preview.expiresAt <= changes.now()) issued.delete(key);
      issued.set(toKey(proposal), { generation: changes.generation(), expiresAt });
    },
    /** The standing of a list that this process has just begun. A list that the store doesn't know
     * may have begun in another process, before the store went back. */
    async toBegunStanding(key: string): Promise<Standing> {
      const preview = issued.get(key);
      if (!preview) return 'unsettled';
      // The list has begun. If the store can't say whether it went back, it may have.
      const hasGoneBack = await changes.hasGoneBack(preview.generation).catch(() => true);
      return hasGoneBack ? 'unsettled' : 'sincePreview';
    },
    /** The change's standing: `unsettled` if another process may have had it, also one that the
     * store has forgotten. */
    async standingOf(change: Change): Promise<Standing> {
      const known = memory.get(toKey(change));
      if (known?.change.version !== change.version) return 'unsettled';
      return (await changes.hasGoneBack(known.standingSince)) ? 'unsettled' : known.standing;
    },
    /** True if no other process can have sent a row since the values of the preview were read. */
    isKnownSincePreview: (key: string): boolean => memory.get(key)?.standing === 'sincePreview',
    setResult: (key: string, index: number, result: AttemptResult) => memory.get(key)?.results.set(index, result),
    /** Throws {@link Superseded} if another process edited the change after `known`. */
    async edit(known: Change, { name, apply }: Transition): Promise<Change> {
      const applyToOwn = (stored: Change): Change | undefined => {
        if (stored.version !== known.version) return undefined;
        const edited = apply(withResults(stored));
        return edited && { ...edited, version: newVersion() };
      };
      const changed = await changes.edit(toKey(known), { name, apply: applyToOwn });
      if (!changed) throw new Superseded('another process has the list');
      return remember(changed);
    },
    /** Stores what only this process knows, after a lost lease or a failover. Sweeps retry it. */
    async save(key: string, name: 'merge' | 'keepOutcome' = 'merge'): Promise<void> {
      const known = memory.get(key);
      if (!known) return;
      known.isUnsaved = true;
      let hasGoneBack = false;
      const merge = (stored: Change): Change => {
        hasGoneBack = stored.count < known.change.count;
        return merged(stored, known.change);
      };
      const stored = await changes.edit(key, { name, apply: merge });
      // A record that is missing was lost only if the store went back; else its person erased it.
      const isMissing = !stored && !(await changes.getState(key));
      if (isMissing) known.isRestoring = await changes.hasGoneBack(known.generation);
      if (known.isRestoring) {
        const isRestored = await changes.restore({ ...withResults(known.change), version: newVersion() });
        hasGoneBack ||= isRestored;
        known.isRestoring = false;
      }
      const isLeft = hasGoneBack && !stored?.isNotified;
      // Its person was told while the store was away, which may have held up the trail, too.
      const isUnrecorded = name === 'merge' && stored?.isNotified === true && !stored.isRecorded;
      if (isLeft || isUnrecorded) await changes.wake(key, 0);
      known.generation = changes.generation();
      known.isUnsaved = false;
    },
    /** Keys of changes that the store may have lost. */
    listUnsaved: (): string[] =>
      [...memory].flatMap(([key, { isUnsaved, generation }]) =>
        isUnsaved || generation !== changes.generation() ? [key] : [],
      ),
  };
}

function isAlike(one: ChangeRow, other: ChangeRow): boolean {
  return toText(one) === toText(other);
}

function toText({ data }: ChangeRow): string {
  return JSON.stringify(data);
}

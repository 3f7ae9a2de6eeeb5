import { type Change, type ChangeRow, isOpenRow, type Pause } from './change.ts';

/** The names of all edits of a change's record. Each is one store operation, so a process may die
 * before or after it: test/faults/README.md says what follows. */
export const TRANSITIONS = [
  // The state is added.
  'begin',
  'markUnsent',
  'markLost',
  'drop',
  'adopt',
  'restore',
  // A list's process works.
  'resume',
  'markSending',
  'settleRow',
  'compare',
  'readBack',
  'pause',
  'cancelRest',
  'giveUpRows',
  'end',
  // Anyone who knows more, or has told someone.
  'keepOutcome',
  'merge',
  'findUnknown',
  'leaveOut',
  'noteMessage',
  'markNotified',
  'noteRecording',
  // The state is deleted, and can be added again.
  'release',
] as const;

export type TransitionName = (typeof TRANSITIONS)[number];

/** An edit of a change's record. `apply` returns undefined to leave it as it is. It may be called
 * more than once, because the record may be edited meanwhile. */
export type Transition = { name: TransitionName; apply: (stored: Change) => Change | undefined };

/** What the game shows for each row, in their order; undefined if it doesn't tell. */
export type Seen = readonly (boolean | undefined)[];
/** `baseline`: the values at which later readings start, if they can. `comparePayments`: marks the
 * rows that were paid meanwhile. */
export type Reading = { seen: Seen; baseline?: unknown; comparePayments?: (list: Change) => Change };

/** This process has the list now: no earlier one can store anything more. `isInDoubt`: rows that
 * are stored as planned may have been sent. */
export function resume({ isInDoubt }: { isInDoubt: boolean }): Transition {
  return {
    name: 'resume',
    apply({ pause: ended, ...list }) {
      const resumed: Change = { ...list };
      if (ended?.why === 'refused') resumed.hasContinued = true;
      if (isInDoubt && !ended) resumed.isInDoubt = true;
      // They continued: these rows are paid once more.
      return ended?.why === 'paid' ? withoutQuestion(resumed) : resumed;
    },
  };
}

/** The row may leave from here on, so no other process sends it. Only if it's still planned. */
export function markSending(index: number, attempt: string): Transition {
  return {
    name: 'markSending',
    apply(list) {
      if (list.rows[index]?.state !== 'planned') return undefined;
      return editRow(list, index, { state: 'sending', attempt });
    },
  };
}

/** The result of the row's newest attempt. */
export function settleRow(index: number, result: Partial<ChangeRow>): Transition {
  return { name: 'settleRow', apply: (list) => editRow(list, index, result) };
}

/** Open rows as the game shows them, before any of them is sent. */
export function compare({
  toReading,
  isRead,
  isTakenOver,
  readsAllRows,
}: {
  /** Compares the stored rows with what was read. May throw. */
  toReading: (stored: Change) => Reading;
  /** The rows whose group was read. */
  isRead: (row: ChangeRow) => boolean;
  /** Another process may have sent rows that are stored as planned. */
  isTakenOver: boolean;
  readsAllRows: boolean;
}): Transition {
  return {
    name: 'compare',
    apply(list) {
      const { seen, comparePayments, ...newer } = toReading(list);
      const rows = list.rows.map((row, index): ChangeRow => {
        if (!isOpenRow(row) || !isRead(row)) return row;
        if (seen[index] === true)
          return { ...row, state: row.state === 'planned' && !isTakenOver ? 'already' : 'found' };
        return row.state === 'sending' ? { ...row, state: 'unknown' } : row;
      });
      const compared: Change = { ...list, rows, ...newer };
      if (readsAllRows) delete compared.isInDoubt;
      return comparePayments ? comparePayments(compared) : compared;
    },
  };
}

/** Sent rows as the game shows them after the last one of their group. */
export function readBack(toSeen: (stored: Change) => Seen, isDue: (row: ChangeRow) => boolean): Transition {
  return {
    name: 'readBack',
    apply(list) {
      const seen = toSeen(list);
      return editRows(list, (row, index) => {
        if (seen[index] === undefined || !isDue(row)) return row;
        const known: ChangeRow = { ...row, isReadBack: true };
        if (seen[index]) return { ...known, state: row.state === 'unknown' ? 'found' : 'done', reason: undefined };
        return row.state === 'done' ? { ...known, state: 'failed' } : known;
      });
    },
  };
}

export function pause(reason: Pause): Transition {
  return { name: 'pause', apply: (list) => ({ ...list, pause: reason }) };
}

/** Rows that weren't sent never will be. */
export function cancelRest(): Transition {
  return {
    name: 'cancelRest',
    apply: (list) => editRows(list, (row) => (row.state === 'planned' ? { ...row, state: 'canceled' } : row)),
  };
}

/** Rows that can't be read any more become unknown and are never sent again. */
export function giveUpRows({ isInDoubt }: { isInDoubt: boolean }): Transition {
  const isGivenUp = ({ state }: ChangeRow): boolean => state === 'sending' || (isInDoubt && state === 'planned');
  return {
    name: 'giveUpRows',
    apply: (list) => editRows(list, (row) => (isGivenUp(row) ? { ...row, state: 'unknown' } : row)),
  };
}

/** All rows have ended. `at` in ms since the epoch. */
export function end(at: number): Transition {
  return { name: 'end', apply: (list) => ({ ...list, phase: 'ended', finishedAt: at }) };
}

/** Unknown rows that the game shows as done when someone checks again. They're recorded anew. */
export function findUnknown(toSeen: (stored: Change) => Seen): Transition {
  return {
    name: 'findUnknown',
    apply(list) {
      const seen = toSeen(list);
      const isFound = (row: ChangeRow, index: number): boolean => row.state === 'unknown' && seen[index] === true;
      if (!list.rows.some(isFound)) return undefined;
      const found = editRows(list, (row, index) => (isFound(row, index) ? { ...row, state: 'found' } : row));
      return { ...found, isRecorded: undefined };
    },
  };
}

/** The rows of a paused list that were paid meanwhile are canceled. */
export function leaveOut(): Transition {
  return {
    name: 'leaveOut',
    apply(list) {
      if (list.pause?.why !== 'paid' || !list.rows.some(isAskedAbout)) return undefined;
      const left = editRows(list, (row) => (isAskedAbout(row) ? { ...row, state: 'canceled' } : row));
      return withoutQuestion(left);
    },
  };
}

/** True if the person has to be asked before this row is sent. */
export function isAskedAbout({ state, alike }: ChangeRow): boolean {
  return state === 'planned' && alike !== undefined;
}

function withoutQuestion(list: Change): Change {
  return editRows(list, ({ alike: _, ...row }) => row);
}

/** The direct message that shows the progress. */
export function noteMessage(url: URL): Transition {
  return { name: 'noteMessage', apply: (change) => ({ ...change, messageUrl: url.href }) };
}

/** The person was told of the end. `recorded`: how far it's recorded, if that is known. */
export function markNotified(recorded: Pick<Change, 'isRecorded' | 'isPublic'> = {}): Transition {
  return { name: 'markNotified', apply: (change) => ({ ...change, ...recorded, isNotified: true }) };
}

/** The end is in the person's history and the server's trail, or was tried once more. */
export function noteRecording(recorded: Pick<Change, 'isRecorded' | 'isPublic'>): Transition {
  return { name: 'noteRecording', apply: (change) => ({ ...change, ...recorded }) };
}

function editRow(change: Change, index: number, edited: Partial<ChangeRow>): Change {
  return editRows(change, (row, at) => (at === index ? { ...row, ...edited } : row));
}

function editRows(change: Change, toRow: (row: ChangeRow, index: number) => ChangeRow): Change {
  return { ...change, rows: change.rows.map(toRow) };
}

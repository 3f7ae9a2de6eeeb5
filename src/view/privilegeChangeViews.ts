import { button, buttons, divider, type MessageView, message, type Tone, text } from './message.ts';
import { type PrivilegeSubject, subjectLine, toValue } from './privilegeViews.ts';
import { plain, plainSentence, timestamp } from './text.ts';
import type { Words } from './words/wordsFor.ts';

export type PrivilegeChange = { privilege: string; revoke: boolean };

/** Changes of one group of somebody's privileges: at most as many as one editor shows. */
export type PrivilegeChanges = { subject: PrivilegeSubject; group: string; changes: readonly PrivilegeChange[] };

/**
 * What became of a change: `already` was so before and was not written; `failed` was certainly not done; `unknown` left
 * without an answer; `untried` was not begun after one of these. `isGranted` is the value read back, where it could be read.
 */
export type PrivilegeResult = PrivilegeChange & {
  outcome: 'done' | 'already' | 'refused' | 'failed' | 'unknown' | 'untried';
  isGranted?: boolean | undefined;
  /** Whether the answer was lost and the value read back says that it was done. */
  wasFound?: boolean | undefined;
  /** The game's own words: untrusted. */
  reason?: string | undefined;
};

export type PrivilegeReceipt = Omit<PrivilegeChanges, 'changes'> & {
  results: readonly PrivilegeResult[];
  /** Whether it took back what was done before. */
  isUndo: boolean;
};

/** Characters of all lines together, and of one beside its name: what is left is the names', each of which escapes may double. */
const PREVIEW_LINES = { all: 3_000, besideName: 35 };
const RECEIPT_LINES = { all: 2_600, besideName: 55 };
const LONGEST_NAME = 100;
const LONGEST_PARTY = 60;
const LONGEST_REASON = 100;

/** What would change, with the values now, to confirm or cancel. */
export function privilegeChangesView(
  words: Words,
  { subject, group, changes }: PrivilegeChanges,
  until: Date,
  ids: { confirm: string; cancel: string },
): MessageView {
  const { privileges } = words;
  const longest = longestName(PREVIEW_LINES, changes.length);
  const lines = changes.map(
    (change) =>
      `${toSign(change)} ${plain(change.privilege, longest)} · ${privileges.now(toValue(words, change.revoke))}`,
  );
  return message(
    'warning',
    text(`## ${privileges.changeTitle(changes.length)}`, ...toPlace(words, subject, group)),
    divider(),
    text(...lines),
    divider(),
    text(`-# ${privileges.changeLegend}`, `-# ${privileges.confirmUntil(timestamp(until, 'R'))}`),
    buttons(button(privileges.confirm, ids.confirm, { style: 'success' }), button(privileges.cancel, ids.cancel)),
  );
}

/** While changes are made one by one. */
export function privilegeProgressView(
  words: Words,
  { subject, group, changes }: PrivilegeChanges,
  done: number,
): MessageView {
  return message(
    'neutral',
    text(`## ${words.privileges.working(done, changes.length)}`, ...toPlace(words, subject, group)),
  );
}

/**
 * The result of each change with the value read back, and the ways on: to take back what was done, to look again where
 * an answer was lost. `note` says why it ended early.
 */
export function privilegeReceiptView(
  words: Words,
  { subject, group, results, isUndo }: PrivilegeReceipt,
  {
    note,
    undo,
    look,
  }: { note?: string | undefined; undo?: { id: string; until: Date } | undefined; look?: string | undefined },
): MessageView {
  const { privileges } = words;
  const { title, tone } = toVerdict(words, results, isUndo);
  const longest = longestName(RECEIPT_LINES, results.length);
  const lines = results.map(
    (result) =>
      `${toSign(result)} ${plain(result.privilege, longest)} · ${toOutcome(words, result)} · ${toValueNow(words, result)}`,
  );
  // Where several were refused, the first reason is mostly that of all.
  const reason = results.find((result) => result.reason !== undefined)?.reason;
  const hasUnknown = results.some(({ outcome }) => outcome === 'unknown');
  const notes = [
    reason !== undefined && privileges.mayNot(plainSentence(reason, LONGEST_REASON)),
    note,
    hasUnknown && privileges.neverRepeated,
    undo && `-# ${privileges.undoUntil(timestamp(undo.until, 't'))}`,
  ].filter((line) => line !== undefined && line !== false);
  const row = [
    ...(look === undefined ? [] : [button(privileges.lookAgain, look, { style: 'primary' as const })]),
    ...(undo === undefined ? [] : [button(privileges.undo, undo.id)]),
  ];
  return message(
    tone,
    text(`## ${title}`, ...toPlace(words, subject, group)),
    divider(),
    text(...lines),
    notes.length > 0 && text(...notes),
    row.length > 0 && buttons(...row),
  );
}

function toVerdict(
  { privileges }: Words,
  results: readonly PrivilegeResult[],
  isUndo: boolean,
): { title: string; tone: Tone } {
  const isSo = ({ outcome }: PrivilegeResult) => outcome === 'done' || outcome === 'already';
  if (results.every(isSo)) return { title: isUndo ? privileges.undone : privileges.changed, tone: 'good' };
  if (results.some(isSo))
    return { title: isUndo ? privileges.partlyUndone : privileges.partlyChanged, tone: 'warning' };
  const isOpen = results.some(({ outcome, isGranted }) => outcome === 'unknown' && isGranted === undefined);
  if (isOpen) return { title: privileges.notKnown, tone: 'bad' };
  return { title: isUndo ? privileges.notUndone : privileges.notChanged, tone: 'bad' };
}

function toOutcome({ privileges }: Words, { outcome, isGranted, wasFound }: PrivilegeResult): string {
  if (wasFound && outcome === 'done') return privileges.doneUnanswered;
  if (outcome === 'unknown' && isGranted !== undefined) return privileges.notDoneSoFar;
  return privileges.outcomes[outcome];
}

function toValueNow(words: Words, { isGranted }: PrivilegeResult): string {
  const { privileges } = words;
  return isGranted === undefined ? privileges.notRead : privileges.nowIs(toValue(words, isGranted));
}

function toPlace(words: Words, subject: PrivilegeSubject, group: string): string[] {
  return [
    `${words.privileges.of(`**${plain(subject.character.name, LONGEST_PARTY)}**`)}, ${words.privileges.group(`**${plain(group, LONGEST_PARTY)}**`)}`,
    subjectLine(words, subject),
  ];
}

function toSign({ revoke }: PrivilegeChange): string {
  return revoke ? '**−**' : '**+**';
}

function longestName({ all, besideName }: typeof PREVIEW_LINES, lines: number): number {
  return Math.min(LONGEST_NAME, Math.floor((all / lines - besideName) / 2));
}

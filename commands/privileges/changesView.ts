import { button, buttons, divider, type MessageView, message, type Tone, text } from '../../src/view/message.ts';
import { lastChecked, mayStartOver } from '../../src/view/recheck.ts';
import { plain, timestamp } from '../../src/view/text.ts';
import {
  type Change,
  type Changes,
  isDone,
  isOpen,
  mayRevokeOwnRight,
  toUndo,
  type WrittenChanges,
} from './changes.ts';
import type { PrivilegesTexts } from './en.ts';
import { ids } from './ids.ts';
import { subjectLine } from './privilegesView.ts';
import { refusalSentence } from './read.ts';

type Offered = Changes & { expiresAt: number };

/** Characters of all lines of changes, and of one beside its name, which escapes may double. */
const MAX_LINES = 2_600;
const MAX_BESIDE_NAME = 55;
const MAX_NAME = 100;
const MAX_PARTY = 60;
const MAX_REASON = 100;

/** What would change, with the values now, to confirm or cancel. */
export function changesPreview(texts: PrivilegesTexts, wanted: Offered, ticket: string): MessageView {
  const { preview } = texts;
  const { changes, expiresAt } = wanted;
  return message(
    'warning',
    text(`## ${preview.title(changes.length)}`, ...toPlace(texts, wanted)),
    divider(),
    text(...toLines(changes, ({ revoke }) => texts.change(revoke))),
    changes.some((one) => mayRevokeOwnRight(wanted, one)) && text(preview.ownRight),
    divider(),
    text(`-# ${preview.legend}`, `-# ${preview.expires(timestamp(new Date(expiresAt), 't'))}`),
    buttons(
      button(preview.confirm, ids.confirm({ ticket }), { style: 'success' }),
      button(preview.cancel, ids.cancel({ ticket })),
    ),
  );
}

export function expiredView({ preview }: PrivilegesTexts, id: string): MessageView {
  return message('neutral', text(preview.expired), buttons(button(preview.again, ids.again({ id }))));
}

export function changesProgress(texts: PrivilegesTexts, wanted: Changes, done: number): MessageView {
  return message('neutral', text(`## ${texts.working(done, wanted.changes.length)}`, ...toPlace(texts, wanted)));
}

/** The result of each change with the value read back, and the ways on. */
export function changesReceipt(texts: PrivilegesTexts, write: WrittenChanges): MessageView {
  const { id, data, outcome, startedAt } = write;
  const { results, checkedAt } = outcome;
  const { title, tone } = toVerdict(texts, write);
  const lines = toLines(results, ({ outcome, isGranted }) =>
    [texts.outcomes[outcome], isGranted === undefined ? texts.notRead : texts.value(isGranted)].join(' · '),
  );
  // If several were refused, the first reason is usually that of all.
  const reason = results.find((one) => one.reason !== undefined)?.reason;
  const undo = toUndo(write);
  const mayCheck = isOpen(outcome);
  const notes = [
    reason !== undefined && refusalSentence(texts, reason, MAX_REASON),
    results.find((one) => one.note !== undefined)?.note,
    mayCheck && texts.neverRepeated,
    mayCheck && lastChecked(texts, checkedAt),
    undo && `-# ${texts.undoUntil(timestamp(undo.until, 't'))}`,
  ].filter(Boolean);
  return message(
    tone,
    text(`## ${title}`, ...toPlace(texts, data)),
    divider(),
    text(...lines),
    notes.length > 0 && text(...notes),
    buttons(
      mayCheck && button(texts.recheck.again, ids.check({ id }), { style: 'primary' }),
      mayCheck && mayStartOver(startedAt, checkedAt) && button(texts.recheck.startOver, ids.again({ id })),
      undo && button(texts.undo, ids.undo({ id })),
    ),
  );
}

function toVerdict(
  texts: PrivilegesTexts,
  { data, outcome: { results } }: WrittenChanges,
): { title: string; tone: Tone } {
  const titles = data.isUndo ? texts.undone : texts.changed;
  const set = results.filter((one) => isDone(one) || one.outcome === 'already');
  if (set.length === results.length) return { title: titles.all, tone: 'good' };
  if (set.length > 0) return { title: titles.some, tone: 'warning' };
  const isUnknown = results.some(({ outcome, isGranted }) => outcome === 'unknown' && isGranted === undefined);
  return { title: isUnknown ? texts.unknown : titles.none, tone: 'bad' };
}

function toLines<T extends Change>(changes: readonly T[], say: (change: T) => string): string[] {
  const maxName = Math.min(MAX_NAME, Math.floor((MAX_LINES / changes.length - MAX_BESIDE_NAME) / 2));
  return changes.map((one) => `${one.revoke ? '**−**' : '**+**'} ${plain(one.privilege, maxName)} · ${say(one)}`);
}

function toPlace(texts: PrivilegesTexts, { subject, group }: Changes): string[] {
  const [who, where] = [plain(subject.character.name, MAX_PARTY), plain(group, MAX_PARTY)];
  return [`${texts.of(`**${who}**`)}, ${texts.inGroup(`**${where}**`)}`, subjectLine(texts, subject)];
}

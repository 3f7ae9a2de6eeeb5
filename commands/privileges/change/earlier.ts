import { z } from 'zod';
import { button, buttons, divider, type MessageView, message, type Tone, text } from '../../../src/view/message.ts';
import { lastChecked, mayStartOver } from '../../../src/view/recheck.ts';
import { plain, timestamp } from '../../../src/view/text.ts';
import type { Acting, Change as AuditChange, Finished, WriteKind } from '../../../src/writes/kind.ts';
import { type PrivilegesTexts, TEXTS } from '../en.ts';
import { ids } from '../ids.ts';
import { toPlace } from '../list/listView.ts';
import { readPrivileges, refusalSentence, subject } from '../read.ts';
import { mayEndOwnRight } from './rights.ts';

const change = z.object({ privilege: z.string(), revoke: z.boolean() });
const changesData = z.object({
  actor: z.string().optional(),
  ...{ subject, group: z.string(), changes: z.array(change), isUndo: z.boolean() },
});
/** `found` and `unknown`: the response was lost; `untried`: not attempted after a failure. */
const result = change.extend({
  outcome: z.enum(['done', 'found', 'already', 'refused', 'failed', 'unknown', 'untried']),
  /** The value afterwards; missing if it couldn't be read. */
  isGranted: z.boolean().optional(),
  /** The game's own words: untrusted. */
  reason: z.string().optional(),
  note: z.string().optional(),
});
/** `checkedAt` (ms) is when the values were read. */
const changesOutcome = z.object({ results: z.array(result), checkedAt: z.number() });
/** Whether each privilege of the group is granted, by name. */
const values = z.record(z.string(), z.boolean());

type Data = z.output<typeof changesData>;
type Values = z.output<typeof values>;
export type Result = z.output<typeof result>;
export type ChangesOutcome = z.output<typeof changesOutcome>;
type Written = Finished<Data, ChangesOutcome>;

const UNDO_MS = 10 * 60_000;
/** Characters of all lines of a receipt, and of one beside its name, which escapes may double. */
const MAX_LINES = 2_600;
const MAX_BESIDE_NAME = 60;
const MAX_NAME = 100;
const MAX_REASON = 100;

/** Changes in one group, as releases before batches made them: what they left open is looked up, and
 * their receipts open. Nothing of this kind is sent any more. */
export const CHANGE: WriteKind<Data, Values, ChangesOutcome, PrivilegesTexts> = {
  name: 'privileges.change',
  texts: TEXTS,
  data: changesData,
  baseline: values,
  outcome: changesOutcome,
  before: readValues,
  send: () => Promise.reject(new Error('privileges are changed by batches')),
  /** The values read now are surer than what the responses said. */
  async lookUp(acting, wanted, before, last) {
    const now = await readValues(acting, wanted).catch((): Values => ({}));
    const made =
      last?.results ??
      wanted.changes.map((one): Result => {
        return { ...one, outcome: before[one.privilege] === !one.revoke ? 'already' : 'unknown' };
      });
    const results = made.map((one): Result => {
      const isGranted = now[one.privilege];
      const { reason: _, ...change } = one;
      if (isGranted === undefined) return { ...one, isGranted };
      if (isGranted === one.revoke) return { ...one, isGranted, ...(one.outcome === 'done' && { outcome: 'failed' }) };
      if (one.outcome === 'refused') return { ...change, isGranted, outcome: 'done' };
      return { ...one, isGranted, ...(one.outcome === 'unknown' && { outcome: 'found' }) };
    });
    return { results, checkedAt: acting.services.now() };
  },
  isOpen,
  changes({ subject, group, changes }, outcome) {
    const faction = subject.faction?.name ?? subject.faction?.uid;
    const made = outcome?.results ?? changes.map((change): Result => ({ ...change, outcome: 'unknown' }));
    return made.flatMap(({ privilege, revoke, outcome }): AuditChange[] => {
      if (outcome === 'already' || outcome === 'untried') return [];
      const action = revoke ? 'privilege.revoke' : 'privilege.grant';
      const detail = [`${group}/${privilege}`, faction].filter(Boolean).join(', ');
      return [{ action, targets: [subject.character], detail, result: outcome === 'found' ? 'done' : outcome }];
    });
  },
  gone: ({ errors }) => errors.ticketGone,
  view: changesReceipt,
};

/** What takes these back, the last one first; undefined if they can't be undone. */
export function toUndo({ data: { actor, subject, group, isUndo }, outcome, startedAt }: Written, now = Date.now()) {
  const done = outcome.results.filter(isDone);
  const until = new Date(startedAt + UNDO_MS);
  const endsOwnRight = ({ privilege, revoke }: Result): boolean =>
    mayEndOwnRight(actor, subject.character.uid, { group, privilege }, revoke);
  if (isUndo || done.length === 0 || until.getTime() <= now || done.some(endsOwnRight)) return undefined;
  return { changes: done.map(({ privilege, revoke }) => ({ privilege, revoke: !revoke })).toReversed(), until };
}

/** Each change with the value that was read last, and the ways on. */
export function changesReceipt(texts: PrivilegesTexts, write: Written): MessageView {
  const { id, data, outcome, startedAt } = write;
  const { results, checkedAt } = outcome;
  const { earlier } = texts;
  const [title, tone] = toVerdict(texts, results);
  // If several were refused, the first reason is usually that of all.
  const reason = results.find((one) => one.reason !== undefined)?.reason;
  const undo = toUndo(write);
  const mayCheck = isOpen(outcome);
  const maxName = Math.min(MAX_NAME, Math.floor((MAX_LINES / results.length - MAX_BESIDE_NAME) / 2));
  const lines = results.map(({ privilege, revoke, isGranted }) => {
    const value = isGranted === undefined ? earlier.notRead : texts.value(isGranted);
    return `${revoke ? '**−**' : '**+**'} ${plain(privilege, maxName)} · ${earlier.now(value)}`;
  });
  return message(
    tone,
    text(`## ${title}`, toPlace(texts, data.subject), texts.inGroup(`**${plain(data.group, MAX_NAME)}**`)),
    divider(),
    text(...lines),
    reason !== undefined && text(refusalSentence(texts, reason, MAX_REASON)),
    mayCheck && text(earlier.neverRepeated, lastChecked(texts, checkedAt)),
    undo && text(`-# ${earlier.undoUntil(timestamp(undo.until, 't'))}`),
    buttons(
      mayCheck && button(texts.recheck.again, ids.check({ id }), { style: 'primary' }),
      mayCheck && mayStartOver(startedAt, checkedAt) && button(texts.recheck.startOver, ids.again({ id })),
      undo && button(earlier.undo, ids.undo({ id })),
    ),
  );
}

function toVerdict({ earlier }: PrivilegesTexts, results: readonly Result[]): [string, Tone] {
  const set = results.filter((one) => isDone(one) || one.outcome === 'already');
  if (set.length === results.length) return [earlier.all, 'good'];
  if (set.length > 0) return [earlier.some, 'warning'];
  return results.some(({ isGranted }) => isGranted === undefined) ? [earlier.unknown, 'bad'] : [earlier.none, 'bad'];
}

/** Whether checking again could settle an unknown outcome. */
function isOpen({ results }: ChangesOutcome): boolean {
  return results.some(({ outcome }) => outcome === 'unknown');
}

const isDone = ({ outcome }: Result): boolean => outcome === 'done' || outcome === 'found';

/** The values of the group now: one request. Throws as {@link readPrivileges} does. */
async function readValues(acting: Acting, { subject, group }: Data): Promise<Values> {
  const { groups } = await readPrivileges(acting, subject);
  const found = groups.find(({ name }) => name === group);
  return Object.fromEntries(found?.privileges.map(({ name, isGranted }) => [name, isGranted]) ?? []);
}

import { z } from 'zod';
import type { Finished } from '../../src/writes/kind.ts';
import { subject } from './read.ts';

const UNDO_MS = 10 * 60_000;

const change = z.object({ privilege: z.string(), revoke: z.boolean() });
/** A privilege to grant, or to `revoke`. */
export type Change = z.output<typeof change>;

/** Changes in one group. `actor` is the UID of who makes them, once they're offered. */
export const changes = z.object({ actor: z.string().optional(), subject, group: z.string(), changes: z.array(change) });
export type Changes = z.output<typeof changes>;

export const changesData = changes.extend({ isUndo: z.boolean() });

/** `found` and `unknown`: the response was lost; `untried`: not attempted after a failure. */
const result = change.extend({
  outcome: z.enum(['done', 'found', 'already', 'refused', 'failed', 'unknown', 'untried']),
  /** The value afterwards; missing if it couldn't be read. */
  isGranted: z.boolean().optional(),
  /** The game's own words: untrusted. */
  reason: z.string().optional(),
  /** A sentence on a failure after which the rest wasn't attempted. */
  note: z.string().optional(),
});
export type Result = z.output<typeof result>;

/** `checkedAt` (ms) is when the values were read. */
export const changesOutcome = z.object({ results: z.array(result), checkedAt: z.number() });

export type ChangesData = z.output<typeof changesData>;
export type ChangesOutcome = z.output<typeof changesOutcome>;
export type WrittenChanges = Finished<ChangesData, ChangesOutcome>;

/** Whether checking again could settle an unknown outcome. */
export function isOpen({ results }: ChangesOutcome): boolean {
  return results.some(({ outcome }) => outcome === 'unknown');
}

/** The changes that undo these, the last one first; undefined if they can't be undone. */
export function toUndo(
  { data, outcome, startedAt }: WrittenChanges,
  now = Date.now(),
): { data: ChangesData; until: Date } | undefined {
  const done = outcome.results.filter(isDone);
  const until = new Date(startedAt + UNDO_MS);
  const isOver = data.isUndo || done.length === 0 || until.getTime() <= now;
  if (isOver || done.some((one) => mayRevokeOwnRight(data, one))) return undefined;
  const changes = done.map(({ privilege, revoke }) => ({ privilege, revoke: !revoke })).toReversed();
  return { data: { ...data, changes, isUndo: true }, until };
}

export function isDone({ outcome }: Result): boolean {
  return outcome === 'done' || outcome === 'found';
}

/** The right to change privileges, and the rights over the faction itself. */
const POWERS = /^(privileges\/give_privs|members\/faction_leader|second_in_command\/.*)$/i;

/** Whether a change may end the actor's own right to take it back. A faction has one leader. */
export function mayRevokeOwnRight({ actor, subject, group }: Changes, { privilege, revoke }: Change): boolean {
  const [name, isOwn] = [`${group}/${privilege}`, actor === subject.character.uid];
  return revoke ? isOwn && POWERS.test(name) : !isOwn && name === 'members/faction_leader';
}

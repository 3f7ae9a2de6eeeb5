import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { auditResult } from '../account/audit.ts';
import { rowState, undone } from '../account/trail.ts';
import { party } from '../game/parameters.ts';

/** A confirmed change that hasn't ended after 24 hours sends nothing more. */
export const MAX_RUN_MS = 24 * 60 * 60_000;

const person = z.object({ id: z.string(), name: z.string(), mention: z.string(), locale: z.string() });

/** How far a preview or list knows what was paid: what comes later is compared before it sends. */
const paidUpTo = z.object({
  /** The last position in the character's list of payments. */
  position: z.number(),
  /** The newest entry of the log that was read; missing if none was read, or it was empty. */
  newestId: z.string().optional(),
  /** The game's time of that reading, in ms. */
  readAt: z.number().optional(),
});
/** A payment to the same recipient of the same amount, made meanwhile. */
const alike = z.object({
  /** False while it isn't known to be done. */
  isSent: z.boolean(),
  at: z.number(),
});

/** A change or list as its person was shown it; never edited. Times in ms since the epoch. */
export const proposal = z.object({
  id: z.string(),
  kind: z.string(),
  /** `now`: sent within the interaction that confirms it. `list`: rows sent one after another. */
  mode: z.enum(['now', 'list']),
  person,
  character: party,
  server: z.object({ id: z.string(), locale: z.string().optional() }).optional(),
  /** The rows' data, in the kind's own form. */
  rows: z.array(z.unknown()),
  /** The game's values at the preview. `readAt`: their time, if they are older. */
  baseline: z.unknown().optional(),
  readAt: z.number().optional(),
  askedAt: z.number(),
  /** Missing if no one needs to confirm it. */
  expiresAt: z.number().optional(),
  isUndo: z.boolean().optional(),
  /** What the preview left out and why, as markdown, so that the report can say it, too. */
  leftOut: z.array(z.object({ name: z.string(), why: z.string() })).optional(),
  /** The list that an undo reverts; missing from earlier releases. */
  undoOf: undone.optional(),
  /** Missing unless it pays, and from earlier releases. */
  paidUpTo: paidUpTo.optional(),
  /** Indexes of the rows that its preview asks about: they were paid since the last one. */
  askedAgain: z.array(z.number()).optional(),
});

/** Pauses with `until` (ms) end then, others by a press after `at` (ms). `first`: another list goes
 * first. `paid`: rows have an `alike` payment, and their person is asked about them. */
const pause = z.object({
  why: z.enum([
    ...(['requests', 'game', 'asked', 'token', 'character', 'frozen', 'refused', 'gap', 'replica', 'first'] as const),
    'paid',
  ]),
  at: z.number(),
  until: z.number().optional(),
  /** With `requests`: all people share the budget that is used up. */
  isShared: z.literal(true).optional(),
  reason: z.string().optional(),
});

const row = z.object({
  state: rowState,
  /** The newest attempt to send it. */
  attempt: z.string().optional(),
  /** Index of the game's refusal in `reasons`: untrusted text. */
  reason: z.number().optional(),
  /** The game was read after the row was sent. */
  isReadBack: z.literal(true).optional(),
  /** Its person is asked about this payment before the row is sent. */
  alike: alike.optional(),
});

/** A change's progress, edited by compare-and-swap. Adding it uses up the confirmation. */
export const state = z.object({
  /** Random; renewed when a process makes sure that no other has the change. */
  version: z.string(),
  /** Grows with each edit, which shows that a copy is older. */
  count: z.number(),
  /** `unsent`: its person is being told that nothing was sent. */
  phase: z.enum(['unsent', 'begun', 'ended']),
  startedAt: z.number(),
  finishedAt: z.number().optional(),
  /** The interaction that confirmed it. Its response can be edited for 15 minutes. */
  interaction: z.object({ token: z.string(), applicationId: z.string() }),
  rows: z.array(row),
  /** The reasons of rows, each stored once. */
  reasons: z.array(z.string()),
  /** A newer baseline than the preview's. */
  baseline: z.unknown().optional(),
  /** Newer than the preview's. */
  paidUpTo: paidUpTo.optional(),
  /** A single change's result in its kind's own form, or why it failed. */
  outcome: z
    .union([z.object({ result: z.unknown() }), z.object({ failed: z.string(), by: auditResult.optional() })])
    .optional(),
  pause: pause.optional(),
  /** The person continued after a refusal that may affect every row. */
  hasContinued: z.boolean().optional(),
  /** Its process is gone, and rows that are stored as planned may have been sent. */
  isInDoubt: z.boolean().optional(),
  /** The direct message with its progress. */
  messageUrl: z.string().optional(),
  /** The person was notified of its end. */
  isNotified: z.boolean().optional(),
  /** The person's history and the server's trail have its end. */
  isRecorded: z.boolean().optional(),
  /** Its server's trail gets its end. Fixed at the first try: people were told at the preview. */
  isPublic: z.boolean().optional(),
});

/** An interaction about to begin a change. Its person is notified if the process dies first. */
export const note = z.object({
  version: z.string(),
  ...{ person, kind: z.string(), interaction: state.shape.interaction, startedAt: z.number() },
});

export type Proposal = z.output<typeof proposal>;
export type Note = z.output<typeof note>;
export type State = z.output<typeof state>;
export type Pause = z.output<typeof pause>;
export type PaidUpTo = z.output<typeof paidUpTo>;
export type Alike = z.output<typeof alike>;
export type Outcome = NonNullable<State['outcome']>;
export type RowState = z.output<typeof rowState>;

/** A row with its data. `reason`: why the game refused it. */
export type ChangeRow<R = unknown> = {
  data: R;
  state: RowState;
  attempt?: string | undefined;
  reason?: string | undefined;
  isReadBack?: true | undefined;
  alike?: Alike | undefined;
};

/** Both records of a change together. */
export type Change = Omit<Proposal, 'rows'> & Omit<State, 'rows' | 'reasons'> & { rows: ChangeRow[] };

/** The latest directive counts; `cancel` is final. `at` in ms since the epoch. */
export const directive = z.object({ want: z.enum(['run', 'pause', 'cancel']), at: z.number() });
export type Directive = z.output<typeof directive>;

export function newVersion(): string {
  return randomBytes(9).toString('base64url');
}

/** A new state without results. `interaction`: the one that adds it. */
export function newState({
  interaction: { token, applicationId } = { token: '', applicationId: '' },
  ...known
}: Pick<State, 'startedAt'> & Partial<State>): State {
  const interaction = { token, applicationId };
  return { version: newVersion(), count: 0, phase: 'begun', rows: [], reasons: [], interaction, ...known };
}

/** An id for a confirmation: 16 characters that fit a custom id. */
export function newId(): string {
  return randomBytes(12).toString('base64url');
}

/** The key of both records. It has the person in it, so others can't use the id. */
export function toKey({ id, person }: { id: string; person: { id: string } }): string {
  return `${person.id}:${id}`;
}

export function toChange(proposal: Proposal, { rows, reasons, ...state }: State): Change {
  const toRow = (data: unknown, index: number): ChangeRow => {
    const { reason, ...row } = rows[index] ?? { state: 'planned' };
    return { data, ...row, ...(reason !== undefined && { reason: reasons[reason] }) };
  };
  return {
    ...proposal,
    ...state,
    rows: proposal.rows.map(toRow),
    baseline: state.baseline ?? proposal.baseline,
    paidUpTo: state.paidUpTo ?? proposal.paidUpTo,
  };
}

export function toState({ baseline }: Proposal, change: Change): State {
  const reasons = [...new Set(change.rows.flatMap(({ reason }) => reason ?? []))];
  const rows = change.rows.map(({ data: _, reason, attempt, ...row }) => ({
    ...row,
    ...(isOpenRow(row) && { attempt }),
    ...(reason !== undefined && { reason: reasons.indexOf(reason) }),
  }));
  const newer = change.baseline === baseline ? undefined : change.baseline;
  return state.parse({ ...change, rows, reasons, baseline: newer });
}

/** The stored form of who asks, and where. */
export function toPersonal({
  person,
  me,
  server,
}: Pick<Change, 'person' | 'server'> & { me: Change['character'] }): Pick<Change, 'person' | 'character' | 'server'> {
  const { id, name, mention, locale } = person;
  return {
    person: { id, name, mention, locale },
    character: { uid: me.uid, name: me.name },
    ...(server && { server: { id: server.id, locale: server.locale } }),
  };
}

export function toProposal(change: Change): Proposal {
  return proposal.parse({ ...change, rows: change.rows.map(({ data }) => data) });
}

/** True if the row was or may yet be sent: no other change may do the same meanwhile. */
export function isOpenRow({ state }: { state: RowState }): boolean {
  return state === 'planned' || state === 'sending' || state === 'unknown';
}

export function isDoneRow({ state }: { state: RowState }): boolean {
  return state === 'done' || state === 'found';
}

/** True if “do the rest” may include the row: it certainly wasn't done. */
export function canRetry({ state }: { state: RowState }): boolean {
  return state === 'planned' || state === 'canceled' || state === 'refused' || state === 'failed';
}

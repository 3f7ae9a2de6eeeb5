import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { auditResult, rowState, undone } from '../account/audit.ts';
import { party } from '../game/parameters.ts';

/** A confirmed change that hasn't ended after 24 hours sends nothing more. */
export const MAX_RUN_MS = 24 * 60 * 60_000;

const person = z.object({ id: z.string(), name: z.string(), mention: z.string(), locale: z.string() });

/** One change or a list of changes, as its person was shown it. It's never changed: it is the confirmation. Times
 * are in ms since the epoch. */
export const asked = z.object({
  id: z.string(),
  kind: z.string(),
  /** `now`: one change, sent within the interaction that confirms it. `list`: rows that are sent one after another. */
  mode: z.enum(['now', 'list']),
  person,
  character: party,
  server: z.object({ id: z.string(), locale: z.string().optional() }).optional(),
  /** The rows' data, in the kind's own form. */
  rows: z.array(z.unknown()),
  /** What the game showed at the preview. */
  baseline: z.unknown().optional(),
  askedAt: z.number(),
  /** Missing if no one needs to confirm it. */
  expiresAt: z.number().optional(),
  isUndo: z.boolean().optional(),
  /** What an undo takes back; lists of earlier releases lack it. */
  undoOf: undone.optional(),
});

/** The reason for a pause. `requests` and `game` end by themselves at `until` (ms), the others by a press after `at` (ms). */
const pause = z.object({
  why: z.enum(['requests', 'game', 'asked', 'token', 'character', 'frozen', 'refused', 'gap', 'replica']),
  at: z.number(),
  until: z.number().optional(),
  /** With `requests`: what is used up isn't this person's alone. */
  isShared: z.literal(true).optional(),
  reason: z.string().optional(),
});

const row = z.object({
  state: rowState,
  /** The newest attempt to send it. */
  attempt: z.string().optional(),
  /** The game's refusal, as an index of `reasons`: untrusted text. */
  reason: z.number().optional(),
  /** The game was read after the row was sent. */
  isReadBack: z.literal(true).optional(),
});

/** How far a change is. Only this record is changed, by compare-and-swap; adding it uses the confirmation up. */
export const state = z.object({
  /** Random, new whenever a process makes sure that no other has the change. */
  version: z.string(),
  /** Grows with each edit, so that an older copy is known as such. */
  count: z.number(),
  /** `unsent`: its person is being told that nothing was sent. */
  phase: z.enum(['unsent', 'begun', 'ended']),
  startedAt: z.number(),
  finishedAt: z.number().optional(),
  /** The confirmation, whose response can be edited for 15 minutes. */
  interaction: z.object({ token: z.string(), applicationId: z.string() }),
  rows: z.array(row),
  /** The reasons of rows, each stored once. */
  reasons: z.array(z.string()),
  /** A newer reading than at the preview. */
  baseline: z.unknown().optional(),
  /** Of a single change: what came of it, in the kind's own form, or why it wasn't done. */
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
  /** Its person knows how it ended, and so does the audit trail. */
  isNotified: z.boolean().optional(),
});

/** An interaction that is about to begin a change: who is told if its process dies before that. */
export const note = z.object({
  version: z.string(),
  ...{ person, kind: z.string(), interaction: state.shape.interaction, startedAt: z.number() },
});

export type Asked = z.output<typeof asked>;
export type Note = z.output<typeof note>;
export type State = z.output<typeof state>;
export type Pause = z.output<typeof pause>;
export type Outcome = NonNullable<State['outcome']>;
export type RowState = z.output<typeof rowState>;

/** A row with its data. `reason`: why the game refused it. */
export type ChangeRow<R = unknown> = {
  data: R;
  state: RowState;
  attempt?: string | undefined;
  reason?: string | undefined;
  isReadBack?: true | undefined;
};

/** Both records of a change together. */
export type Change = Omit<Asked, 'rows'> & Omit<State, 'rows' | 'reasons'> & { rows: ChangeRow[] };

/** The latest directive counts; `cancel` is final. `at` in ms since the epoch. */
export const directive = z.object({ want: z.enum(['run', 'pause', 'cancel']), at: z.number() });
export type Directive = z.output<typeof directive>;

export function newVersion(): string {
  return randomBytes(9).toString('base64url');
}

/** A state that nothing came of yet; `interaction` is the one that adds it. */
export function newState({
  interaction: { token, applicationId } = { token: '', applicationId: '' },
  ...known
}: Pick<State, 'startedAt'> & Partial<State>): State {
  const interaction = { token, applicationId };
  return { version: newVersion(), count: 0, phase: 'begun', rows: [], reasons: [], interaction, ...known };
}

/** The id of something to confirm: 16 characters that fit a custom id. */
export function newId(): string {
  return randomBytes(12).toString('base64url');
}

/** Where both records of a change are stored: an id that another person presses is another change. */
export function toKey({ id, person }: { id: string; person: { id: string } }): string {
  return `${person.id}:${id}`;
}

export function toChange(asked: Asked, { rows, reasons, ...state }: State): Change {
  const toRow = (data: unknown, index: number): ChangeRow => {
    const { reason, ...row } = rows[index] ?? { state: 'planned' };
    return { data, ...row, ...(reason !== undefined && { reason: reasons[reason] }) };
  };
  return { ...asked, ...state, rows: asked.rows.map(toRow), baseline: state.baseline ?? asked.baseline };
}

export function toState({ baseline }: Asked, change: Change): State {
  const reasons = [...new Set(change.rows.flatMap(({ reason }) => reason ?? []))];
  const rows = change.rows.map(({ data: _, reason, attempt, ...row }) => ({
    ...row,
    ...(isOpenRow(row) && { attempt }),
    ...(reason !== undefined && { reason: reasons.indexOf(reason) }),
  }));
  const newer = change.baseline === baseline ? undefined : change.baseline;
  return state.parse({ ...change, rows, reasons, baseline: newer });
}

/** Who asks, as it's stored. */
export function toPersonal({
  person,
  me,
  server,
}: Pick<Asked, 'person' | 'server'> & { me: Asked['character'] }): Pick<Asked, 'person' | 'character' | 'server'> {
  const { id, name, mention, locale } = person;
  return {
    person: { id, name, mention, locale },
    character: { uid: me.uid, name: me.name },
    ...(server && { server: { id: server.id, locale: server.locale } }),
  };
}

/** What was asked for, as far as the change has it. */
export function toAsked(change: Change): Asked {
  return asked.parse({ ...change, rows: change.rows.map(({ data }) => data) });
}

/** Whether the row was sent or will be: no other change may do the same meanwhile. */
export function isOpenRow({ state }: { state: RowState }): boolean {
  return state === 'planned' || state === 'sending' || state === 'unknown';
}

export function isDoneRow({ state }: { state: RowState }): boolean {
  return state === 'done' || state === 'found';
}

/** Whether “do the rest” may take it: never one that may have been done. */
export function canRetry({ state }: { state: RowState }): boolean {
  return state === 'planned' || state === 'canceled' || state === 'refused' || state === 'failed';
}

import type { APIButtonComponent } from 'discord-api-types/v10';
import { z } from 'zod';
import { type AuditEntry, rowState } from '../../account/audit.ts';
import { party } from '../../game/parameters.ts';
import type { Language } from '../../view/languages.ts';
import type { Acting } from '../kind.ts';

const row = z.object({
  /** In the kind's own form. */
  data: z.unknown(),
  state: rowState,
  /** The newest attempt to send it. */
  attempt: z.string().optional(),
  /** Why it wasn't done, in the game's words: untrusted. */
  reason: z.string().optional(),
});

/** `requests` and `game` end by themselves at `until` (ms); the others need a press after `at` (ms). */
const pause = z.object({
  why: z.enum(['requests', 'game', 'asked', 'token', 'character', 'frozen', 'refused', 'gap']),
  at: z.number(),
  until: z.number().optional(),
  /** Of `requests`: what is used up isn't this person's alone. */
  isShared: z.literal(true).optional(),
  reason: z.string().optional(),
});

export const batch = z.object({
  id: z.string(),
  kind: z.string(),
  /** New with each change. Only who knows it may change the batch. */
  version: z.string(),
  person: z.object({ id: z.string(), name: z.string(), mention: z.string(), locale: z.string() }),
  character: party,
  server: z.object({ id: z.string(), locale: z.string().optional() }).optional(),
  /** The confirmation, whose answer can be edited for 15 minutes. */
  interaction: z.object({ token: z.string(), applicationId: z.string() }),
  /** Times are in ms since the epoch. */
  startedAt: z.number(),
  finishedAt: z.number().optional(),
  /** Its person and the audit trail know how it ended. */
  isReported: z.boolean().optional(),
  /** What the game showed at the preview. */
  baseline: z.unknown(),
  rows: z.array(row),
  pause: pause.optional(),
  /** A refusal that may meet every row was shown, and the person went on. */
  goesOnRefused: z.boolean().optional(),
  /** Its process is gone, and rows that are stored as planned may have left. */
  isInDoubt: z.boolean().optional(),
  isUndo: z.boolean().optional(),
  /** The direct message with its progress. */
  messageUrl: z.string().optional(),
});

/** Many changes that one press confirmed, sent one after another. */
export type Batch = z.output<typeof batch>;
export type Pause = z.output<typeof pause>;
type StoredRow = z.output<typeof row>;
/** A row with data that its kind has read. */
export type BatchRow<R> = Omit<StoredRow, 'data'> & { data: R };

/** What presses ask of a batch; the newest counts. `at` in ms since the epoch. */
export const wish = z.object({ want: z.enum(['run', 'pause', 'cancel']), at: z.number() });
export type Wish = z.output<typeof wish>;

/** What people read of a kind's rows, in one language. */
export type BatchWords<R> = {
  /** E.g. "Grant 12 privileges". */
  title(rows: readonly R[]): string;
  /** E.g. "12 privileges". */
  count(count: number): string;
  /** Rows with the same heading are shown together. */
  heading(row: R): string;
  /** The row itself, without its state: markdown, already escaped. */
  line(row: R): string;
  /** What to warn of before these rows are confirmed. */
  warnings(rows: readonly R[]): string[];
  /** The game's refusal of a row in a sentence. */
  refusal(reason: string): string;
  /** Says that so many rows need no change. */
  already?(count: number): string;
  /** The label of the button that leads `back`. */
  back?: string;
};

/** A row that won't be changed, and why; both are escaped. */
export type LeftOut = { name: string; why: string };

/** What to preview. `shown`: what the game shows of the rows, if it was just read. `notes`: what else
 * to say about them, escaped. */
export type Asked<R, B = unknown> = {
  rows: readonly R[];
  leftOut?: readonly LeftOut[];
  shown?: B;
  notes?: readonly string[];
  buttons?: readonly APIButtonComponent[];
};

/** A kind of batch: R is a row's data, B what the game shows of rows, both as JSON. */
export type BatchKind<R, B> = {
  name: string;
  row: z.ZodType<R>;
  baseline: z.ZodType<B>;
  words: Readonly<Record<Language, BatchWords<R>>>;
  /** What reading these rows costs, in requests. */
  readingCost(rows: readonly R[]): number;
  /** Reads what the game shows of these rows now, in as few requests as it takes. */
  read(acting: Acting, rows: readonly R[]): Promise<B>;
  /** For each row, whether the game shows it as done: undefined if `now` doesn't say, and then it's
   * only sent if the kind is read back. All rows are given with their states, because two rows may be
   * alike: what `done`, `found` and `already` ones took isn't seen again for another. */
  compare(rows: readonly BatchRow<R>[], baseline: B, now: B): (boolean | undefined)[];
  /** What later readings are compared with; by default all that was read. */
  toBaseline?(shown: B): B;
  /** Sends one request. Throws GameError. */
  send(acting: Acting, row: R): Promise<void>;
  /** Whether the game's value at the end is surer than the responses. */
  isReadBack: boolean;
  /** Whether a refusal in these words is about this row alone. */
  isAbout(reason: string, row: R): boolean;
  /** Whether such a refusal meets later rows too, even if others were done before. */
  meetsAll?(reason: string): boolean;
  /** The row that takes this one back; undefined if that can't be done. */
  invert(row: R, acting: Pick<Acting, 'me'>): R | undefined;
  /** Whether revoking or taking away is all that these rows do: then Confirm is red. */
  isDestructive(rows: readonly R[]): boolean;
  /** The number that a person types to confirm these rows. */
  toType?(rows: readonly R[]): number;
  /** Whether a single write would do the same as a row. */
  covers?(write: { kind: string; data: unknown }, row: R): boolean;
  /** The custom id of a button that shows what the row changed. */
  back?(row: R): string | undefined;
  /** One row for the audit trail and the CSV file. */
  record(row: R): {
    action: Exclude<AuditEntry['action'], 'batch'>;
    target: AuditEntry['targets'][number];
    detail: string;
  };
  /** The change in the person's own CSV file; by default the record's detail. */
  toCell?(row: R): string;
};

/** A kind of any types; its schemas check what it's given. */
export type AnyBatchKind = BatchKind<unknown, unknown>;

/** A batch that hasn't ended 24 hours after it was confirmed sends nothing more. */
export const BATCH_MS = 24 * 60 * 60_000;

/** Whether the row was sent or will be: no other write may do the same meanwhile. */
export function isOpenRow({ state }: Pick<StoredRow, 'state'>): boolean {
  return state === 'planned' || state === 'sending' || state === 'unknown';
}

/** Whether a reading doesn't say whether one of these rows was done, so that none may be sent. */
export function lacks(
  kind: Pick<AnyBatchKind, 'isReadBack'>,
  rows: readonly Pick<StoredRow, 'state'>[],
  seen: readonly (boolean | undefined)[],
): boolean {
  return !kind.isReadBack && rows.some((row, index) => isOpenRow(row) && seen[index] === undefined);
}

export function isDoneRow({ state }: Pick<StoredRow, 'state'>): boolean {
  return state === 'done' || state === 'found';
}

/** Whether "do the rest" may take it: never one that may have been done. */
export function isLeft({ state }: Pick<StoredRow, 'state'>): boolean {
  return state === 'planned' || state === 'canceled' || state === 'refused' || state === 'failed';
}

import type { APIButtonComponent, APIComponentInContainer } from 'discord-api-types/v10';
import type { z } from 'zod';
import type { AuditEntry } from '../account/audit.ts';
import type { Keeping, Owner } from '../account/sealedStore.ts';
import type { Game } from '../game/client.ts';
import type { FinalCheck } from '../game/request/call.ts';
import type { Scope } from '../game/scopes.ts';
import type { KitTexts } from '../view/en.ts';
import type { Translations } from '../view/language.ts';
import type { Language } from '../view/languages.ts';
import type { MessageView } from '../view/message.ts';
import type { Alike, Change, ChangeRow, PaidUpTo } from './change.ts';
import type { Entries, Evidence } from './claims.ts';

/** The game, character, person and services that a change acts with, in any process. */
export type Actor = {
  game: Game;
  me: { uid: string; name: string };
  person: Owner;
  language: Language;
  services: Keeping;
};

/** A payment that a row makes. */
export type Payment = {
  recipient: { uid: string; name: string };
  amount: number;
  /** Marks its entry in the game's log. */
  code?: string | undefined;
};

/** A payment that the game's log shows. `at`: its time there, in ms. */
export type LoggedPayment = {
  id: string;
  uid: string;
  amount: number;
  codes: readonly string[];
  at: number;
};

/** An actor that also knows about other writes. */
export type LookUpContext = Actor & {
  evidence: Evidence;
  /** Throws {@link PaidMeanwhile} if a payment like this change's own was made since its preview.
   * `logged`: those in the game's log since then. A change that pays calls it in `before`. */
  requireUnpaid?: (logged: readonly LoggedPayment[]) => Promise<void>;
};

/** The person, server and interaction that asked for a change. */
export type Origin = {
  person: Change['person'] & { since?: number | undefined };
  server: Change['server'];
  interaction: Change['interaction'] & { id: string };
};

/** The parts of a handler's context that a change needs. */
export type WriteContext = Actor &
  Origin & {
    deadline: { lift(isWriting?: boolean): void };
    defer: () => Promise<unknown>;
    confirmed?: Confirmed | undefined;
    showProgress: (view: MessageView) => Promise<void>;
    afterReply: (work: () => Promise<void>) => void;
    /** The game, for one write. */
    gameWith: (finalCheck: FinalCheck) => Game;
  };

/** A command that runs again: its id becomes the change's. `take` uses it up; false if invalid. */
export type Confirmed = { id: string; take: () => Promise<boolean> };

/** One change as the audit trail shows it. */
export type AuditedChange = Pick<AuditEntry, 'action' | 'targets' | 'detail' | 'reason' | 'result' | 'rows'>;

/** A single change and its outcome; `startedAt` in ms since the epoch. */
export type Finished<D, O> = { id: string; data: D; outcome: O; startedAt: number; change?: Change };

/** R is the data of one change, B the game's values before it; both as JSON. */
type AnyChange<R, B> = {
  name: string;
  /** The permission that its requests need; checked until they are sent. */
  scope: Scope;
  row: z.ZodType<R>;
  baseline: z.ZodType<B>;
  /** The payment that a row makes. It's compared with what else the character pays. */
  payment?(row: R): Payment;
};

/** A kind of change that is made alone and looked up by claims. O is the outcome, as JSON. Any
 * process must be able to find it from data and baseline. */
export type SingleKind<R, B, O, M extends KitTexts = KitTexts> = AnyChange<R, B> & {
  texts: Translations<M>;
  outcome: z.ZodType<O>;
  /** Reads the baseline. After an error, nothing was sent and the same can be confirmed again. */
  before(context: LookUpContext, data: R): Promise<B>;
  sendingView?(texts: M, data: R): MessageView;
  /** Sends the request once. A GameError or UserError means not done, except `outcome_unknown`:
   * like any other error after the request has left, it leads to `lookUp`. */
  send(actor: Actor, data: R, baseline: B, show: (view: MessageView) => Promise<void>): Promise<O>;
  /** Finds a successful change's entries in the game's log. Only reads. */
  identify?(context: LookUpContext, data: R, baseline: B, outcome: O): Promise<O>;
  /** The entries that an outcome names. No two changes have the same one. */
  entries?(outcome: O, data: R): Entries;
  /** Shown while the outcome of a lost response is looked up. */
  lostView?(texts: M, data: R): MessageView;
  /** Looks up the outcome; `last` is an earlier, open one. Only reads. Never throws a GameError. */
  lookUp(context: LookUpContext, data: R, baseline: B, last?: O): Promise<O>;
  /** True if a later look-up could find more. */
  isOpen(outcome: O): boolean;
  /** Reads more for the receipt, after the outcome is stored. */
  after?(actor: Actor, data: R, outcome: O): Promise<O>;
  /** The entries of the audit trail; without an outcome, ignore their results. */
  changes(data: R, outcome?: O): AuditedChange[];
  /** Replaces the confirmed message when nothing was done. */
  notDone?(texts: M): string;
  /** A button that reopens the form, if a process died before it sent anything. */
  retry?(texts: M, id: string): APIComponentInContainer | undefined;
  /** Shown to a second press while the first is under way; by default, `gone` as an error. */
  pendingView?(change: Change): MessageView;
  /** Says that this was already confirmed or has expired. */
  gone(texts: M): string;
  /** Says that the confirmation has expired; by default, like `gone`. */
  expired?(texts: M): string;
  view(texts: M, write: Finished<R, O>): MessageView;
};

/** A change that an interaction will make; `confirms`: its id, if it was asked about before. */
export type Expected = { kind: AnySingleKind; confirms?: string | undefined };

/** The texts for rows of a kind, in one language. */
export type ListWords<R> = {
  /** E.g. “Grant 12 privileges”. */
  title(rows: readonly R[]): string;
  /** Rows with the same heading are shown together. */
  heading(row: R): string;
  /** The row itself, without its state: markdown, already escaped. */
  line(row: R): string;
  /** Heads lines that each of so many headings has, e.g. “4 privileges for each of 3”. */
  each?(lines: number, headings: number): string;
  /** Warnings in the preview of these rows. */
  warnings(rows: readonly R[]): string[];
  /** The rows in numbers, above Confirm. */
  numbers?(rows: readonly R[]): string;
  /** The game's refusal of a row, as a sentence. */
  refusal(reason: string): string;
  /** Says that a payment like this row's was made meanwhile, or may have been. */
  alike?(row: R, alike: Alike): string;
  /** Says that so many rows need no change. */
  already?(count: number): string;
  /** The label of the button that leads `back`. */
  back?: string;
};

/** A row that won't be changed, and why; both are escaped. */
export type LeftOut = { name: string; why: string };

/** `shown`: the game's values, read now or at `readAt` (ms). `notes`: more sentences, escaped. */
export type PreviewRequest<R, B = unknown> = {
  rows: readonly R[];
  leftOut?: readonly LeftOut[];
  shown?: B;
  readAt?: number | undefined;
  notes?: readonly string[];
  /** Small print about what was asked for. */
  details?: readonly string[];
  buttons?: readonly APIButtonComponent[];
};

/** A kind of change that is made in lists and looked up by comparing readings of the game. */
export type ListKind<R, B> = AnyChange<R, B> & {
  words(language: Language): ListWords<R>;
  /** A survey: its rows only read, so they skip all that protects changes. */
  onlyReads?: true;
  /** A survey's requests per row. */
  cost?: number;
  /** Replaces the report's view. */
  report?(actor: Actor, change: Change): Promise<MessageView>;
  /** A single row is sent within the interaction that confirms it. */
  isImmediate: boolean;
  /** Rows of a group are read with one request. By default, all rows are one group. */
  groupOf?(row: R): string;
  /** Reads the game's values for these rows, with one request per group. */
  read(actor: Actor, rows: readonly R[]): Promise<B>;
  /** Says for each row if the game shows it as done; undefined if `now` doesn't tell, and then it's
   * only sent if the kind is read back. All rows are given, because two may be alike: values that
   * `done`, `found` and `already` rows account for don't count for another. */
  compare(rows: readonly ChangeRow<R>[], baseline: B, now: B): (boolean | undefined)[];
  /** The baseline for later readings; by default all that was read. */
  toBaseline?(shown: B): B;
  /** The payments that a reading's log shows after this point, newest first. */
  paidSince?(reading: B, point: PaidUpTo): LoggedPayment[];
  /** The newest entry of a reading's log. */
  newestOf?(reading: B): string | undefined;
  /** Sends one request. Throws GameError. */
  send(actor: Actor, row: R): Promise<void>;
  /** Values are more reliable than responses, so each group is read again at its end. */
  isReadBack: boolean;
  /** True if a refusal in these words concerns only this row. */
  isAbout(reason: string, row: R): boolean;
  /** True if such a refusal affects all rows, even if earlier ones were done. */
  affectsAll?(reason: string): boolean;
  /** Makes the preview of these rows, for undo and “do the rest”. */
  ask?(actor: Actor, rows: readonly R[]): Promise<PreviewRequest<R, B>>;
  /** The row that undoes this one; undefined if that's impossible. */
  invert(row: R, actor: Pick<Actor, 'me'>): R | undefined;
  /** True if these rows only take something away, which makes Confirm red. */
  isDestructive(rows: readonly R[]): boolean;
  /** True if these rows may use requests that other lists leave to commands. */
  isUrgent?(rows: readonly R[]): boolean;
  /** The number that a person types to confirm these rows. */
  numberToType?(rows: readonly R[]): number;
  /** Rows with the same text may do the same: unless they're read back, one open list has them. */
  alike?(row: R): string;
  /** True if a single change would do the same as the row. */
  covers?(write: { kind: string; data: unknown }, row: R): boolean;
  /** The custom id of a button that shows what the row changed. */
  back?(row: R): string | undefined;
  /** One row for the audit trail and the CSV file. */
  record(row: R): {
    action: Exclude<AuditEntry['action'], 'batch'>;
    target: AuditEntry['targets'][number];
    detail: string;
  };
  /** The reason in the person's own words, for their own CSV file. */
  toReason?(row: R): string;
};

/** Kinds of any type; their schemas check the data. */
export type AnySingleKind = SingleKind<unknown, unknown, unknown>;
export type AnyListKind = ListKind<unknown, unknown>;
export type AnyKind = AnySingleKind | AnyListKind;

export function isListKind(kind: AnyKind): kind is AnyListKind {
  return 'words' in kind;
}

/** True if a reading can't tell whether a row was done, so that none may be sent. */
export function isInconclusive(
  kind: Pick<AnyListKind, 'isReadBack'>,
  rows: readonly Pick<ChangeRow, 'state'>[],
  seen: readonly (boolean | undefined)[],
): boolean {
  const mayBeSent = ({ state }: Pick<ChangeRow, 'state'>) => ['planned', 'sending', 'unknown'].includes(state);
  return !kind.isReadBack && rows.some((row, index) => mayBeSent(row) && seen[index] === undefined);
}

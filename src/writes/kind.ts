import type { APIButtonComponent, APIComponentInContainer } from 'discord-api-types/v10';
import type { z } from 'zod';
import type { AuditEntry } from '../account/audit.ts';
import type { Keeping } from '../account/sealedStore.ts';
import type { Game } from '../game/client.ts';
import type { FinalCheck } from '../game/request/call.ts';
import type { Scope } from '../game/scopes.ts';
import type { KitTexts } from '../view/en.ts';
import type { Translations } from '../view/language.ts';
import type { Language } from '../view/languages.ts';
import type { MessageView } from '../view/message.ts';
import type { Change, ChangeRow } from './change.ts';
import type { Entries, Evidence } from './claims.ts';

/** What a change needs, also in a process that takes it over. */
export type Acting = {
  game: Game;
  me: { uid: string; name: string };
  person: { id: string };
  language: Language;
  services: Keeping;
};

/** With what other changes are known to have done. */
export type Writing = Acting & { evidence: Evidence };

/** The person, server and interaction that asked for a change. */
export type Origin = {
  person: Change['person'] & { since?: number | undefined };
  server: Change['server'];
  interaction: Change['interaction'] & { id: string };
};

/** The parts of a handler's context that a change needs. */
export type WriteContext = Acting &
  Origin & {
    deadline: { lift(): void };
    defer: () => Promise<unknown>;
    /** The id under which a command that runs again writes; `take` uses its ticket up. */
    confirmed?: Confirmed | undefined;
    showProgress: (view: MessageView) => Promise<void>;
    afterReply: (work: () => Promise<void>) => void;
    /** The game, for one write. */
    gameWith: (finalCheck: FinalCheck) => Game;
  };

/** Something that was asked elsewhere: its id becomes the change's. `take` uses it up; false if it was invalid. */
export type Confirmed = { id: string; take: () => Promise<boolean> };

/** One change as the audit trail shows it. */
export type AuditedChange = Pick<AuditEntry, 'action' | 'targets' | 'detail' | 'reason' | 'result' | 'rows'>;

/** A single change and its outcome; `startedAt` in ms since the epoch. */
export type Finished<D, O> = { id: string; data: D; outcome: O; startedAt: number; change?: Change };

/** What every kind of change has. R is the data of one change, B what the game showed before; both as JSON. */
type AnyChange<R, B> = {
  name: string;
  /** The permission that its requests need until they are sent. */
  scope: Scope;
  row: z.ZodType<R>;
  baseline: z.ZodType<B>;
};

/** A kind of change that is made alone, and looked up by claims. O is the outcome, as JSON. Any process must be able
 * to find the outcome from data and baseline alone. */
export type SingleKind<R, B, O, M extends KitTexts = KitTexts> = AnyChange<R, B> & {
  texts: Translations<M>;
  outcome: z.ZodType<O>;
  /** Reads the baseline. After an error, nothing was sent and the same can be confirmed again. */
  before(writing: Writing, data: R): Promise<B>;
  sendingView?(texts: M, data: R): MessageView;
  /** Sends the request once. A GameError or UserError means not done, except `outcome_unknown`: like any other error
   * after the request has left, it leads to `lookUp`. */
  send(acting: Acting, data: R, baseline: B, show: (view: MessageView) => Promise<void>): Promise<O>;
  /** Finds the entries of the game's log that show a change that was answered. Only reads. */
  identify?(writing: Writing, data: R, baseline: B, outcome: O): Promise<O>;
  /** The entries that an outcome names. No two changes have the same one. */
  entries?(outcome: O, data: R): Entries;
  /** Shown while the outcome of a lost response is looked up. */
  lostView?(texts: M, data: R): MessageView;
  /** Looks up the outcome; `last` is an earlier, open one. Only reads. Never throws a GameError. */
  lookUp(writing: Writing, data: R, baseline: B, last?: O): Promise<O>;
  /** Whether a later look-up could find more. */
  isOpen(outcome: O): boolean;
  /** Reads what the receipt shows in addition, after the outcome is stored. */
  after?(acting: Acting, data: R, outcome: O): Promise<O>;
  /** The entries of the audit trail; without an outcome, ignore their results. */
  changes(data: R, outcome?: O): AuditedChange[];
  /** Replaces the confirmed message when nothing was done. */
  notDone?(texts: M): string;
  /** What opens it again, if a process died before anything was sent. */
  retry?(texts: M, id: string): APIComponentInContainer | undefined;
  /** Shown to a second press while the first is under way; by default, an error that says `gone`. */
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

/** A preview to make. `shown`: what the game shows of the rows, if it was just read. `notes`: what else to say about
 * them, escaped. */
export type PreviewRequest<R, B = unknown> = {
  rows: readonly R[];
  leftOut?: readonly LeftOut[];
  shown?: B;
  notes?: readonly string[];
  buttons?: readonly APIButtonComponent[];
};

/** A kind of change that is made in lists, and looked up by what the game shows of its rows. */
export type ListKind<R, B> = AnyChange<R, B> & {
  words(language: Language): ListWords<R>;
  /** Whether one row alone is sent within the interaction that confirms it. */
  isImmediate: boolean;
  /** The row's group: rows of one group are read with one request. By default, all rows are one group. */
  groupOf?(row: R): string;
  /** Reads what the game shows of these rows now: one request for each group. */
  read(acting: Acting, rows: readonly R[]): Promise<B>;
  /** For each row, whether the game shows it as done: undefined if `now` doesn't say, and then it's only sent if the
   * kind is read back. All rows are given with their states, because two rows may be alike: what `done`, `found` and
   * `already` ones took isn't seen again for another. */
  compare(rows: readonly ChangeRow<R>[], baseline: B, now: B): (boolean | undefined)[];
  /** What later readings are compared with; by default all that was read. */
  toBaseline?(shown: B): B;
  /** Sends one request. Throws GameError. */
  send(acting: Acting, row: R): Promise<void>;
  /** Whether the game's value is more reliable than its responses. Then each group is read once more at its end. */
  isReadBack: boolean;
  /** Whether a refusal in these words is about this row alone. */
  isAbout(reason: string, row: R): boolean;
  /** Whether such a refusal also applies to later rows, even if others were done before. */
  affectsAll?(reason: string): boolean;
  /** What a preview of these rows says besides, for undo and “do the rest”. */
  ask?(acting: Acting, rows: readonly R[]): Promise<PreviewRequest<R, B>>;
  /** The row that takes this one back; undefined if that can't be done. */
  invert(row: R, acting: Pick<Acting, 'me'>): R | undefined;
  /** Whether revoking or taking away is all that these rows do: then Confirm is red. */
  isDestructive(rows: readonly R[]): boolean;
  /** Whether these rows may use the requests that other lists leave free. */
  isUrgent?(rows: readonly R[]): boolean;
  /** The number that a person types to confirm these rows. */
  toType?(rows: readonly R[]): number;
  /** Whether a single change would do the same as a row. */
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

/** Kinds of any types; their schemas check what they are given. */
export type AnySingleKind = SingleKind<unknown, unknown, unknown>;
export type AnyListKind = ListKind<unknown, unknown>;
export type AnyKind = AnySingleKind | AnyListKind;

export function isListKind(kind: AnyKind): kind is AnyListKind {
  return 'words' in kind;
}

/** Whether a reading doesn't say whether one of these rows was done, so that none may be sent. */
export function isInconclusive(
  kind: Pick<AnyListKind, 'isReadBack'>,
  rows: readonly Pick<ChangeRow, 'state'>[],
  seen: readonly (boolean | undefined)[],
): boolean {
  const mayBeSent = ({ state }: Pick<ChangeRow, 'state'>) => ['planned', 'sending', 'unknown'].includes(state);
  return !kind.isReadBack && rows.some((row, index) => mayBeSent(row) && seen[index] === undefined);
}

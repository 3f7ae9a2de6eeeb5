import type { APIComponentInContainer } from 'discord-api-types/v10';
import type { z } from 'zod';
import type { AuditEntry } from '../account/audit.ts';
import type { Keeping } from '../account/sealedStore.ts';
import type { Game } from '../game/client.ts';
import type { KitTexts } from '../view/en.ts';
import type { Translations } from '../view/language.ts';
import type { Language } from '../view/languages.ts';
import type { MessageView } from '../view/message.ts';
import type { Entries, Evidence } from './claims.ts';

/** What a write needs, also in a process that takes it over. */
export type Acting = {
  game: Game;
  me: { uid: string; name: string };
  person: { id: string };
  language: Language;
  services: Keeping;
};

/** With what other writes are known to have done. */
export type Writing = Acting & { evidence: Evidence };

/** One change as the audit trail shows it. */
export type Change = Pick<AuditEntry, 'action' | 'targets' | 'detail' | 'reason' | 'result' | 'rows'>;

/** A write and its outcome; `startedAt` in ms since the epoch. */
export type Finished<D, O> = { id: string; data: D; outcome: O; startedAt: number };

/** A kind of write. D is its data, B the baseline (what the game showed before), O the outcome, as
 * JSON. Any process must be able to find the outcome from data and baseline alone. */
export type WriteKind<D, B, O, M extends KitTexts = KitTexts> = {
  name: string;
  texts: Translations<M>;
  data: z.ZodType<D>;
  baseline: z.ZodType<B>;
  outcome: z.ZodType<O>;
  /** Reads the baseline. After an error, the write hasn't started and can be confirmed again. */
  before(writing: Writing, data: D): Promise<B>;
  sendingView?(texts: M, data: D): MessageView;
  /** Sends the request once. A GameError or UserError means not done, except `outcome_unknown`: like
   * any other error after the request has left, it leads to `lookUp`. */
  send(acting: Acting, data: D, baseline: B, show: (view: MessageView) => Promise<void>): Promise<O>;
  /** Finds the entries of the game's log that show a write that was answered. Only reads. */
  identify?(writing: Writing, data: D, baseline: B, outcome: O): Promise<O>;
  /** The entries that an outcome names. No two writes have the same one. */
  entries?(outcome: O, data: D): Entries;
  /** Shown while the outcome of a lost response is looked up. */
  lostView?(texts: M, data: D): MessageView;
  /** Looks up the outcome; `last` is an earlier, open one. Only reads. Never throws a GameError. */
  lookUp(writing: Writing, data: D, baseline: B, last?: O): Promise<O>;
  /** Whether a later look-up could find more. */
  isOpen(outcome: O): boolean;
  /** Reads what the receipt shows in addition, after the outcome is stored. */
  after?(acting: Acting, data: D, outcome: O): Promise<O>;
  /** The entries of the audit trail; without an outcome, ignore their results. */
  changes(data: D, outcome?: O): Change[];
  /** Replaces the confirmed message when nothing was done. */
  notDone?(texts: M): string;
  /** What opens it again, if a process died before anything was sent. */
  retry?(texts: M, id: string): APIComponentInContainer | undefined;
  /** Says that this was already confirmed or has expired. */
  gone(texts: M): string;
  view(texts: M, write: Finished<D, O>): MessageView;
};

/** A write that an interaction will make; `confirms`: the id that it will have, if a ticket confirms it. */
export type Expected = { kind: AnyWriteKind; confirms?: string | undefined };

/** A kind of any types; its schemas check what it's given. */
export type AnyWriteKind = WriteKind<unknown, unknown, unknown>;

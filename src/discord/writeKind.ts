import type { z } from 'zod';
import type { AuditEntry } from '../account/audit.ts';
import type { Game } from '../game/client.ts';
import type { Store } from '../store/store.ts';
import type { Language, Messages, Translations } from '../view/language.ts';
import type { MessageView } from '../view/message.ts';
import type { IdFor } from './customId.ts';

/** What a write works with, in the process that began it and in any other. */
export type Acting = {
  game: Game;
  me: { uid: string; name: string };
  person: { id: string };
  language: Language;
  services: { store: Store };
};

/** One change as the audit trail tells it. */
export type Change = Pick<AuditEntry, 'action' | 'targets' | 'detail' | 'reason' | 'result'>;

/** A write and what became of it; `startedAt` in ms since the epoch. */
export type Finished<D, O> = { id: string; data: D; outcome: O; startedAt: number };

/**
 * A kind of write. D is what is written, B what the game showed before, O what became of it: JSON, checked by the schemas.
 * Data and baseline alone must be enough to find out, in any process, whether it was done.
 */
export type WriteKind<D, B, O, M = object> = {
  name: string;
  /** What its views say. */
  messages: Translations<M>;
  /** The command whose actions the view's buttons lead to. */
  command: string;
  data: z.ZodType<D>;
  baseline: z.ZodType<B>;
  outcome: z.ZodType<O>;
  /** Reads what tells this write's traces from earlier ones. After an error nothing was begun, and it can be confirmed again. */
  before(acting: Acting, data: D): Promise<B>;
  sendingView?(messages: Messages<M>, data: D): MessageView;
  /** Makes the request, once. A GameError `outcome_unknown` leads to `lookUp`; after any other error it was not done. */
  send(acting: Acting, data: D, baseline: B, show: (view: MessageView) => Promise<void>): Promise<O>;
  /** Shown while the outcome of a lost answer is looked up. */
  lostView?(messages: Messages<M>, data: D): MessageView;
  /** Reads what became of it; `last` is an earlier, open outcome. Sends nothing and never throws a GameError. */
  lookUp(acting: Acting, data: D, baseline: B, last?: O): Promise<O>;
  /** Whether a later look could tell more. */
  isOpen(outcome: O): boolean;
  /** Reads what the receipt shows beside the outcome, once that is stored. */
  after?(acting: Acting, data: D, outcome: O): Promise<O>;
  /** The entries of the audit trail; without an outcome their result is of no meaning. */
  changes(data: D, outcome?: O): Change[];
  /** Says that nothing was done, in place of the message that was confirmed. */
  notDone?(messages: Messages<M>): string;
  /** Says that this was confirmed before, or can no longer be. */
  gone(messages: Messages<M>): string;
  view(messages: Messages<M>, write: Finished<D, O>, idFor: IdFor): MessageView;
};

/** A kind whose types only it knows: it checks by its schemas what it is given. */
export type AnyWriteKind = WriteKind<unknown, unknown, unknown>;

/** Forgets the types of a kind, for the list of all of them. */
export function eraseKindTypes<D, B, O, M>(kind: WriteKind<D, B, O, M>): AnyWriteKind {
  return kind as unknown as AnyWriteKind;
}

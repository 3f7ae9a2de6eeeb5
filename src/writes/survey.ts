import type { z } from 'zod';
import type { Scope } from '../game/scopes.ts';
import type { Language } from '../view/languages.ts';
import type { Actor, ListKind, ListWords } from './kind.ts';

/** A list whose rows only read. R is the data of one row, Q the question; both as JSON. */
type Survey<R, Q> = {
  name: string;
  scope: Scope;
  row: z.ZodType<R>;
  question: z.ZodType<Q>;
  words(language: Language): Pick<ListWords<R>, 'title' | 'heading' | 'line' | 'back'>;
  /** Reads one row and stores the reading. Throws GameError. After a crash, it runs once more. */
  read(actor: Actor, row: R): Promise<void>;
  /** The requests of one row. */
  cost: number;
  back(row: R): string;
  report: NonNullable<ListKind<R, Q>['report']>;
};

/** A kind that sends nothing: the question takes the place of a baseline. */
export function createSurvey<R, Q>({ question, words, read, ...kind }: Survey<R, Q>): ListKind<R, Q> {
  return {
    ...{ ...kind, onlyReads: true, baseline: question, isImmediate: false, isReadBack: false, send: read },
    words: (language) => ({ ...words(language), warnings: () => [], refusal: (reason) => reason }),
    read: () => Promise.reject(new Error('A survey has no values to compare.')),
    groupOf: () => '',
    compare: (rows) => rows.map(() => false),
    isAbout: () => true,
    invert: () => undefined,
    isDestructive: () => false,
    record: () => {
      throw new Error('A survey changes nothing.');
    },
  };
}

import type { REST } from 'discord.js';
import type { Config } from '../config.ts';
import type { Store } from '../store/store.ts';

/** One line of the doctor: a sentence and, if something is wrong, a fix. `warning`: a small problem
 * or a check that couldn't be made. `failure`: something doesn't work or can lose data. */
export type Outcome = { status: 'ok' | 'warning' | 'failure'; subject: string; sentence: string; fix?: string };

export type Parts = {
  config: Config;
  rest: REST;
  /** Opened when a check first needs it. Rejects with a sentence for the operator. */
  store: () => Promise<Store>;
  now: () => number;
};

/** Returns one or more lines. An error becomes a failure. */
export type Check = (parts: Parts) => Promise<Outcome[]>;

type Problem = [applies: boolean, sentence: string, fix: string, status?: 'warning'];

/** A line for each problem that applies; `okSentence` if there is none. */
export function evaluate(subject: string, problems: readonly Problem[], okSentence: string): Outcome[] {
  const found = problems.filter(([applies]) => applies);
  if (found.length === 0) return [{ status: 'ok', subject, sentence: okSentence }];
  return found.map(([, sentence, fix, status]) => ({ status: status ?? 'failure', subject, sentence, fix }));
}

const MAX_CLOCK_ERROR_MS = 30_000;

/** Compares this machine's clock with the `Date` header of a response that just came. */
export function checkClock(who: string, date: string | null | undefined, now: number): Outcome[] {
  const aheadMs = now - Date.parse(date ?? '');
  const difference = `${Math.round(Math.abs(aheadMs) / 1_000)} seconds ${aheadMs > 0 ? 'ahead of' : 'behind'}`;
  const isWrong = Math.abs(aheadMs) > MAX_CLOCK_ERROR_MS;
  const fix = 'Turn on time synchronization (NTP) on this machine.';
  return evaluate('Clock', [[isWrong, `It's ${difference} ${who}'s.`, fix]], `It agrees with ${who}'s.`);
}

import { z } from 'zod';
import { isGameError } from '../game/errors.ts';
import type { Logger } from '../log.ts';
import { jobRuns } from '../metrics.ts';
import { collection } from '../store/declared.ts';
import { type Store, StoreUnavailable } from '../store/store.ts';
import { every } from '../time/every.ts';

export type JobProgress = { done: number; total?: number | undefined };

/** A step's result: the run continues after `afterMs` (default: at once), or it's over. */
export type JobStep<Cursor> =
  | { cursor: Cursor; progress?: JobProgress; afterMs?: number }
  | { nextRunInMs: number; problem?: string };

/** Background work. After a crash, a step is done again, so it must do no harm then. */
export type Job<Cursor> = {
  name: string;
  /** JSON. A stored cursor that no longer fits begins a new run. */
  cursor: z.ZodType<Cursor>;
  /** Less than {@link MAX_STEP_MS} of work; `cursor` is undefined at the start of a run. Its game
   * calls are background requests: with none left, the same step is due again when one frees. */
  // A method, so that TypeScript compares its parameters less strictly: all are AnyJobs.
  step(cursor: Cursor | undefined, signal: AbortSignal): Promise<JobStep<Cursor>>;
};

export type AnyJob = Job<unknown>;

const STATE = z.object({
  cursor: z.unknown().optional(),
  progress: z.object({ done: z.number(), total: z.number().optional() }).optional(),
  finishedAt: z.number().optional(),
  dueAt: z.number(),
  failures: z.number().default(0),
  /** Why the last run ended early, or why a step failed. */
  problem: z.string().optional(),
});

/** A job's stored state; times in ms since the epoch. */
export type JobState = z.infer<typeof STATE>;

export const JOB_STATES = collection('jobs', STATE, { about: 'bot' });

export type JobsOptions = { store: Store; log: Logger; now?: () => number; pollMs?: number };

/** A step's timeout. After {@link LEASE_MS}, another process may take over the job. */
export const MAX_STEP_MS = 40_000;
const LEASE_MS = 60_000;
const POLL_MS = 2_000;
const FIRST_RETRY_MS = 15_000;
const MAX_RETRY_MS = 60 * 60_000;

/** Runs each job in one process at a time, when it's due, across restarts. */
export function createJobs(jobs: readonly AnyJob[], { store, log, now = Date.now, pollMs = POLL_MS }: JobsOptions) {
  const states = store.collection(JOB_STATES);
  const schedule = store.schedule('jobs');
  const byName = new Map(jobs.map((job) => [job.name, job]));
  const stopping = new AbortController();
  const running = new Set<Promise<unknown>>();
  for (const name of byName.keys())
    for (const result of ['done', 'ended_early', 'failed']) jobRuns.inc({ name, result }, 0);
  let isScheduled = false;
  let stopPolling: (() => Promise<void>) | undefined;

  /** A job that was never scheduled, or whose schedule the store lost, is due now. */
  const ensureScheduled = (name: string): Promise<void> =>
    // Locked, because processes that start together would reset each other's schedule.
    store.withLock(`jobs:${name}`, async () => {
      const state = await states.get(name).catch(noneIfOutdated);
      if (state && state.dueAt > now() - LEASE_MS * 2) return;
      await states.set(name, { ...state, failures: 0, dueAt: now() });
      await schedule.set(name, 0);
    });

  const scheduleNext = async (name: string, state: Omit<JobState, 'dueAt'>, ms: number): Promise<void> => {
    await states.set(name, { ...state, dueAt: now() + ms });
    await schedule.set(name, ms);
  };

  /** Runs a step and stores its result. True if the next is due now, under the same lease. */
  const runStep = async (job: AnyJob): Promise<boolean> => {
    const { name } = job;
    const state = await states.get(name).catch(noneIfOutdated);
    const cursor = job.cursor.safeParse(state?.cursor).data;
    const finishedAt = state?.finishedAt;
    const signal = AbortSignal.any([stopping.signal, AbortSignal.timeout(MAX_STEP_MS)]);
    try {
      const step: JobStep<unknown> = await job.step(cursor, signal);
      if ('cursor' in step) {
        const { afterMs = 0, ...next } = step;
        const isDueNow = afterMs === 0 && !stopping.signal.aborted;
        await scheduleNext(name, { ...next, finishedAt, failures: 0 }, isDueNow ? LEASE_MS : afterMs);
        return isDueNow;
      }
      const { nextRunInMs, problem } = step;
      const isDone = problem === undefined;
      await scheduleNext(name, { finishedAt: isDone ? now() : finishedAt, problem, failures: 0 }, nextRunInMs);
      jobRuns.inc({ name, result: isDone ? 'done' : 'ended_early' });
      log[isDone ? 'info' : 'warn']({ job: name, problem, nextRunInMs }, 'a run of a job ended');
    } catch (err) {
      const isFailure = !stopping.signal.aborted && !isGameError(err, 'rate_limited');
      const failures = isFailure ? (state?.failures ?? 0) + 1 : 0;
      const retryInMs = stopping.signal.aborted ? 0 : toRetryMs(err, failures, now());
      if (isFailure) {
        jobRuns.inc({ name, result: 'failed' });
        log.warn({ err, job: name, failures, retryInMs }, 'a step of a job failed');
      }
      await scheduleNext(name, { ...state, problem: isFailure ? toProblem(err) : undefined, failures }, retryInMs);
    }
    return false;
  };

  const run = async (name: string): Promise<void> => {
    const job = byName.get(name);
    // A job of another release.
    if (!job) await Promise.all([schedule.delete(name), states.delete(name)]);
    while (job && (await runStep(job)));
  };

  const poll = async (): Promise<void> => {
    if (!isScheduled) for (const name of byName.keys()) await ensureScheduled(name);
    isScheduled = true;
    for (const name of await schedule.take(byName.size, LEASE_MS)) {
      const work = run(name).catch((err: unknown) => log.warn({ err, job: name }, 'a job’s state could not be stored'));
      running.add(work);
      void work.then(() => running.delete(work));
    }
  };

  return {
    start(): void {
      const onError = (err: unknown): void => log.warn({ err }, 'could not look for jobs that are due');
      stopPolling = every(pollMs, poll, { onError, atOnce: true });
    },
    /** Aborts running steps and waits for them. Other processes can continue the jobs at once. */
    async stop(): Promise<void> {
      stopping.abort(new Error('the process is stopping'));
      await stopPolling?.();
      await Promise.all(running);
    },
    /** Undefined until the job was first scheduled. Throws StoreUnavailable. */
    stateOf: (name: string): Promise<JobState | undefined> => states.get(name),
  };
}

/** For `catch`: a state of another release counts as missing, so that the job starts over. A store
 * that is away says nothing. */
function noneIfOutdated(error: unknown): undefined {
  if (error instanceof StoreUnavailable) throw error;
}

function toRetryMs(error: unknown, failures: number, now: number): number {
  if (isGameError(error, 'rate_limited')) return Math.max(1_000, error.failure.until.getTime() - now);
  return Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** (failures - 1));
}

/** Contains no user data. */
function toProblem(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}`.slice(0, 200) : 'unknown';
}

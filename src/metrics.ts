import { Counter, Gauge, Histogram, Registry } from '@prometheus-io/client';
import project from '../package.json' with { type: 'json' };

/** Prometheus metrics since this process's start. Each is counted where it happens. */
export const metrics = new Registry();
const registers = [metrics];

/** Discord allows 3 seconds for the first answer and the bot 15 for the last. */
const buckets = [0.05, 0.1, 0.25, 0.5, 1, 2, 3, 6, 10, 15, 30];

const KINDS = ['command', 'component', 'modal', 'autocomplete'] as const;
/** `explained`: a foreseen problem. `unavailable`: the store or the game. `failed`: with a code. */
const RESULTS = ['answered', 'explained', 'unavailable', 'failed', 'elsewhere', 'unanswered'] as const;

export type InteractionResult = (typeof RESULTS)[number];

export const ready = new Gauge({
  name: 'commlink_ready',
  help: '1 while the process can work, as /healthz says: the store responds, and Discord is connected.',
  registers,
});

export const interactions = new Counter({
  name: 'commlink_interactions_total',
  help: 'Interactions, by result. "elsewhere": another process answered.',
  labelNames: ['kind', 'result'],
  registers,
});

export const acknowledgeSeconds = new Histogram({
  name: 'commlink_acknowledge_seconds',
  help: 'From the arrival of an interaction to its first answer.',
  labelNames: ['kind'],
  buckets,
  registers,
});

export const answerSeconds = new Histogram({
  name: 'commlink_answer_seconds',
  help: 'From the arrival of an interaction to the end of its work.',
  labelNames: ['kind', 'command'],
  buckets,
  registers,
});

export const gameRequests = new Counter({
  name: 'commlink_game_requests_total',
  help: 'Requests to the game, by result: "ok", "not_sent" (by us), "no_connection" or the failure.',
  labelNames: ['operation', 'result'],
  registers,
});

export const cacheReads = new Counter({
  name: 'commlink_cache_reads_total',
  help: 'Cache look-ups: "hit" or "miss".',
  labelNames: ['cache', 'result'],
  registers,
});

export const jobRuns = new Counter({
  name: 'commlink_job_runs_total',
  help: 'Runs of background jobs that ended, and steps that failed: "done", "ended_early" or "failed".',
  labelNames: ['name', 'result'],
  registers,
});

export const tokenRefreshes = new Counter({
  name: 'commlink_token_refreshes_total',
  help: 'Refreshes of access tokens, by result.',
  labelNames: ['result'],
  registers,
});

// Prometheus doesn't count what a series begins with, so those of alerts begin at 0.
for (const kind of KINDS) {
  acknowledgeSeconds.zero({ kind });
  for (const result of RESULTS) interactions.inc({ kind, result }, 0);
}
for (const result of ['ok', 'rejected', 'unavailable']) tokenRefreshes.inc({ result }, 0);

new Gauge({ name: 'commlink_info', help: 'The release.', labelNames: ['version'], registers }).set(
  { version: project.version },
  1,
);

import { Counter, collectDefaultMetrics, Gauge, Registry, register } from '@prometheus-io/client';
import { metrics as processMetrics } from '../metrics.ts';
import { type Priority, PUBLIC_BUDGET, type QuotaUse } from './rule.ts';

/** Counts since the start. `denied`: no slot freed in time. `left`: gave up for another reason. */
export type QuotaMetrics = Record<Priority, Record<'granted' | 'denied' | 'left' | 'waiting', number>>;

export function createMetrics(): QuotaMetrics {
  const zero = { granted: 0, denied: 0, left: 0, waiting: 0 };
  return { interactive: { ...zero }, batch: { ...zero }, background: { ...zero } };
}

const FAMILIES = [
  ['granted', Counter, 'commlink_quota_granted_total', 'Requests that got a slot.'],
  ['denied', Counter, 'commlink_quota_denied_total', 'Requests for which no slot freed in time.'],
  ['left', Counter, 'commlink_quota_left_total', 'Requests that stopped waiting for another reason.'],
  ['waiting', Gauge, 'commlink_quota_waiting', 'Requests waiting for a slot.'],
] as const;

type Queue = { metrics: QuotaMetrics; use(budget: string): Promise<QuotaUse> };

/** All metrics of the process, including Node's and those computed when they're read. */
export function createMetricsRegistry(queue: Queue, isFrozen: () => Promise<boolean>): Registry {
  const registry = new Registry();
  // Once: its timers and observers never end.
  if (register.getMetricsAsArray().length === 0) collectDefaultMetrics();
  for (const [field, Family, name, help] of FAMILIES) {
    new Family({
      name,
      help,
      labelNames: ['priority'],
      registers: [registry],
      collect() {
        this.reset();
        for (const [priority, counts] of Object.entries(queue.metrics)) this.inc({ priority }, counts[field]);
      },
    });
  }
  for (const field of ['used', 'limit'] as const) {
    new Gauge({
      name: `commlink_requests_${field}`,
      help: `Requests an hour that everyone shares: ${field}.`,
      registers: [registry],
      async collect() {
        this.set((await queue.use(PUBLIC_BUDGET).catch(() => undefined))?.[field] ?? Number.NaN);
      },
    });
  }
  new Gauge({
    name: 'commlink_frozen',
    help: '1 while this process refuses changes to the game.',
    registers: [registry],
    async collect() {
      // While the store is unavailable, changes are refused too.
      this.set((await isFrozen().catch(() => true)) ? 1 : 0);
    },
  });
  return Registry.merge([registry, processMetrics, register]);
}

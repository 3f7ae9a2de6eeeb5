import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { metrics as processMetrics } from '../metrics.ts';
import type { Priority } from './rule.ts';

/** Since the start. `denied`: no slot freed in time. `left`: stopped waiting for another reason. */
export type QuotaMetrics = Record<Priority, Record<'granted' | 'denied' | 'left' | 'waiting', number>>;

export function createMetrics(): QuotaMetrics {
  const zero = { granted: 0, denied: 0, left: 0, waiting: 0 };
  return { interactive: { ...zero }, background: { ...zero } };
}

const FAMILIES = [
  ['granted', Counter, 'commlink_quota_granted_total', 'Requests that got a slot.'],
  ['denied', Counter, 'commlink_quota_denied_total', 'Requests for which no slot freed in time.'],
  ['left', Counter, 'commlink_quota_left_total', 'Requests that stopped waiting for another reason.'],
  ['waiting', Gauge, 'commlink_quota_waiting', 'Requests waiting for a slot.'],
] as const;

/** All metrics of the process: its own, Node's, and the queue's, which are read with the text. */
export function createMetricsRegistry(metrics: QuotaMetrics): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  for (const [field, Family, name, help] of FAMILIES) {
    new Family({
      name,
      help,
      labelNames: ['priority'],
      registers: [registry],
      collect() {
        this.reset();
        for (const [priority, counts] of Object.entries(metrics)) this.inc({ priority }, counts[field]);
      },
    });
  }
  return Registry.merge([registry, processMetrics]);
}

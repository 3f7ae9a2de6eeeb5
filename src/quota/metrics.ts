import type { Priority } from './rule.ts';

/** Requests since the process started. `denied`: no slot freed in time. `left`: stopped waiting for another reason. */
export type PriorityMetrics = Record<'granted' | 'denied' | 'left' | 'waiting', number>;

export type QuotaMetrics = Record<Priority, PriorityMetrics>;

export function createMetrics(): QuotaMetrics {
  const zero = { granted: 0, denied: 0, left: 0, waiting: 0 };
  return { interactive: { ...zero }, background: { ...zero } };
}

const FAMILIES = [
  ['granted', '_total', 'counter', 'Requests that got a slot.'],
  ['denied', '_total', 'counter', 'Requests for which no slot freed in time.'],
  ['left', '_total', 'counter', 'Requests that stopped waiting for another reason.'],
  ['waiting', '', 'gauge', 'Requests waiting for a slot.'],
] as const;

/** In Prometheus' text format (version 0.0.4). */
export function toPrometheusText(metrics: QuotaMetrics): string {
  const lines = FAMILIES.flatMap(([field, suffix, type, help]) => {
    const name = `commlink_quota_${field}${suffix}`;
    const rows = Object.entries(metrics).map(([whose, counts]) => `${name}{priority="${whose}"} ${counts[field]}`);
    return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...rows];
  });
  return `${lines.join('\n')}\n`;
}

import type { Priority } from './rule.ts';

/** Requests of one priority since the process began: `denied` were told that no slot frees in time, `left` ended before their turn. */
export type PriorityMetrics = Record<'granted' | 'denied' | 'left' | 'waiting', number>;

export type QuotaMetrics = Record<Priority, PriorityMetrics>;

export function createMetrics(): QuotaMetrics {
  const zero = { granted: 0, denied: 0, left: 0, waiting: 0 };
  return { interactive: { ...zero }, background: { ...zero } };
}

const FAMILIES = [
  ['granted', '_total', 'counter', 'Requests to the game that were given a slot.'],
  ['denied', '_total', 'counter', 'Requests that were told no slot frees in time.'],
  ['left', '_total', 'counter', 'Requests that ended before their turn.'],
  ['waiting', '', 'gauge', 'Requests that are waiting for a slot now.'],
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

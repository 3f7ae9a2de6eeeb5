import { PRIORITIES, type Priority } from './window.ts';

/** Upper bounds of the histogram's buckets, in ms; a last one has none. */
export const WAIT_BOUNDS_MS = [5, 50, 250, 1_000, 2_500, 5_000, 10_000, 60_000, 900_000] as const;

/** What became of the requests of one priority since the process began. */
export class PriorityMetrics {
  granted = 0;
  /** Told that there is no slot in time. */
  denied = 0;
  /** Gone before their turn: aborted, or the store was away. */
  left = 0;
  /** Waiting now. */
  waiting = 0;
  /** From asking to the grant, all grants together. */
  waitedMs = 0;
  /** Grants by how long they took; one more bucket than {@link WAIT_BOUNDS_MS} has bounds. */
  readonly waits: number[] = new Array<number>(WAIT_BOUNDS_MS.length + 1).fill(0);

  grantedAtOnce(): void {
    this.granted += 1;
  }

  grantedAfter(waitedMs: number): void {
    this.granted += 1;
    this.waitedMs += waitedMs;
    let index = 0;
    while (waitedMs > (WAIT_BOUNDS_MS[index] ?? Number.POSITIVE_INFINITY)) index += 1;
    if (index > 0) this.waits[index] = (this.waits[index] ?? 0) + 1;
  }
}

export type QuotaMetrics = Record<Priority, PriorityMetrics>;

export function createMetrics(): QuotaMetrics {
  return { interactive: new PriorityMetrics(), background: new PriorityMetrics() };
}

/** The metrics in Prometheus' text format (version 0.0.4), times in seconds as its conventions ask. */
export function toPrometheusText(metrics: QuotaMetrics): string {
  const lines: string[] = [];
  const family = (name: string, type: string, help: string, row: (priority: Priority) => [string, number][]): void => {
    lines.push(`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`);
    for (const priority of PRIORITIES) {
      for (const [suffix, value] of row(priority)) {
        const [part = '', label = ''] = suffix.split('|');
        lines.push(`${name}${part}{priority="${priority}"${label}} ${value}`);
      }
    }
  };
  const count = (field: 'granted' | 'denied' | 'left' | 'waiting') => (priority: Priority) =>
    [['', metrics[priority][field]]] as [string, number][];
  family('commlink_quota_granted_total', 'counter', 'Requests to the game that were given a slot.', count('granted'));
  family(
    'commlink_quota_denied_total',
    'counter',
    'Requests that were told there is no slot in time.',
    count('denied'),
  );
  family('commlink_quota_left_total', 'counter', 'Requests given up before their turn.', count('left'));
  family('commlink_quota_waiting', 'gauge', 'Requests that wait for a slot now.', count('waiting'));
  family('commlink_quota_wait_seconds', 'histogram', 'From asking for a slot to being given it.', (priority) => {
    const { granted, waitedMs, waits } = metrics[priority];
    const slow = waits.slice(1);
    let sum = granted - slow.reduce((total, some) => total + some, 0);
    const buckets = WAIT_BOUNDS_MS.map((bound, index): [string, number] => {
      if (index > 0) sum += waits[index] ?? 0;
      return [`_bucket|,le="${bound / 1_000}"`, sum];
    });
    return [...buckets, ['_bucket|,le="+Inf"', granted], ['_sum', waitedMs / 1_000], ['_count', granted]];
  });
  return `${lines.join('\n')}\n`;
}

import { expect, test } from 'vitest';
import { createMetrics, toPrometheusText } from '../../src/quota/metrics.ts';

test('metrics are told in Prometheus’ text format, by priority, buckets adding up', () => {
  const metrics = createMetrics();
  for (const _ of [1, 2, 3]) metrics.interactive.grantedAtOnce();
  for (const waitedMs of [5, 40, 3_000, 1_000_000]) metrics.interactive.grantedAfter(waitedMs);
  metrics.background.denied += 2;
  metrics.background.waiting += 1;
  const lines = toPrometheusText(metrics).split('\n');
  expect(lines).toContain('commlink_quota_granted_total{priority="interactive"} 7');
  expect(lines).toContain('commlink_quota_denied_total{priority="background"} 2');
  expect(lines).toContain('commlink_quota_waiting{priority="background"} 1');
  const buckets = lines.filter((line) => line.startsWith('commlink_quota_wait_seconds_bucket{priority="interactive"'));
  expect(buckets.map((line) => line.replace(/.*le=/, ''))).toEqual([
    '"0.005"} 4',
    '"0.05"} 5',
    '"0.25"} 5',
    '"1"} 5',
    '"2.5"} 5',
    '"5"} 6',
    '"10"} 6',
    '"60"} 6',
    '"900"} 6',
    '"+Inf"} 7',
  ]);
  expect(lines).toContain('commlink_quota_wait_seconds_sum{priority="interactive"} 1003.045');
  expect(lines).toContain('commlink_quota_wait_seconds_count{priority="interactive"} 7');
  for (const line of lines.filter((each) => each !== '' && !each.startsWith('#')))
    expect(line).toMatch(/^[a-z_]+\{[a-z]+="[^"]+"(,le="[^"]+")?\} [0-9.]+$/);
});

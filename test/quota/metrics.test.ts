import { expect, test } from 'vitest';
import { createMetrics, toPrometheusText } from '../../src/quota/metrics.ts';

test('metrics are told in Prometheus’ text format, by priority', () => {
  const metrics = createMetrics();
  metrics.interactive.granted += 7;
  metrics.background.denied += 2;
  metrics.background.waiting += 1;
  const lines = toPrometheusText(metrics).trim().split('\n');
  expect(lines).toContain('commlink_quota_granted_total{priority="interactive"} 7');
  expect(lines).toContain('commlink_quota_denied_total{priority="background"} 2');
  expect(lines).toContain('commlink_quota_waiting{priority="background"} 1');
  for (const line of lines.filter((each) => !each.startsWith('#')))
    expect(line).toMatch(/^[a-z_]+\{[a-z]+="[^"]+"\} \d+$/);
});

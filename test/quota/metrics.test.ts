import { expect, test } from 'vitest';
import { createMetrics, createMetricsRegistry } from '../../src/quota/metrics.ts';

test('metrics are in Prometheus’ text format, by priority and up to date', async () => {
  const metrics = createMetrics();
  metrics.interactive.granted += 7;
  metrics.background.denied += 2;
  metrics.background.waiting += 1;
  const registry = createMetricsRegistry(metrics);
  await registry.metrics();
  metrics.interactive.granted += 1;
  const lines = (await registry.metrics()).trim().split('\n');
  expect(registry.contentType).toBe('text/plain; version=0.0.4; charset=utf-8');
  expect(lines).toContain('# TYPE commlink_quota_granted_total counter');
  expect(lines).toContain('commlink_quota_granted_total{priority="interactive"} 8');
  expect(lines).toContain('commlink_quota_denied_total{priority="background"} 2');
  expect(lines).toContain('commlink_quota_waiting{priority="background"} 1');
});

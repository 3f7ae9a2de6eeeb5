import { Hono } from 'hono';
import type { Registry } from 'prom-client';

/** `/metrics` for the operator, on a port of its own because the login pages' port is public. */
export function createMetricsWeb(registry: Pick<Registry, 'contentType' | 'metrics'>): Hono {
  const web = new Hono();
  web.get('/metrics', async (context) =>
    context.body(await registry.metrics(), 200, { 'content-type': registry.contentType }),
  );
  return web;
}

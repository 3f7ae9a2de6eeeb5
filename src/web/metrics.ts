import { Hono } from 'hono';

/** Prometheus' content type of its text format. */
const TEXT_FORMAT = 'text/plain; version=0.0.4; charset=utf-8';

/** `/metrics` for whoever runs the bot, on a port of its own: the login pages' port is open to the world. */
export function createMetricsWeb(toText: () => string): Hono {
  const web = new Hono();
  web.get('/metrics', (context) => context.body(toText(), 200, { 'content-type': TEXT_FORMAT }));
  return web;
}

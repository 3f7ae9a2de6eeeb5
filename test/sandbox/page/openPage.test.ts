import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { expect, test } from 'vitest';
import { launchChromium } from '../../support/chromium.ts';
import { watch } from './openPage.ts';

/** Answers each path but `/missing` with a page that runs the script of its query. */
async function startServer() {
  const server = createAdaptorServer({
    fetch(request) {
      const { pathname, searchParams } = new URL(request.url);
      if (pathname === '/missing') return new Response('', { status: 404 });
      const html = `<!doctype html><link rel="icon" href="data:,"><script>${searchParams.get('script') ?? ''}</script>`;
      return new Response(html, { headers: { 'content-type': 'text/html' } });
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

test('the watch over a page notices whatever must not happen, and nothing else', async () => {
  const [home, second, elsewhere] = await Promise.all([startServer(), startServer(), startServer()]);
  const browser = await launchChromium();
  const context = await browser.newContext();
  const wrong = watch(context, new URL(home.url), new URL(second.url));
  const page = await context.newPage();
  const run = (script: string) => page.goto(`${home.url}/?${new URLSearchParams({ script })}`);
  await run(`console.log('hello'); fetch('${second.url}/', { mode: 'no-cors' }).then(() => { window.done = true })`);
  await expect.poll(() => page.evaluate('window.done')).toBe(true);
  expect(wrong).toEqual([]);
  for (const [script, expected] of [
    ["console.error('it broke')", /it broke/],
    ["console.warn('it may break')", /it may break/],
    ["throw new Error('thrown')", /thrown/],
    ["Promise.reject(new Error('rejected'))", /rejected/],
    ["fetch('/missing')", /404/],
    [`fetch('${elsewhere.url}/', { mode: 'no-cors' })`, /^asked http/],
    [`new WebSocket('${elsewhere.url.replace('http', 'ws')}')`, /^connected to ws/],
    [`open('${elsewhere.url}/')`, /^asked http/],
  ] as const) {
    wrong.length = 0;
    await run(script);
    await expect.poll(() => wrong.some((line) => expected.test(line)), { message: script }).toBe(true);
  }
  await browser.close();
  for (const { server } of [home, second, elsewhere]) server.close();
}, 60_000);

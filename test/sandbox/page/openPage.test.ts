import { expect, test } from 'vitest';
import { launchChromium } from '../../support/chromium.ts';
import { startHttpServer } from '../../support/httpServer.ts';
import { watch } from './openPage.ts';

/** Answers each path but `/missing` with a page that runs the script in its query. */
const startServer = () =>
  startHttpServer(({ url = '' }, response) => {
    const { pathname, searchParams } = new URL(url, 'http://127.0.0.1');
    response.writeHead(pathname === '/missing' ? 404 : 200, { 'content-type': 'text/html' });
    response.end(`<!doctype html><link rel="icon" href="data:,"><script>${searchParams.get('script') ?? ''}</script>`);
  });

test('the watch over a page notices whatever must not happen, and nothing else', async () => {
  const [home, second, elsewhere] = await Promise.all([startServer(), startServer(), startServer()]);
  await using browser = await launchChromium();
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
  for (const server of [home, second, elsewhere]) await server[Symbol.asyncDispose]();
}, 60_000);

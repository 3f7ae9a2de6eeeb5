import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchChromium } from '../../support/chromium.ts';
import { watch } from './openPage.ts';

// What the watch must notice is worth nothing unless it is seen to notice it.

let browser: Browser;
let servers: ReturnType<typeof createAdaptorServer>[];
let home: string;
let elsewhere: string;

beforeAll(async () => {
  browser = await launchChromium();
  servers = [serve(), serve()];
  const urls = await Promise.all(servers.map(urlOf));
  [home = '', elsewhere = ''] = urls;
});
afterAll(async () => {
  await browser.close();
  for (const server of servers) server.close();
});

/** Answers each path but `/missing` with a page that runs the script of its query. */
function serve() {
  return createAdaptorServer({
    fetch(request) {
      const { pathname, searchParams } = new URL(request.url);
      if (pathname === '/missing') return new Response('', { status: 404 });
      const html = `<!doctype html><link rel="icon" href="data:,"><script>${searchParams.get('script') ?? ''}</script>`;
      return new Response(html, { headers: { 'content-type': 'text/html' } });
    },
  });
}

async function urlOf(server: ReturnType<typeof createAdaptorServer>): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Runs a script in a page and gives what the watch noticed, once `enough` says that it may have noticed all. */
async function whatIsWrongWith(script: string, enough: (wrong: string[], page: Page) => unknown): Promise<string[]> {
  const context = await browser.newContext();
  const wrong = watch(context, new URL(home));
  const page = await context.newPage();
  await page.goto(`${home}/?${new URLSearchParams({ script })}`);
  await expect.poll(() => enough(wrong, page)).toBeTruthy();
  await context.close();
  return wrong;
}

test('a quiet page on its own origin is clean', async () => {
  const script = "console.log('hello'); fetch('/').then(() => { window.done = true })";
  expect(await whatIsWrongWith(script, (_wrong, page) => page.evaluate('window.done'))).toEqual([]);
});

test('what goes to a second home is clean too', async () => {
  const context = await browser.newContext();
  const wrong = watch(context, new URL(home), new URL(elsewhere));
  const page = await context.newPage();
  const script = `fetch('${elsewhere}/', { mode: 'no-cors' }).then(() => { window.done = true })`;
  await page.goto(`${home}/?${new URLSearchParams({ script })}`);
  await expect.poll(() => page.evaluate('window.done')).toBe(true);
  await context.close();
  expect(wrong).toEqual([]);
});

test.each([
  ['an error on the console', () => "console.error('it broke')", /it broke/],
  ['a warning on the console', () => "console.warn('it may break')", /it may break/],
  ['an error that nobody catches', () => "throw new Error('thrown')", /thrown/],
  ['a promise that fails unheard', () => "Promise.reject(new Error('rejected'))", /rejected/],
  ['a file that is not there', () => "fetch('/missing')", /404/],
  ['a request to another port', () => `fetch('${elsewhere}/', { mode: 'no-cors' })`, /^asked http/],
  [
    'a picture from another host',
    () => 'document.write(\'<img src="http://pictures.invalid/a.png">\')',
    /^asked http:\/\/pictures\.invalid/,
  ],
  ['a socket to another port', () => `new WebSocket('${elsewhere.replace('http', 'ws')}')`, /^connected to ws/],
  ['a request of a window that it opens', () => `open('${elsewhere}/')`, /^asked http/],
])('%s is noticed', async (_what, script, expected) => {
  const noticed = (wrong: string[]) => wrong.some((line) => expected.test(line));
  expect(noticed(await whatIsWrongWith(script(), noticed))).toBe(true);
});

import { pino } from 'pino';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listen, type WebServer } from '../../src/web/listen.ts';
import { createWeb } from '../../src/web/server.ts';
import { launchChromium } from '../support/chromium.ts';
import { startHttpServer } from '../support/httpServer.ts';

// Browsers resolve every name under localhost to this machine, trust it like https, and treat these
// two as one site.
const [OURS, SIBLING] = ['bot.game.localhost', 'evil.game.localhost'];
const user = { id: '1', name: 'Kestrel', username: 'kestrel' };

let browser: Browser;
let server: WebServer;
/** The cookies with which logins were started. */
const started: (string | undefined)[] = [];
const sibling = await startHttpServer((request, response) => {
  const planted = ['__Host-commlink_login', 'commlink_login', 'taken'];
  const cookies = planted.map((name) => `${name}=planted; Domain=game.localhost; Path=/; Secure`);
  response.setHeader('set-cookie', cookies).setHeader('content-type', 'text/html');
  const action = `http://${OURS}:${server.port}${request.url}`;
  response.end(`<form method="post" action="${action}"><button>Win a ship</button></form>`);
});

beforeAll(async () => {
  const login = {
    inspect: async () => ({ user, scopes: [] }),
    start: async (_: string, cookie: string | undefined) => {
      started.push(cookie);
      return { url: new URL(`http://${OURS}:${server.port}/login/code`), cookie: 'ours' };
    },
    finish: () => Promise.reject(new Error('not reached')),
    showCode: async (cookie?: string) => ({ user, name: 'Vael Ondar', code: cookie === 'ours' ? '123456' : '000000' }),
  };
  const log = pino({ level: 'silent' });
  const web = createWeb({ login, log, publicUrl: new URL(`https://${OURS}/`), check: async () => {} });
  server = await listen(web, { host: '127.0.0.1', port: 0 });
  browser = await launchChromium();
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
  await sibling[Symbol.asyncDispose]();
});

test('a sibling host can’t start a login in someone’s browser, or plant its cookie there', async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`http://${SIBLING}:${new URL(sibling.url).port}/login/x`);
  await page.getByRole('button').click();
  await page.getByText('Another page tried to start this login').waitFor();
  expect(started).toEqual([]);

  await page.goto(`http://${OURS}:${server.port}/login/x`);
  const names = (await context.cookies(page.url())).map(({ name }) => name);
  // The sibling's cookies arrive, except the one that the prefix protects.
  expect(names.toSorted()).toEqual(['commlink_login', 'taken']);
  await page.getByRole('button', { name: 'Continue to the game' }).click();
  await page.getByText('123456').waitFor();
  expect(started).toEqual([undefined]);
  await context.close();
});

import type { Browser, BrowserContext, Page } from 'playwright-core';
import { expect } from 'vitest';
import { DESK, type Screen } from './screens.ts';

export type OpenPage = {
  page: Page;
  /**
   * Fails after a console error or warning, a script error, or a request to another origin since
   * the last call, in any of its windows.
   */
  expectClean: () => void;
};

/**
 * Opens the chat page as the person of that username, and waits for the composer; without one, for
 * the choice of people. `home`: the address of its server, if it starts elsewhere.
 */
export async function openPage(
  browser: Browser,
  url: string,
  username: string | undefined,
  screen: Screen = DESK,
  home = url,
): Promise<OpenPage> {
  const context = await browser.newContext({
    viewport: { width: screen.width, height: screen.height },
    colorScheme: screen.theme,
    timezoneId: screen.timeZone,
    locale: 'en-US',
    reducedMotion: 'reduce',
  });
  const wrong = watch(context, new URL(home));
  const page = await context.newPage();
  // Without a listener, file dialogs aren't reported; adding one later races with the key.
  page.on('filechooser', () => {});
  page.setDefaultTimeout(20_000);
  await page.goto(username === undefined ? url : `${url}/?as=${username}`);
  if (username !== undefined) await composerOf(page).waitFor();
  return { page, expectClean: () => expect(wrong.splice(0)).toEqual([]) };
}

/** The text field for messages. */
export function composerOf(page: Page) {
  return page.getByRole('combobox', { name: /^Message/ });
}

/** Collects complaints, and requests to other origins, in any window of a browser. */
export function watch(context: BrowserContext, ...homes: [URL, ...URL[]]): string[] {
  const wrong: string[] = [];
  const origins = homes.map(({ origin }) => origin);
  const hosts = homes.map(({ host }) => host);
  context.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') wrong.push(message.text());
  });
  context.on('weberror', (error) => wrong.push(String(error.error())));
  context.on('request', (request) => {
    const url = new URL(request.url());
    if (!origins.includes(url.origin) && url.protocol !== 'data:' && url.protocol !== 'blob:')
      wrong.push(`asked ${url.href}`);
  });
  context.on('page', (page) => {
    page.on('websocket', (socket) => {
      if (!hosts.includes(new URL(socket.url()).host)) wrong.push(`connected to ${socket.url()}`);
    });
  });
  return wrong;
}

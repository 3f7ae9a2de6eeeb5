import type { Browser, BrowserContext, Page } from 'playwright-core';
import { expect } from 'vitest';
import { DESK, type Screen } from './screens.ts';

/** A page in a browser of its own, and what went wrong in it. */
export type OpenPage = {
  page: Page;
  /**
   * Fails when there was a console error or warning, a script error, or a request to any other origin since it was last called;
   * also in windows that it opened.
   */
  expectClean: () => void;
};

/**
 * Opens the chat page as the person of that username, and waits until the composer is there; without one, at the choice of
 * people. `home` is the address of its server, where the page begins elsewhere.
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
  // A dialog for choosing files is only noticed once the browser has been told so, and a test that listens first when it presses the key races with that.
  page.on('filechooser', () => {});
  page.setDefaultTimeout(20_000);
  await page.goto(username === undefined ? url : `${url}/?as=${username}`);
  if (username !== undefined) await composerOf(page).waitFor();
  return { page, expectClean: () => expect(wrong.splice(0)).toEqual([]) };
}

/** Where one types. */
export function composerOf(page: Page) {
  return page.getByRole('combobox', { name: /^Message/ });
}

/** Collects what must not happen in any window of a browser: complaints, and whatever leaves the origins of these addresses. */
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

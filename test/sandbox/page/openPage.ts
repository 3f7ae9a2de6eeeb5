import type { Browser, Page } from 'playwright-core';
import { expect } from 'vitest';

/** A page in a browser of its own size, and what went wrong in it. */
export interface OpenPage {
  page: Page;
  /** Fails when there was a console error, a script error or a request to another host. */
  expectClean: () => void;
}

/** Opens the chat page as the person of that username, and waits until the composer is there; without one, at the choice of people. */
export async function openPage(
  browser: Browser,
  url: string,
  username: string | undefined,
  width = 1280,
): Promise<OpenPage> {
  const context = await browser.newContext({ viewport: { width, height: 800 }, locale: 'en-US', timezoneId: 'UTC' });
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  const wrong: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') wrong.push(message.text());
  });
  page.on('pageerror', (error) => wrong.push(String(error)));
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== new URL(url).origin) wrong.push(`asked ${request.url()}`);
  });
  await page.goto(username === undefined ? url : `${url}/?as=${username}`);
  if (username !== undefined) await page.getByRole('combobox', { name: /^Message/ }).waitFor();
  return { page, expectClean: () => expect(wrong).toEqual([]) };
}

/** The accessible name of what has the focus, or its text. */
export function focusedName(page: Page): Promise<string> {
  return page.evaluate<string>(
    'document.activeElement.getAttribute("aria-label") || document.activeElement.textContent.trim()',
  );
}

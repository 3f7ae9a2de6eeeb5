import { MessageFlags } from 'discord-api-types/v10';
import type { Browser, Locator, Page, PageScreenshotOptions } from 'playwright-core';
import type { Person } from '../discord/people/person.ts';

/** How a page is displayed; sizes in CSS pixels. */
export type Look = {
  width: number;
  height: number;
  theme: 'dark' | 'light';
  /** Pixels of the picture for one CSS pixel. */
  scale: number;
};

/** Someone at the chat page. */
export type User = {
  person: Person;
  page: Page;
  channel: string;
  /** Runs a command in the channel, and waits for the response. */
  run: (command: string, options?: Parameters<Person['run']>[1]) => Promise<unknown>;
};

/** The default look: sharp on a good screen, in a file of modest size. */
export const DESKTOP: Look = { width: 1000, height: 660, theme: 'dark', scale: 1.5 };

const MARGIN_PX = 8;
const WITHOUT_NOTICES = '.notices { display: none }';

/** A page without its Content-Security-Policy, so that {@link WITHOUT_NOTICES} can be added. */
export async function openBlank(browser: Browser, { width, height, theme, scale }: Look): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width, height },
    deviceScaleFactor: scale,
    colorScheme: theme,
    reducedMotion: 'reduce',
    locale: 'en-US',
    timezoneId: 'UTC',
    bypassCSP: true,
  });
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  return page;
}

/** Opens the chat page as a person, in a channel (by name, or `dm`). */
export async function openChat(page: Page, url: string, person: Person, channel: string): Promise<User> {
  const place = new URLSearchParams({ as: person.username, channel: person.view.channel(channel).id });
  await page.goto(`${url}/?${place}`);
  await page.getByRole('combobox', { name: /^Message/ }).waitFor();
  const run: User['run'] = (command, options = {}) => person.run(command, options, { channel }).response();
  return { person, page, channel, run };
}

export function newestMessage(page: Page): Locator {
  return page.getByRole('article').last();
}

/** Makes the window so high that the whole conversation fits, and takes a picture of all of it. */
export async function shootWindow(page: Page, scroller = '[role="log"]'): Promise<Buffer> {
  await settle(page);
  const size = page.viewportSize() ?? DESKTOP;
  const hiddenHeight = await page
    .locator(scroller)
    .evaluate((element) => Math.ceil(element.scrollHeight - element.clientHeight));
  await page.setViewportSize({ ...size, height: size.height + hiddenHeight });
  await page.evaluate('document.activeElement?.blur()');
  return await shoot(page);
}

export async function shootPart(page: Page, ...parts: Locator[]): Promise<Buffer> {
  await settle(page);
  const boxes = await Promise.all(parts.map((part) => part.boundingBox()));
  const seen = boxes.filter((box) => box !== null);
  if (seen.length < boxes.length) throw new Error("A part of the picture isn't visible");
  const [left, top] = [Math.min(...seen.map(({ x }) => x)), Math.min(...seen.map(({ y }) => y)) - MARGIN_PX];
  const right = Math.max(...seen.map(({ x, width }) => x + width));
  const bottom = Math.max(...seen.map(({ y, height }) => y + height)) + MARGIN_PX;
  return await shoot(page, { x: left, y: top, width: right - left, height: bottom - top });
}

/** Waits until the fonts are there, and everything has followed a change of size. */
export async function settle(page: Page): Promise<void> {
  await page.evaluate('document.fonts.ready');
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
}

export async function shoot(page: Page, clip?: PageScreenshotOptions['clip']): Promise<Buffer> {
  await page.mouse.move(0, 0);
  await settle(page);
  return await page.screenshot({
    ...(clip && { clip }),
    animations: 'disabled',
    caret: 'hide',
    style: WITHOUT_NOTICES,
  });
}

/** Dismisses what only this person sees in the channel. */
export function dismissPrivate({ person, channel }: User): void {
  for (const message of person.messages(channel))
    if (((message.flags ?? 0) & MessageFlags.Ephemeral) !== 0) person.view.dismiss(message.channel_id, message.id);
}

import { MessageFlags } from 'discord-api-types/v10';
import type { Browser, Locator, Page } from 'playwright-core';
import type { Person } from '../discord/people/person.ts';

/** How a page is looked at; sizes in CSS pixels. */
export interface Look {
  width: number;
  height: number;
  theme: 'dark' | 'light';
  /** Pixels of the picture for one CSS pixel. */
  scale: number;
}

/** Somebody at the chat page: their hand, and the browser's page that shows what they see. */
export interface Seat {
  person: Person;
  page: Page;
}

/** How a picture is taken that needs nothing else: sharp on a good screen, in a file that stays modest. */
export const desk: Look = { width: 1000, height: 660, theme: 'dark', scale: 1.5 };

const roomPx = 8;
/** What does not belong into a picture: notices, and what shows under the mouse. */
const withoutNotices = '.notices { display: none }';

/** A page for anything; the Content-Security-Policy is passed by, so that {@link withoutNotices} can be laid over the page. */
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

/** Seats a person at the chat page, in a channel (by name, or `dm`). */
export async function takeSeat(
  browser: Browser,
  url: string,
  person: Person,
  channel: string,
  look: Look = desk,
): Promise<Seat> {
  const page = await openBlank(browser, look);
  const place = new URLSearchParams({ as: person.username, channel: person.view.channel(channel).id });
  await page.goto(`${url}/?${place}`);
  await page.getByRole('combobox', { name: /^Message/ }).waitFor();
  return { person, page };
}

/** The newest message of the open channel. */
export function newestMessage(page: Page): Locator {
  return page.getByRole('article').last();
}

/** Makes the window so high that the whole conversation fits, and takes a picture of all of it. */
export async function shootWindow(page: Page, scroller = '[role="log"]'): Promise<Buffer> {
  await settle(page);
  const size = page.viewportSize() ?? desk;
  const hiddenHeight = await page
    .locator(scroller)
    .evaluate((element) => Math.ceil(element.scrollHeight - element.clientHeight));
  await page.setViewportSize({ ...size, height: size.height + hiddenHeight });
  await page.evaluate('document.activeElement?.blur()');
  return await shoot(page);
}

/** Takes a picture of these things on the page, with some room above and below. */
export async function shootPart(page: Page, ...parts: Locator[]): Promise<Buffer> {
  await settle(page);
  const boxes = await Promise.all(parts.map((part) => part.boundingBox()));
  const seen = boxes.filter((box) => box !== null);
  if (seen.length < boxes.length) throw new Error('What is to be in the picture cannot be seen');
  const [left, top] = [Math.min(...seen.map(({ x }) => x)), Math.min(...seen.map(({ y }) => y)) - roomPx];
  const right = Math.max(...seen.map(({ x, width }) => x + width));
  const bottom = Math.max(...seen.map(({ y, height }) => y + height)) + roomPx;
  return await shoot(page, { x: left, y: top, width: right - left, height: bottom - top });
}

/** Waits until the page stands as it will: fonts are there, and whoever follows a change of size has done so. */
export async function settle(page: Page): Promise<void> {
  await page.evaluate('document.fonts.ready');
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
}

async function shoot(page: Page, clip?: { x: number; y: number; width: number; height: number }): Promise<Buffer> {
  await page.mouse.move(0, 0);
  await settle(page);
  return await page.screenshot({
    ...(clip && { clip }),
    animations: 'disabled',
    caret: 'hide',
    style: withoutNotices,
  });
}

/** Takes away what only this person sees in a channel, as if they had dismissed it. */
export function clearPrivate({ person }: Seat, channel: string): void {
  for (const message of person.messages(channel))
    if (((message.flags ?? 0) & MessageFlags.Ephemeral) !== 0) person.view.dismiss(message.channel_id, message.id);
}

import type { Browser, Page } from 'playwright-core';
import { makeCollage } from './collage.ts';
import { clearPrivate, type Look, newestMessage, type Seat, shootPart, window } from './studio.ts';

/** The pages and messages that a login leads through, each as it looks. */
interface LoginShots {
  invitation: Buffer;
  check: Buffer;
  consent: Buffer;
  code: Buffer;
  linked: Buffer;
}

/** Every step is as narrow as on a phone, so that all fit side by side; they make a large picture, so a pixel is a pixel. */
export const stepLook: Look = { ...window, width: 400, scale: 1 };
const password = 'sandbox';

/** Links a character to whoever sits in their DM with the bot, through the browser, as a player does it. */
export async function linkCharacter(
  seat: Seat,
  handle: string,
  permissions: 'lookAround' | 'everything',
): Promise<LoginShots> {
  const { person, page } = seat;
  await person.run('login', { permissions }, { channel: 'dm' }).response();
  const link = page.getByRole('link', { name: 'Open the login page' });
  await link.waitFor();
  const invitation = await shootPart(page, page.getByRole('article').filter({ has: link }));
  const opening = page.context().waitForEvent('page');
  await link.click();
  const login = await opening;
  await login.setViewportSize({ width: stepLook.width, height: stepLook.height });
  const next = login.getByRole('button', { name: 'Go on to the game' });
  await next.waitFor();
  const check = await shootCard(login);
  await next.click();
  await login.getByLabel(/handle/i).fill(handle);
  await login.getByLabel(/password/i).fill(password);
  await login.getByRole('button', { name: 'Sign in' }).click();
  const allow = login.getByRole('button', { name: 'Allow' });
  await allow.waitFor();
  const consent = await shootCard(login);
  await allow.click();
  const shown = login.locator('[data-code]');
  const digits = (await shown.textContent())?.trim() ?? '';
  const code = await shootCard(login);
  await login.close();

  await page.getByRole('button', { name: 'Enter the code' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').fill(digits);
  await dialog.getByRole('button', { name: 'Submit' }).click();
  await page.getByRole('button', { name: 'Link', exact: true }).click();
  await page.getByText(`You are ${handle} now.`).waitFor();
  const linked = await shootPart(page, newestMessage(page));
  clearPrivate(seat, 'dm');
  return { invitation, check, consent, code, linked };
}

/** The whole login in one picture. */
export async function drawLogin(browser: Browser, seat: Seat, handle: string): Promise<Buffer> {
  const shots = await linkCharacter(seat, handle, 'lookAround');
  const toTile = (png: Buffer, caption: string) => ({ png, caption });
  return await makeCollage(
    browser,
    [
      [toTile(shots.invitation, '1. The bot invites you'), toTile(shots.linked, '5. You are linked')],
      [toTile(shots.check, '2. You see what will be asked')],
      [toTile(shots.consent, '3. The game asks you')],
      [toTile(shots.code, '4. You get a code to type in Discord')],
    ],
    stepLook.scale,
  );
}

/** The card in the middle of a page, all of it. */
async function shootCard(page: Page): Promise<Buffer> {
  const heading = page.getByRole('heading', { level: 1 });
  const card = page.locator('body > *').filter({ has: heading });
  await page.evaluate('document.fonts.ready');
  return await card.screenshot({ animations: 'disabled', caret: 'hide' });
}

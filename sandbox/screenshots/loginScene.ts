import type { Browser, Page } from 'playwright-core';
import { makeCollage } from './collage.ts';
import { DESKTOP, dismissPrivate, type Look, newestMessage, settle, shootPart, type User } from './studio.ts';

/** The pages and messages that a login leads through. */
type Step = 'invitation' | 'check' | 'consent' | 'code' | 'named' | 'linked';

/** As narrow as a phone, so that all steps fit side by side; unscaled, because they're many. */
export const STEP_LOOK: Look = { ...DESKTOP, width: 400, height: 800, scale: 1 };
const PASSWORD = 'sandbox';

/** Links a player's character, in a DM and a browser. `onStep` may look at each step. */
export async function linkCharacter(
  user: User,
  handle: string,
  permissions: 'lookAround' | 'everything',
  onStep: (step: Step, shoot: () => Promise<Buffer>) => Promise<void> = async () => {},
): Promise<void> {
  const { page } = user;
  await user.run('login', { permissions });
  const link = page.getByRole('link', { name: 'Open the login page' });
  await link.waitFor();
  await onStep('invitation', () => shootPart(page, newestMessage(page)));
  const opening = page.context().waitForEvent('page');
  await link.click();
  const login = await opening;
  await login.setViewportSize({ width: STEP_LOOK.width, height: STEP_LOOK.height });
  const next = login.getByRole('button', { name: 'Continue to the game' });
  await next.waitFor();
  await onStep('check', () => shootCard(login));
  await next.click();
  await login.getByLabel(/handle/i).fill(handle);
  await login.getByLabel(/password/i).fill(PASSWORD);
  await login.getByRole('button', { name: 'Sign in' }).click();
  const allow = login.getByRole('button', { name: 'Allow' });
  await allow.waitFor();
  await onStep('consent', () => shootCard(login));
  await allow.click();
  const code = (await login.locator('[data-code]').textContent())?.trim() ?? '';
  await onStep('code', () => shootCard(login));
  await login.close();

  const named = page.getByRole('button', { name: `Link ${handle}` });
  await named.waitFor();
  await onStep('named', () => shootPart(page, newestMessage(page)));
  await named.click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').fill(code);
  await dialog.getByRole('button', { name: 'Submit' }).click();
  await page.getByText(`You're linked as ${handle}.`).waitFor();
  await onStep('linked', () => shootPart(page, newestMessage(page)));
  dismissPrivate(user);
}

export async function drawLogin(browser: Browser, user: User, handle: string): Promise<Buffer> {
  const shots = new Map<Step, Buffer>();
  await linkCharacter(user, handle, 'lookAround', async (step, shoot) => {
    shots.set(step, await shoot());
  });
  const toTile = (step: Step, caption: string): [Buffer, string] => [shots.get(step) ?? Buffer.alloc(0), caption];
  return await makeCollage(
    browser,
    [
      [
        toTile('invitation', '1. The bot invites you'),
        toTile('named', '5. You enter it in Discord'),
        toTile('linked', "6. You're linked"),
      ],
      [toTile('check', '2. You choose what it may do')],
      [toTile('consent', '3. The game asks you')],
      [toTile('code', '4. You get a code')],
    ],
    STEP_LOOK.scale,
  );
}

/** The card in the middle of a page, all of it. */
async function shootCard(page: Page): Promise<Buffer> {
  const heading = page.getByRole('heading', { level: 1 });
  const card = page.locator('body > *').filter({ has: heading });
  await settle(page);
  return await card.screenshot({ animations: 'disabled', caret: 'hide' });
}

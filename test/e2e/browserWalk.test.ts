import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { watch } from '../sandbox/page/openPage.ts';
import { launchChromium } from '../support/chromium.ts';
import { useWorld } from '../support/useWorld.ts';

const world = useWorld('all');
let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser?.close());

/** Types a command into the composer, using only the keyboard. */
async function run(chat: Page, command: string): Promise<void> {
  await chat.getByRole('combobox', { name: /^Message / }).focus();
  await chat.keyboard.type(`/${command}`);
  await chat.keyboard.press('Enter');
  await chat.keyboard.press('Enter');
}

test('a new player walks from /login to their profile, in a browser', async () => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const publicUrl = new URL(world.environment['PUBLIC_URL'] ?? '');
  // Pages may not log errors, or request anything but the chat, the login pages and the game.
  const wrong = watch(context, new URL(world.url), publicUrl, new URL(world.game.url));
  const chat = await context.newPage();
  const lastMessage = () => chat.getByRole('article').last();
  await chat.goto(world.url);
  await chat.getByRole('button', { name: /Kestrel/ }).click();
  await run(chat, 'login');
  await lastMessage().getByText("I've sent you a DM.").waitFor();
  // The message's link opens the DM in place, and its notice disappears.
  await chat.getByText('Commlink sent you a direct message').waitFor();
  await chat.getByRole('link', { name: 'Continue there' }).click();
  await chat.getByRole('combobox', { name: 'Message @Commlink' }).waitFor();
  await chat.getByText('Commlink sent you a direct message').waitFor({ state: 'detached' });
  expect(context.pages()).toHaveLength(1);

  const opening = context.waitForEvent('page');
  await chat.getByRole('link', { name: 'Open the login page' }).click();
  const login = await opening;
  await login.getByText('Kestrel', { exact: true }).waitFor();
  await login.getByRole('button', { name: 'Continue to the game' }).click();
  await login.getByLabel(/handle/i).fill('Vael Ondar');
  await login.getByLabel(/password/i).fill('sandbox');
  await login.getByRole('button', { name: 'Sign in' }).click();
  await login.getByRole('button', { name: 'Allow' }).click();
  const code = (await login.locator('[data-code]').textContent())?.trim() ?? '';
  expect(code).toMatch(/^\d{6}$/);
  await login.close();

  await chat.getByRole('button', { name: 'Link Vael Ondar' }).click();
  const dialog = chat.getByRole('dialog');
  await dialog.getByRole('textbox').fill(code);
  await dialog.getByRole('button', { name: 'Submit' }).click();
  await chat.getByText("You're linked as Vael Ondar.").waitFor();

  await chat.getByRole('button', { name: 'general' }).click();
  await run(chat, 'profile');
  await lastMessage().getByRole('heading', { name: 'Vael Ondar' }).waitFor();

  expect(wrong).toEqual([]);
}, 60_000);

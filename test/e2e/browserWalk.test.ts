import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { watch } from '../sandbox/page/openPage.ts';
import { launchChromium } from '../support/chromium.ts';
import { textFrom } from '../support/messages.ts';
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

test.each([
  ['four clicks of ours', []],
  ['a fifth for everything', ['Everything']],
])('from /login in a channel to a profile, in a browser, with %s', { timeout: 60_000 }, async (_, chosen) => {
  const [name, person] = chosen.length > 0 ? ['Juno', world.visitor] : ['Kestrel', world.player];
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const publicUrl = new URL(world.environment['PUBLIC_URL'] ?? '');
  // Pages may not log errors, or request anything but the chat, the login pages and the game.
  const wrong = watch(context, new URL(world.url), publicUrl, new URL(world.game.url));
  const chat = await context.newPage();
  const lastMessage = () => chat.getByRole('article').last();
  const clicked: string[] = [];
  const click = async (where: Page | Locator, role: 'link' | 'checkbox' | 'button', label: string): Promise<void> => {
    clicked.push(label);
    await where.getByRole(role, { name: label }).click();
  };
  await chat.goto(world.url);
  await chat.getByRole('button', { name }).click();
  await run(chat, 'login');
  await lastMessage().getByText("I've sent you a DM.").waitFor();
  await chat.getByText('Commlink sent you a direct message').waitFor();
  const opening = context.waitForEvent('page');
  await click(lastMessage(), 'link', 'Open the login page');
  const login = await opening;
  await login.getByText(name, { exact: true }).waitFor();
  for (const choice of chosen) await click(login, 'checkbox', choice);
  await click(login, 'button', 'Continue to the game');
  await login.getByLabel(/handle/i).fill('Vael Ondar');
  await login.getByLabel(/password/i).fill('sandbox');
  await login.getByRole('button', { name: 'Sign in' }).click();
  await login.getByRole('button', { name: 'Allow' }).click();
  const code = (await login.locator('[data-code]').textContent())?.trim() ?? '';
  expect(code).toMatch(/^\d{6}$/);
  await login.close();

  // The message's link opens the DM in place, and the notice of it is gone.
  await chat.getByRole('link', { name: 'continue in the DM' }).click();
  await chat.getByText('Commlink sent you a direct message').waitFor({ state: 'detached' });
  expect(context.pages()).toHaveLength(1);
  await click(chat, 'button', 'Link Vael Ondar');
  const dialog = chat.getByRole('dialog');
  await dialog.getByRole('textbox').fill(code);
  await click(dialog, 'button', 'Submit');
  await chat.getByText("You're linked as Vael Ondar.").waitFor();
  expect(clicked).toEqual(['Open the login page', ...chosen, 'Continue to the game', 'Link Vael Ondar', 'Submit']);
  expect((await textFrom(person.run('permissions scopes'))).includes('CREDITS_WRITE')).toBe(chosen.length > 0);

  await chat.getByRole('button', { name: 'general' }).click();
  await run(chat, 'profile');
  await lastMessage().getByRole('heading', { name: 'Vael Ondar' }).waitFor();

  expect(wrong).toEqual([]);
  await context.close();
});

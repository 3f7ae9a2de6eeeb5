import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Person } from '../../sandbox/discord/people/person.ts';
import { StoreUnavailable } from '../../src/store/store.ts';
import { en } from '../../src/view/en.ts';
import { listen } from '../../src/web/listen.ts';
import { watch } from '../sandbox/page/openPage.ts';
import { findSeriousProblems } from '../support/accessibility.ts';
import { launchChromium } from '../support/chromium.ts';
import { textOf } from '../support/messages.ts';
import { useWorld } from '../support/useWorld.ts';
import { beginLogin, enterCode, loginUrlOf, logOut } from '../support/world.ts';
import { createFailingWeb } from './failingWeb.ts';

vi.setConfig({ testTimeout: 90_000 });

const world = useWorld('all');
let browser: Browser;
let origin: string;

beforeAll(async () => {
  browser = await launchChromium();
  origin = world.environment['PUBLIC_URL'] ?? '';
});
afterAll(() => browser?.close());

const WIDE = { viewport: { width: 1280, height: 800 }, colorScheme: 'light' } as const;
const NARROW = { viewport: { width: 390, height: 844 }, colorScheme: 'dark' } as const;
const WIDE_DARK = { ...WIDE, colorScheme: 'dark' } as const;
const LONG_HANDLE = 'Archivist Emeritus Maravanne Thessaly of the Outer Lanterns';
/** 1280 pixels at 400 %, and the narrowest phone. */
const TINY = { viewport: { width: 320, height: 568 }, colorScheme: 'light' } as const;

/** Uses a page of an empty browser, which must have no errors and ask no one but us, the game and
 * the servers of `failing` pages. */
async function visit(options: BrowserContextOptions, use: (page: Page) => Promise<void>, failing?: URL[]) {
  const context = await browser.newContext(options);
  const complaints = watch(context, new URL(origin), new URL(world.game.url), ...(failing ?? []));
  await use(await context.newPage());
  // Chromium reports every document with an error status, such as our pages about a problem.
  const expected = failing ? /^Failed to load resource: the server responded/ : /^$/;
  expect(complaints.filter((complaint) => !expected.test(complaint))).toEqual([]);
  await context.close();
}

const linkFor = async (person: Person): Promise<string> => loginUrlOf(await beginLogin(person));

/** Presses Tab until the element has a visible focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  const focused = target.and(page.locator(':focus'));
  for (let presses = 0; presses < 10 && (await focused.count()) === 0; presses += 1) await page.keyboard.press('Tab');
  await focused.waitFor({ timeout: 20_000 });
  expect(await page.evaluate('getComputedStyle(document.activeElement).outlineStyle')).toBe('solid');
}

async function pressWithKeyboard(page: Page, name: string): Promise<void> {
  await tabTo(page, page.getByRole('button', { name, exact: true }));
  await page.keyboard.press('Enter');
}

/** Each page is accessible, no wider than the screen, and has its own title. */
async function expectSoundPage(page: Page, titles: Set<string>): Promise<void> {
  expect(await findSeriousProblems(page)).toEqual([]);
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
  expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1);
  // Forced colors remove the backgrounds.
  const edges = '[...document.querySelectorAll("button")].map((button) => getComputedStyle(button).borderTopStyle)';
  if (await page.evaluate('matchMedia("(forced-colors: active)").matches'))
    expect(new Set(await page.evaluate<string[]>(edges))).toEqual(new Set(['solid']));
  const title = await page.title();
  expect([...titles]).not.toContain(title);
  titles.add(title);
}

/** From the link to the code, by mouse; `decision` is the button on the game's consent page. */
async function walk(page: Page, link: string, decision = 'Allow'): Promise<void> {
  await page.goto(link);
  await page.getByRole('button', { name: 'Continue to the game' }).click();
  await page.getByLabel('Character handle').fill('Vael Ondar');
  await page.getByLabel('Password').fill('sandbox');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('button', { name: decision }).click();
}

test.each([
  ['1280 pixels, dark', WIDE_DARK, 'Vael Ondar'],
  ['320 pixels and in forced colors', { ...TINY, forcedColors: 'active' }, LONG_HANDLE],
] as const)('at %s, a login works with only the keyboard', (_, options, character) =>
  visit({ ...options, reducedMotion: 'reduce' }, async (page) => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin });
    const titles = new Set<string>();
    const { player } = world;
    const invitation = await beginLogin(player);

    await page.goto(loginUrlOf(invitation));
    await page.getByText('Kestrel', { exact: true }).waitFor();
    await page.getByRole('listitem').filter({ hasText: 'Check' }).and(page.locator('[aria-current="step"]')).waitFor();
    const [warning, boxes] = [page.getByText("Transfers can't be undone"), page.getByRole('checkbox')];
    await tabTo(page, page.getByLabel('Everything'));
    // Then the other permissions are only listed, until it is unchecked again.
    for (const isEverything of [false, true]) {
      expect([await warning.isVisible(), (await boxes.count()) === 1]).toEqual([isEverything, isEverything]);
      await expectSoundPage(page, isEverything ? new Set() : titles);
      await page.keyboard.press('Space');
    }
    await pressWithKeyboard(page, 'Continue to the game');

    const handle = page.getByLabel('Character handle');
    await handle.waitFor();
    expect(await handle.getAttribute('autocomplete')).toBe('username');
    await expectSoundPage(page, titles);
    await tabTo(page, handle);
    await page.keyboard.type(character);
    await page.keyboard.press('Tab');
    await page.keyboard.type('wrong');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('try again').waitFor();
    await expectSoundPage(page, titles);
    const password = page.getByLabel('Password');
    expect(await password.getAttribute('autocomplete')).toBe('current-password');
    await tabTo(page, password);
    await page.keyboard.type('sandbox');
    await page.keyboard.press('Enter');

    await page.getByText(`asks for access to your character ${character}`).waitFor();
    await expectSoundPage(page, titles);
    await pressWithKeyboard(page, 'Allow');

    await page.getByRole('listitem').filter({ hasText: 'Link' }).and(page.locator('[aria-current="step"]')).waitFor();
    await expectSoundPage(page, titles);
    await pressWithKeyboard(page, 'Copy the code');
    await page.getByRole('status').getByText('Copied.').waitFor();
    const code = String(await page.evaluate('navigator.clipboard.readText()'));
    expect(code).toMatch(/^\d{6}$/);
    await expectSoundPage(page, new Set());

    expect(textOf(await enterCode(player, invitation, code))).toContain(`linked as **${character}**`);
  }),
);

describe('the code', () => {
  test('is read digit by digit and not as a number, and is large', () =>
    visit(NARROW, async (page) => {
      await walk(page, await linkFor(world.player));
      const shown = page.locator('[data-code]');
      const code = (await shown.textContent()) ?? '';
      const heard = await page.getByRole('main').ariaSnapshot();
      expect(heard).toContain([...code].join(', '));
      expect(heard).not.toContain(code);
      const fontSize = await page.evaluate('getComputedStyle(document.querySelector("[data-code]")).fontSize');
      expect(Number.parseFloat(String(fontSize))).toBeGreaterThan(36);
    }));

  test('is selected for copying if the browser denies the clipboard, as without https', () =>
    visit(WIDE, async (page) => {
      await page.addInitScript('Object.defineProperty(navigator, "clipboard", { value: undefined })');
      await walk(page, await linkFor(world.player));
      const code = await page.locator('[data-code]').textContent();
      await page.getByRole('button', { name: 'Copy the code' }).click();
      await page.getByRole('status').getByText('The code is selected.').waitFor();
      expect(await page.evaluate('String(getSelection()).trim()')).toBe(code);
    }));

  test('is shown without scripts too: no button, and one click selects all of it', () =>
    visit({ ...WIDE, javaScriptEnabled: false }, async (page) => {
      await walk(page, await linkFor(world.player));
      const shown = page.locator('[data-code]');
      const code = await shown.textContent();
      expect(await page.getByRole('button').count()).toBe(0);
      await shown.click();
      expect(await page.evaluate('String(getSelection()).trim()')).toBe(code);
    }));
});

/** A server of our pages where every step fails with this error; returns its address. */
async function startFailing(error: Error) {
  const { port, close } = await listen(createFailingWeb(error), { host: '127.0.0.1', port: 0 });
  return { url: `http://127.0.0.1:${port}/login/x`, [Symbol.asyncDispose]: close };
}

test.each([
  ['1280 pixels, dark', WIDE_DARK],
  ['320 pixels', TINY],
])('at %s, every page about a problem is accessible and says what to do', async (_, options) => {
  const { player } = world;
  await using broken = await startFailing(new Error('inner'));
  await using unreachable = await startFailing(new StoreUnavailable('inner'));
  const titles = new Set<string>();
  const checkPages = async (page: Page): Promise<void> => {
    const expectAdvice = async (advice: string | RegExp): Promise<void> => {
      await page.getByText(advice).waitFor();
      await expectSoundPage(page, titles);
    };

    await page.goto(`${origin}login/forged`);
    await expectAdvice('Go back to Discord and type /login');
    await page.goto(`${origin}nowhere`);
    await expectAdvice('Go back to Discord and type /login');
    await page.goto(broken.url);
    await expectAdvice('Go back to Discord');
    await page.goto(unreachable.url);
    await expectAdvice('open the same link again');
    // Something may have been stored before.
    expect(await page.textContent('body')).not.toContain(en.errors.nothingChanged);

    const link = await linkFor(player);
    await walk(page, link, 'Deny');
    await expectAdvice("If that's what you wanted, you're done.");
    const fault = world.game.faults.add({ operation: 'oauth.token', fault: { kind: 'html', status: 503 } });
    await page.goto(link);
    await page.getByRole('button', { name: 'Continue to the game' }).click();
    await page.getByRole('button', { name: 'Allow' }).click();
    await expectAdvice('open the same link again');
    expect(fault.hits).toBe(1);

    await page.goto(link);
    await page.getByRole('button', { name: 'Continue to the game' }).click();
    await page.getByRole('button', { name: 'Allow' }).waitFor();
    const consentUrl = page.url();
    await page.context().clearCookies({ name: 'commlink_login' });
    await page.getByRole('button', { name: 'Allow' }).click();
    await expectAdvice('allow cookies for this page');
    await page.goto(link);
    await expectAdvice("If you're still signing in on another tab, continue there.");

    await page.context().clearCookies({ name: 'commlink_login' });
    // Where the invitation can't name the character, it is confirmed.
    await logOut(player);
    world.discord.faults.next({ method: 'PATCH', path: /^\/channels\//, what: 500, times: 4 });
    const invitation = await beginLogin(player);
    const done = loginUrlOf(invitation);
    await page.goto(done);
    await page.getByRole('button', { name: 'Continue to the game' }).click();
    await page.getByRole('button', { name: 'Allow' }).click();
    const code = (await page.locator('[data-code]').textContent()) ?? '';
    const question = await enterCode(player, invitation, code);
    await page.reload();
    await expectAdvice('The bot asks whether to link this character');
    await player.press(question, 'Link').response();
    await page.goto(done);
    await page.getByText("You've already used this login link to link Vael Ondar.").waitFor();
    await expectAdvice('/account shows who is linked');

    await page.goto(consentUrl);
    await expectAdvice('in Discord again');
    await page.goto(`${world.game.url}/ws/oauth2/auth?client_id=nobody`);
    await expectAdvice('Nothing was allowed or changed.');
  };
  await visit(options, checkPages, [new URL(broken.url), new URL(unreachable.url)]);
});

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Sandbox } from '../../../sandbox/sandbox.ts';
import { linkCharacter, startWorld } from '../../support/world.ts';
import { anyScreen } from './screens.ts';
import { usePages } from './stage.ts';

const phone = { ...anyScreen, width: 390 };

let world: Sandbox;

beforeAll(async () => {
  world = await startWorld();
  await linkCharacter(world.discord.people.player, 'Vael Ondar');
});
afterAll(() => world?.stop());

const open = usePages();

const panelOf = (page: Page) => page.getByRole('complementary', { name: 'Behind the scenes' });
const momentsOf = (page: Page) => panelOf(page).getByRole('listitem');

async function openPanel(page: Page): Promise<void> {
  const toggle = page.getByRole('button', { name: 'Behind the scenes' });
  expect(await toggle.getAttribute('aria-expanded')).toBe('false');
  await toggle.focus();
  await page.keyboard.press('Enter');
  await panelOf(page).waitFor();
  expect(await toggle.getAttribute('aria-expanded')).toBe('true');
}

async function run(page: Page, command: string): Promise<void> {
  await page.getByRole('combobox', { name: /^Message / }).focus();
  await page.keyboard.type(`/${command}`);
  await page
    .getByRole('option', { name: `/${command}` })
    .first()
    .waitFor();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
}

describe('the panel "Behind the scenes"', () => {
  test('tells of a command, of the request it took, and of what is left of the quota, in this order', async () => {
    const page = await open(world.url, 'kestrel');
    await openPanel(page);
    await panelOf(page).getByText('Use a command or a button').waitFor();
    // A command without options: where there are some, suggestions may have asked the game before it is sent.
    await run(page, 'credits balance');
    await momentsOf(page).getByText('answered').waitFor();
    const texts = await momentsOf(page).allInnerTexts();
    expect(texts[0]).toMatch(/^You\s+\d+:\d\d:\d\d [AP]M\s+\/credits balance\s/i);
    const request = texts.findIndex((text) =>
      /GET character\/1:\d+\/credits\s+200 in (under )?\d+ ms · for Vael Ondar/.test(text),
    );
    expect(texts[request]).toMatch(/\s59\d of 600 left this hour/);
    const answer = texts.findIndex((text) => /^Bot\s+\+\d+ ms\s+answered/i.test(text));
    expect(request).toBeGreaterThan(0);
    expect(request).toBeLessThan(answer);
  });

  test('counts the quota down as the game does, and tells who asks without a token', async () => {
    const page = await open(world.url, 'kestrel');
    await openPanel(page);
    const token = await world.game.grantToken({ handle: 'Pell', scopes: ['CHARACTER_READ'] });
    const headers = { authorization: `OAuth ${token}` };
    for (const path of ['character/', 'nowhere']) await fetch(`${world.game.baseUrl}${path}`, { headers });
    await fetch(`${world.game.baseUrl}character/handlecheck/Marshal%20Iri%20Tosk`);
    await momentsOf(page).nth(2).waitFor();
    const [first, second, third] = await momentsOf(page).allInnerTexts();
    expect(first).toMatch(/GET character\/\s+200 .* · for Pell\s+599 of 600 left this hour/);
    expect(second).toMatch(/GET nowhere\s+404 .* · for Pell\s+598 of 600 left this hour/);
    expect(third).toMatch(/handlecheck\/Marshal Iri Tosk\s+200 .* · without a token\s+\d+ of 600 left this hour/);
    expect(await panelOf(page).textContent()).not.toContain(token);
  });

  test('shows the steps of a login at the game, which are not counted', async () => {
    const page = await open(world.url, 'kestrel');
    await openPanel(page);
    await linkCharacter(world.discord.people.officer, 'Marshal Iri Tosk');
    const exchange = momentsOf(page).filter({ hasText: 'POST /ws/oauth2/token' });
    expect(await exchange.innerText()).toMatch(/200 in (under )?\d+ ms\s+login service, not counted/);
  });

  test('fits a phone, can be scrolled by the keyboard and follows what is new', async () => {
    const page = await open(world.url, 'kestrel', phone);
    await openPanel(page);
    const inside = await panelOf(page).boundingBox();
    expect([inside?.x, inside?.width]).toEqual([0, 390]);
    const longest = 'nowhere'.repeat(20);
    for (let request = 0; request < 30; request += 1) await fetch(`${world.game.baseUrl}${longest}/${request}`);
    await momentsOf(page).nth(29).waitFor();
    const scrolled = () =>
      panelOf(page).evaluate((panel) => [
        panel.scrollWidth - panel.clientWidth,
        Math.round(panel.scrollHeight - panel.clientHeight - panel.scrollTop),
      ]);
    expect(await scrolled()).toEqual([0, 0]);
    await panelOf(page).focus();
    await page.keyboard.press('Home');
    await expect.poll(async () => (await scrolled())[1]).toBeGreaterThan(100);
    const [, above] = await scrolled();
    await fetch(`${world.game.baseUrl}${longest}/30`);
    await momentsOf(page).nth(30).waitFor();
    expect((await scrolled())[1]).toBeGreaterThan(above ?? 0);
    await page.getByRole('button', { name: 'Behind the scenes' }).click();
    await panelOf(page).waitFor({ state: 'hidden' });
  });
});

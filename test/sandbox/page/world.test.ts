import { Locale } from 'discord-api-types/v10';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { useWorld } from '../../support/useWorld.ts';
import { linkCharacter, linkWithEverything } from '../../support/world.ts';
import { enterAt, hasFocus, press, tabTo } from './keyboard.ts';
import { composerOf } from './openPage.ts';
import { screens } from './screens.ts';
import { usePages } from './stage.ts';

const ONE_PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

const world = useWorld('all');
const open = usePages();

const openerOf = (page: Page) => page.getByRole('button', { name: 'Behind the scenes' });
const panelOf = (page: Page) => page.getByRole('complementary', { name: 'Behind the scenes' });
const momentsOf = (page: Page) => panelOf(page).getByRole('listitem');

/** The lines of the panel, without the times. */
async function readLines(page: Page): Promise<string[]> {
  const texts = await momentsOf(page).allInnerTexts();
  return texts.map((text) => text.replace(/^\d+:\d\d:\d\d [AP]M\s+/, '').replace(/\s+/g, ' '));
}

test('the panel "Behind the scenes" says in order, to everyone, who used what, what the bot asked the game, and when it answered', async () => {
  await linkCharacter(world.player, 'Vael Ondar');
  const [page, other] = [await open(world.url, 'kestrel'), await open(world.url, 'tamsin')];
  for (const one of [page, other]) await openerOf(one).click();
  await panelOf(page).getByText('Use a command or a button').waitFor();
  // A command without options: suggestions could make requests before it's sent.
  await composerOf(page).focus();
  await press(page, '/credits balance');
  await page.getByRole('option', { name: '/credits balance' }).first().waitFor();
  await press(page, 'Enter', 'Enter');
  await momentsOf(page).getByText('answered').waitFor();
  const lines = await readLines(page);
  const expected = [
    /^Kestrel used \/credits balance$/,
    /^Game: GET character\/1:\d+\/credits for Vael Ondar, 200 in (under )?\d+ ms, 59\d of 600 left this hour$/,
    /^Commlink answered \/credits balance after \d+ ms$/,
  ];
  const places = expected.map((pattern) => lines.findIndex((line) => pattern.test(line)));
  expect(places[0], lines.join('\n')).toBe(0);
  expect(places.toSorted((one, next) => one - next)).toEqual(places);
  await expect.poll(() => readLines(other)).toEqual(lines);
});

test('credits that are sent while the game loses its responses arrive once, and the receipt says so', async () => {
  await linkWithEverything(world.player, 'Vael Ondar');
  const page = await open(world.url, 'kestrel');
  await openerOf(page).click();
  await page.getByRole('radio', { name: 'loses responses' }).check();
  await page.getByText('Send credits and read the receipt').waitFor();
  await composerOf(page).focus();
  await press(page, '/credits transfer', 'Enter');
  const form = page.getByRole('form', { name: 'Command /credits transfer' });
  await form.getByLabel('amount').fill('500');
  await form.getByLabel('recipient').fill('Marshal Iri Tosk');
  await press(page, 'Escape', 'Enter');
  const { balanceOf, uidOf } = world.game.world;
  const before = balanceOf(uidOf('Vael Ondar'));
  await page.getByRole('button', { name: 'Send 500 credits' }).click();
  const receipt = page.getByRole('article').last();
  await receipt.getByRole('heading', { name: 'Sent' }).waitFor();
  await receipt.getByText(/shows the transfer as entry \d+/).waitFor();
  const lost = momentsOf(page).filter({ hasText: /POST .*credits.*, no response in/ });
  expect(await lost.count()).toBe(1);
  expect(before - balanceOf(uidOf('Vael Ondar'))).toBe(500);
  await page.getByRole('radio', { name: 'works' }).check();
});

test('two people side by side see the same, except what is only for one of them', async () => {
  const player = await open(world.url, 'kestrel');
  await player.getByRole('button', { name: /^You are Kestrel/ }).click();
  const opening = player.context().waitForEvent('page');
  await player.getByRole('menuitem', { name: 'Tamsin in a new window' }).click();
  const officer = await opening;
  await composerOf(officer).waitFor();
  expect(await officer.getByRole('button', { name: /^You are Tamsin/ }).count()).toBe(1);

  await composerOf(player).focus();
  await press(player, '/credits balance', 'Enter', 'Enter');
  const balance = player.getByRole('article').last();
  await balance.getByText('Only you can see this').waitFor();
  await officer.getByLabel('Attach files').setInputFiles({ name: 'map.png', mimeType: 'image/png', buffer: ONE_PIXEL });
  await officer.getByRole('button', { name: 'Remove map.png' }).waitFor();
  await composerOf(officer).focus();
  await press(officer, 'Here is the map.', 'Enter');
  const answer = player.getByRole('article').filter({ hasText: 'Here is the map.' });
  const picture = answer.getByRole('img', { name: 'map.png' });
  // A picture out of sight isn't loaded.
  await picture.scrollIntoViewIfNeeded();
  const width = () => picture.evaluate((image) => Reflect.get(image, 'naturalWidth'));
  await expect.poll(width, { timeout: 20_000 }).toBe(1);
  expect(await officer.getByRole('main').getByText('/credits balance').count()).toBe(0);
  const dismissals = player.getByRole('button', { name: 'Dismiss message' });
  const before = await dismissals.count();
  await enterAt(player, dismissals.last(), 'Shift+Tab');
  await expect.poll(() => dismissals.count()).toBe(before - 1);
});

test('in German, commands are offered and shown in German, and the bot answers in German', async () => {
  const page = await open(world.url, 'kestrel');
  await enterAt(page, page.getByRole('button', { name: /^You are Kestrel/ }), 'Shift+Tab');
  const german = page.getByRole('menuitemradio', { name: 'Deutsch' });
  await german.waitFor();
  while (!(await hasFocus(german))) await press(page, 'ArrowDown');
  await press(page, 'Enter');
  await expect.poll(() => world.player.account.locale).toBe(Locale.German);
  await page.reload();
  await composerOf(page).focus();
  await press(page, '/credits balance');
  await page.getByRole('option', { name: '/credits guthaben' }).waitFor();
  await press(page, 'Enter', 'Enter');
  const answer = page.getByRole('article').last();
  await answer.getByText('Guthaben').first().waitFor();
  expect(await answer.textContent()).toContain('Kestrelused/credits guthaben');
  world.player.chooseLanguage(Locale.EnglishUS);
  await expect.poll(() => answer.textContent()).toContain('Kestrelused/credits balance');
});

test.each(screens)('the whole sandbox can be used without a mouse, at $width pixels', async (screen) => {
  const page = await open(world.url, undefined, screen);
  await enterAt(page, page.getByRole('button', { name: /Juno/ }));
  await composerOf(page).waitFor();
  expect(new URL(page.url()).searchParams.get('as')).toBe('juno');
  await tabTo(page, composerOf(page));
  await press(page, '/login');
  await page.getByRole('option', { name: '/login' }).waitFor();
  await press(page, 'Enter', 'Enter');
  await enterAt(page, page.getByRole('link', { name: 'continue in the DM' }).last(), 'Shift+Tab');
  await page.getByRole('combobox', { name: 'Message @Commlink' }).waitFor();
  await tabTo(page, page.getByRole('link', { name: 'Open the login page' }).last());

  await tabTo(page, composerOf(page));
  await press(page, '/galaxy stations');
  await page.getByRole('option', { name: '/galaxy stations' }).waitFor();
  await press(page, 'Enter', 'Enter');
  const list = page.getByRole('article').filter({ hasText: '1–20 of' }).last();
  const counter = page.getByRole('button', { name: /\d+ \/ \d+/ }).last();
  await list.waitFor();
  await enterAt(page, counter, 'Shift+Tab');
  await page.getByRole('dialog').waitFor();
  await press(page, '3', 'Enter');
  await page.getByText('41–60 of').last().waitFor();
  expect(await hasFocus(counter)).toBe(true);

  await enterAt(page, openerOf(page), 'Shift+Tab');
  await tabTo(page, page.getByRole('radio', { name: 'works' }));
  for (const [key, name] of [
    ['ArrowDown', 'is down'],
    ['ArrowUp', 'works'],
  ] as const) {
    await press(page, key);
    await expect.poll(() => page.getByRole('radio', { name }).isChecked()).toBe(true);
  }
});

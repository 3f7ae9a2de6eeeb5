import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { GameRequestEvent, InteractionEvent } from '../../../sandbox/discord/people/pageProtocol.ts';
import type { Sandbox } from '../../../sandbox/sandbox.ts';
import { linkCharacter, startWorld } from '../../support/world.ts';
import { hasFocus, press } from './keyboard.ts';
import { composerOf } from './openPage.ts';
import { ada, general, orson } from './samples.ts';
import { anyScreen } from './screens.ts';
import { usePages, useStage } from './stage.ts';

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
  await press(page, 'Enter');
  await panelOf(page).waitFor();
  await expect.poll(() => toggle.getAttribute('aria-expanded')).toBe('true');
}

/** What the panel says, a line each, without the time of day. */
async function readLines(page: Page): Promise<string[]> {
  const texts = await momentsOf(page).allInnerTexts();
  return texts.map((text) => text.replace(/^\d+:\d\d:\d\d [AP]M\s+/, '').replace(/\s+/g, ' '));
}

describe('the panel "Behind the scenes"', () => {
  test('says in order, to everyone, who used what, what the bot asked the game, and when it answered', async () => {
    const [page, other] = [await open(world.url, 'kestrel'), await open(world.url, 'tamsin')];
    await openPanel(page);
    await openPanel(other);
    await panelOf(page).getByText('Use a command or a button').waitFor();
    // A command without options: where there are some, suggestions may have asked the game before it is sent.
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

  test('says who asks without a token, and that a login is not counted', async () => {
    const page = await open(world.url, 'kestrel');
    await openPanel(page);
    const token = await world.game.grantToken({ handle: 'Pell', scopes: ['CHARACTER_READ'] });
    const headers = { authorization: `OAuth ${token}` };
    for (const path of ['character/', 'nowhere']) await fetch(`${world.game.baseUrl}${path}`, { headers });
    await fetch(`${world.game.baseUrl}character/handlecheck/Marshal%20Iri%20Tosk`);
    await momentsOf(page).nth(2).waitFor();
    const [first, second, third] = await readLines(page);
    expect(first).toMatch(/^Game: GET character\/ for Pell, 200 .*, 599 of 600 left this hour/);
    expect(second).toMatch(/GET nowhere for Pell, 404 .*, 598 of 600 left this hour/);
    expect(third).toMatch(/handlecheck\/Marshal Iri Tosk without a token, 200 .*, \d+ of 600 left this hour/);
    expect(await panelOf(page).textContent()).not.toContain(token);
    await linkCharacter(world.discord.people.officer, 'Marshal Iri Tosk');
    await momentsOf(page).filter({ hasText: 'POST /ws/oauth2/token' }).waitFor();
    const lines = await readLines(page);
    expect(lines.find((line) => line.includes('oauth2/token'))).toMatch(/, 200 in .* ms, login service, not counted$/);
  });

  test('fits a phone, can be scrolled by the keyboard and follows what is new', async () => {
    const page = await open(world.url, 'kestrel', phone);
    await openPanel(page);
    const longest = 'nowhere'.repeat(20);
    for (let request = 0; request < 30; request += 1) await fetch(`${world.game.baseUrl}${longest}/${request}`);
    await momentsOf(page).nth(29).waitFor();
    const scroller = panelOf(page).getByRole('region', { name: 'What happened' });
    const pixelsBelow = () => scroller.evaluate((element) => Math.round(Math.abs(element.scrollTop)));
    expect(await scroller.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
    expect(await pixelsBelow()).toBe(0);
    await scroller.focus();
    await press(page, 'Home');
    await expect.poll(pixelsBelow).toBeGreaterThan(100);
    const above = await pixelsBelow();
    await fetch(`${world.game.baseUrl}${longest}/30`);
    await momentsOf(page).nth(30).waitFor();
    expect(await pixelsBelow()).toBeGreaterThanOrEqual(above);
  });
});

describe('with events in an order of their own', () => {
  const stage = useStage();
  const at = (ms: number) => new Date(Date.UTC(2026, 2, 1) + ms).toISOString();
  const step = (state: InteractionEvent['state'], ms: number, userId = ada.id): InteractionEvent => ({
    type: 'interaction',
    interactionId: userId,
    userId,
    channelId: general.id,
    kind: 'component',
    name: 'next:2',
    label: 'Next',
    messageId: null,
    state,
    at: at(ms),
  });
  const request: GameRequestEvent = {
    type: 'gameRequest',
    at: at(15),
    method: 'GET',
    path: 'character/',
    status: null,
    durationMs: 60,
    onBehalfOf: null,
    quota: null,
  };

  test('a request is where it began, and of the same millisecond what was sent is first', async () => {
    await stage.enter();
    await openPanel(stage.page);
    for (const event of [step('thinking', 10), step('sent', 10), step('answered', 70), request]) stage.peer.emit(event);
    for (const event of [step('sent', 1000, orson.id), step('didNotRespond', 4000, orson.id)]) stage.peer.emit(event);
    await momentsOf(stage.page).nth(5).waitFor();
    expect(await readLines(stage.page)).toEqual([
      'Ada Venn used Next',
      'Commlink acknowledged Next after 0 ms',
      'Game: GET character/, no answer in 60 ms, login service, not counted',
      'Commlink answered Next after 60 ms',
      'Orson Pike used Next',
      "Commlink didn't answer Next within 3000 ms",
    ]);
  });

  test('the switch breaks the game, shows what another person chose, and is absent where there is none', async () => {
    await stage.enter();
    await openPanel(stage.page);
    const choice = stage.page.getByRole('group', { name: 'The game' });
    expect(await choice.count()).toBe(0);
    stage.peer.emit({ type: 'gameCondition', condition: 'working' });
    await choice.getByRole('radio', { name: 'works' }).focus();
    await press(stage.page, 'ArrowDown');
    expect(await stage.peer.called('setGameCondition')).toEqual({ condition: 'down' });
    stage.peer.emit({ type: 'gameCondition', condition: 'slow' });
    await expect.poll(() => choice.getByRole('radio', { name: 'is slow' }).isChecked()).toBe(true);
    await choice.getByText('Every answer takes 8 seconds').waitFor();
    expect(await hasFocus(choice.getByRole('radio', { name: 'is down' }))).toBe(true);
  });
});

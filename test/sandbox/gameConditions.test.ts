import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { GameCondition } from '../../sandbox/discord/people/pageProtocol.ts';
import type { Sandbox } from '../../sandbox/sandbox.ts';
import { SLOW_MS } from '../../src/discord/run/runner.ts';
import { REQUEST_TIMEOUT_MS } from '../../src/game/request/transport.ts';
import { textOf } from '../support/messages.ts';
import { linkCharacter, startWorld } from '../support/world.ts';
import { closePages, openPage, type Page } from './discord/pageSocket.ts';

let world: Sandbox;
let page: Page;
const waits: number[] = [];

beforeAll(async () => {
  world = await startWorld({ game: { wait: async (milliseconds) => waits.push(milliseconds) } });
  const { player } = world.discord.people;
  await linkCharacter(player, 'Vael Ondar');
  page = await openPage(world.discord);
  expect((await page.ask('become', { personId: player.id })).gameCondition).toBe('working');
});
beforeEach(() => become('working'));
afterAll(async () => {
  closePages();
  await world?.stop();
});

const become = (condition: GameCondition) => page.ask('setGameCondition', { condition });
const balance = async (): Promise<string> =>
  textOf(await world.discord.people.player.run('credits balance').response());

test('a game that is down answers no one, and every open page shows it', async () => {
  const other = await openPage(world.discord);
  await other.ask('become', { personId: world.discord.people.officer.id });
  await become('down');
  expect(await other.event('gameCondition')).toEqual({ type: 'gameCondition', condition: 'down' });
  expect(await balance()).toContain("The game isn't responding");
  expect((await fetch(`${world.game.issuer}/ws/oauth2/token`, { method: 'POST' })).status).toBe(503);
  await become('working');
  expect(await balance()).toMatch(/[\d,]+ credits/);
});

test('a slow game answers after the bot has said that it is slow, and before the bot gives up', async () => {
  await become('slow');
  expect(await balance()).toMatch(/[\d,]+ credits/);
  expect(waits.length).toBeGreaterThan(0);
  for (const wait of waits) {
    expect(wait).toBeGreaterThan(SLOW_MS);
    expect(wait).toBeLessThan(REQUEST_TIMEOUT_MS);
  }
  const before = waits.length;
  await become('working');
  await balance();
  expect(waits).toHaveLength(before);
});

test('requests that are used up are the person’s own, or those that everyone shares, and the bot says which', async () => {
  const { player, visitor } = world.discord.people;
  const lookUp = async (person: typeof player, handle: string) =>
    textOf(await person.run('lookup', { handle }).response());
  await become('sharedLimit');
  const shared = /requests that everyone here shares are used up for now\. Next one at <t:\d+:T>/;
  expect(await lookUp(visitor, 'Pell')).toMatch(shared);
  expect(await balance()).toMatch(/[\d,]+ credits/);
  // The bot uses the player's own token then.
  expect(await lookUp(player, 'Pell')).toContain('Pell');
  await become('ownLimit');
  expect(await balance()).toMatch(/You've used up your share of game requests for now\. Next one at <t:\d+:T>/);
});

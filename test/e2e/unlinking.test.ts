import { join } from 'node:path';
import { Locale } from 'discord-api-types/v10';
import { expect, test, vi } from 'vitest';
import { textFrom, textOf } from '../support/messages.ts';
import { restartBot } from '../support/restartBot.ts';
import { makeTemporaryFolder } from '../support/temporaryFolder.ts';
import { useTimeTravel } from '../support/useWorld.ts';
import { linkCharacter, startWorld } from '../support/world.ts';

const DAY_MS = 24 * 60 * 60_000;
const folder = makeTemporaryFolder();
const travel = useTimeTravel('all');

test('a player who stays away is warned by DM in their language', async () => {
  const DATABASE_FILE = join(folder, 'store.sqlite');
  const world = await startWorld({ environment: { DATABASE_FILE }, discord: { identifyIntervalMs: 0 } });
  const { player } = world;
  await linkCharacter(player, 'Vael Ondar');
  player.chooseLanguage(Locale.German);
  await player.run('profile').response();
  await world.app.stop();

  travel(167 * DAY_MS);
  const before = player.dm().length;
  const bot = await restartBot(world.environment);
  await vi.waitFor(() => expect(player.dm().length).toBe(before + 1), 10_000);
  expect(textOf(player.dm().at(-1) ?? {})).toMatch(/^Du hast mich lange nicht genutzt.*\*\*Vael Ondar\*\*.*<t:\d+:f>/);
  await bot.stop();
  await world.stop();
}, 60_000);

test.each([
  ['gateway', 404, { DISCORD_GATEWAY: 'on' }],
  ['endpoint', 401, {}],
] as const)('over the %s, removing the bot unlinks the person', { timeout: 60_000 }, async (_, status, environment) => {
  const world = await startWorld({ transport: 'endpoint', environment });
  const { player, discord } = world;
  await linkCharacter(player, 'Vael Ondar');
  const url = new URL('events', world.environment['PUBLIC_URL']).href;
  const { user } = player.account;
  expect((await fetch(new URL('interactions', url), { method: 'POST' })).status).toBe(status);
  const revocations = world.game.world.requests('oauth.revocation');

  expect(await discord.webhookEvents.verify(url)).toEqual([204, 401]);
  expect(await discord.webhookEvents.deauthorize(url, user, { isForged: true })).toBe(401);
  expect(await textFrom(player.run('profile'))).toContain('Vael Ondar');

  const at = Date.now();
  expect(await discord.webhookEvents.deauthorize(url, user, { at })).toBe(204);
  await vi.waitFor(() => expect(world.game.world.requests('oauth.revocation')).toBe(revocations + 2), 10_000);
  expect(await textFrom(player.run('profile'))).toContain("You haven't linked a game character");

  // Discord repeats an event after a missing response, and requests can be replayed.
  await linkCharacter(player, 'Vael Ondar');
  expect(await discord.webhookEvents.deauthorize(url, user, { at })).toBe(204);
  expect(await textFrom(player.run('profile'))).toContain('Vael Ondar');
  await world.stop();
});

import { afterAll, expect, inject, test } from 'vitest';
import { textFrom } from '../support/messages.ts';
import { useWorld } from '../support/useWorld.ts';
import { linkCharacter } from '../support/world.ts';

const machine = Date.now;
let aheadMs = 0;
// Before the bot starts, because its parts may keep the function.
Date.now = () => machine() + aheadMs;
afterAll(() => {
  Date.now = machine;
});
const world = useWorld('all', { environment: { REDIS_URL: inject('redisUrl') } });
const { player, game } = world;

test('tokens expire by the clock of Redis, whatever this machine’s clock says', async () => {
  aheadMs = 290_000;
  await linkCharacter(player, 'Vael Ondar');
  const exported = await player.press(await player.run('account').response(), 'Export my data').response();
  const data = await (await fetch(exported.attachments[0]?.url ?? '')).text();
  const expiresAt = Date.parse(/"accessTokenExpiresAt": *"(.*?)"/.exec(data)?.[1] ?? '');
  expect(Math.abs(expiresAt - machine() - 3_600_000)).toBeLessThan(60_000);
  const asked = game.world.requests('oauth.token');
  aheadMs = 3_580_000;
  expect(await textFrom(player.run('skills'))).toContain("Vael Ondar's skills");
  expect(game.world.requests('oauth.token')).toBe(asked);
});

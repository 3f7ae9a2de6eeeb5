import { expect, inject, test } from 'vitest';
import { choose, textFrom } from '../support/messages.ts';
import { emptyDatabase } from '../support/redisDatabase.ts';
import { openRedisProxy } from '../support/redisProxy.ts';
import { linkCharacter, startWorld } from '../support/world.ts';

test('with a frozen Redis, people soon read that the database is unavailable, and health is 503', async () => {
  const proxy = await openRedisProxy(await emptyDatabase(inject('redisUrl')));
  const world = await startWorld({ environment: { REDIS_URL: proxy.url } });
  const { player } = world;
  await linkCharacter(player, 'Vael Ondar');
  const health = async (): Promise<number> => (await fetch(`http://127.0.0.1:${world.app.webPort}/healthz`)).status;
  expect(await health()).toBe(200);
  proxy.freeze();
  const frozenAt = performance.now();
  const commands = ['profile', 'account', 'login', 'logout', 'credits balance', 'galaxy systems'];
  const [texts, kept, help] = await Promise.all([
    Promise.all(commands.map((command) => textFrom(player.run(command)))),
    textFrom(player.run('msg send', { to: 'Dorn Hesk', text: 'We leave at dawn' })),
    player.run('help').response(),
  ]);
  expect(performance.now() - frozenAt).toBeLessThan(5_000);
  for (const text of texts) expect(text).toMatch(/^My database is unavailable/);
  expect(kept).toMatch(/^My database .*\nDorn Hesk\n\nWe leave at dawn$/);
  const [opened, status] = await Promise.all([textFrom(choose(player, help, '/profile')), health()]);
  expect(opened).toContain('/profile');
  expect(status).toBe(503);
  proxy.cut();
  await world.stop();
});

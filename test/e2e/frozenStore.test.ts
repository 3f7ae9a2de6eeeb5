import { setTimeout as sleep } from 'node:timers/promises';
import { expect, inject, onTestFinished, test } from 'vitest';
import { findProxy, startProxy } from '../faults/proxy.ts';
import { freePort } from '../support/machine/redis.ts';
import { choose, textFrom } from '../support/messages.ts';
import { startProgram } from '../support/program.ts';
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

test('behind deploy/haproxy.cfg, everyone is told that Redis is away, even if a process dies meanwhile', {
  timeout: 60_000,
}, async ({ skip }) => {
  if (findProxy() === undefined) return skip('haproxy is in the package haproxy');
  const redis = await openRedisProxy(await emptyDatabase(inject('redisUrl')));
  const world = await startWorld({ transport: 'endpoint', environment: { REDIS_URL: redis.url } });
  await world.app.stop();
  const ports = [await freePort(), await freePort()];
  const bots = ports.map((port) => startProgram('src/boot.js', { ...world.environment, WEB_PORT: `${port}` }));
  onTestFinished(() => {
    for (const bot of bots) bot.process.kill('SIGKILL');
  });
  await Promise.all(bots.map((bot) => bot.says('Commlink is up')));
  const proxy = await startProxy(Number(world.environment['WEB_PORT']), ports);
  onTestFinished(proxy.stop);
  const ask = async (): Promise<string> => await textFrom(world.visitor.run('profile')).catch(String);
  await expect.poll(ask, { timeout: 20_000 }).toContain("haven't linked");

  redis.cut();
  // Until the checks have found all processes unhealthy.
  await sleep(3_000);
  const told: string[] = [];
  for (let turn = 0; turn < 10; turn += 1) {
    if (turn === 5) bots[0]?.process.kill('SIGKILL');
    told.push(...(await Promise.all([ask(), ask(), ask(), ask()])));
  }
  expect(told.filter((text) => !text.startsWith('My database is unavailable'))).toEqual([]);
  await redis.reopen();
  await expect.poll(ask, { timeout: 20_000 }).toContain("haven't linked");
  redis.cut();
  // Each bot entered its address before the proxy was there.
  for (const _ of bots) world.acknowledgeRefusal(50_035);
  await world.stop();
});

import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { textFrom } from '../support/messages.ts';
import { killPrograms, type Program, startProgram } from '../support/program.ts';
import { openRedisProxy } from '../support/redisProxy.ts';
import { startWorld, type World } from '../support/world.ts';

const TAKEOVER_MS = 15_000;

let world: World;
let proxy: Awaited<ReturnType<typeof openRedisProxy>>;
let holder: Program;
let standby: Program;
beforeEach(async () => {
  const environment = { REDIS_URL: inject('redisUrl'), WEB_PORT: '0' };
  world = await startWorld({ environment, discord: { identifyIntervalMs: 0 } });
  await world.app.stop();
  proxy = await openRedisProxy(world.environment['REDIS_URL'] ?? '');
  holder = await start({ REDIS_URL: proxy.url });
  standby = await start();
});
afterEach(async () => {
  killPrograms();
  await Promise.all([holder?.ended, standby?.ended]);
  proxy?.cut();
  await world?.stop();
});

async function start(changes: Record<string, string> = {}): Promise<Program> {
  const program = startProgram('src/main.ts', { ...world.environment, ...changes });
  await program.says('Commlink is up');
  return program;
}

const CONNECTED = 'connected to Discord';
const sessions = () => world.discord.gateway.sessions().filter(({ isConnected }) => isConnected).length;
const help = () => textFrom(world.player.run('help'));
const callbacks = () => world.discord.requests.filter(({ path }) => path.endsWith('/callback')).length;

test('one process of two has the gateway, and the other takes over within 15 s of its death', async () => {
  expect(holder.output()).toContain(CONNECTED);
  expect(standby.output()).toContain('stands by');
  expect(sessions()).toBe(1);
  await help();
  expect(callbacks()).toBe(1);
  const killedAt = performance.now();
  holder.process.kill('SIGKILL');
  await standby.says(CONNECTED);
  expect(performance.now() - killedAt).toBeLessThan(TAKEOVER_MS);
  expect(await help()).toContain('/login');
  expect(callbacks()).toBe(2);
});

test('a process that ends leaves the gateway at once, and answers what runs', async () => {
  const held = world.game.faults.add({ operation: 'galaxy.systems.list', fault: { kind: 'hold' } });
  const systems = world.visitor.run('galaxy systems');
  await held.reached;
  holder.process.kill('SIGTERM');
  await standby.says(CONNECTED);
  await help();
  held.release();
  expect(await textFrom(systems)).toContain('1–20 of');
  expect(await holder.ended).toBe(0);
});

test('a process keeps the gateway while the store is away, until another one has it', async () => {
  proxy.cut();
  await standby.says(CONNECTED);
  expect(sessions()).toBe(2);
  await proxy.reopen();
  await holder.says('stands by');
  await expect.poll(sessions).toBe(1);
  standby.process.kill('SIGTERM');
  await expect.poll(() => holder.output().split(CONNECTED), { timeout: 20_000 }).toHaveLength(3);
});

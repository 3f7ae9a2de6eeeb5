import { once } from 'node:events';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { textFrom, textOf } from '../support/messages.ts';
import { type Program, startProgram } from '../support/program.ts';
import { makeTemporaryFolder } from '../support/temporaryFolder.ts';
import { linkWithEverything, startWorld, type World } from '../support/world.ts';

const PLAYER = 'Vael Ondar';
const REJECTED = { kind: 'status', status: 401, message: 'Access Token Not Recognized' } as const;

const folder = makeTemporaryFolder();
let runs = 0;
let world: World;
let bot: Program;
beforeEach(async () => {
  runs += 1;
  const environment = { DATABASE_FILE: join(folder, `${runs}.sqlite`) };
  world = await startWorld({ environment, discord: { identifyIntervalMs: 0 } });
  await linkWithEverything(world.player, PLAYER);
  await world.app.stop();
  await startBot();
});
afterEach(async () => {
  bot.process.kill('SIGKILL');
  await world.stop();
});

/** Starts the bot in its own process, instead of the sandbox's. */
async function startBot(): Promise<void> {
  bot = startProgram('src/main.ts', world.environment);
  // Logged after its check of the login.
  await bot.says('Settings: ');
}

/** Starts the bot so that it gets interactions by HTTP, then again while Discord is slow. */
async function startSlowly(): Promise<void> {
  const { signer, faults, requests } = world.discord;
  const isEntry = ({ method, path }: { method: string; path: string }) => method === 'PATCH' && path.endsWith('/@me');
  Object.assign(world.environment, { DISCORD_PUBLIC_KEY: signer.verifyKey });
  for (const starts of [1, 2]) {
    bot.process.kill('SIGKILL');
    await bot.ended;
    if (starts === 2) faults.next({ method: 'PATCH', what: 'hang' });
    bot = startProgram('src/main.ts', world.environment);
    if (starts === 1) await bot.says('Commlink is up');
    await expect.poll(() => requests.filter(isEntry).length, { timeout: 20_000 }).toBe(starts);
  }
}

async function terminate(): Promise<void> {
  bot.process.kill('SIGTERM');
  await bot.says('stopping');
}

const hold = (operation: string) => world.game.faults.add({ operation, fault: { kind: 'hold' } });

describe('on the first signal', () => {
  test('every running command gets its response, half a request doesn’t hold up the end, and nothing new starts', async () => {
    const transfer = { amount: 500, recipient: 'Marshal Iri Tosk' };
    const preview = await world.player.run('credits transfer', transfer).response();
    const slow = [hold('character.me'), hold('galaxy.systems.list'), hold('character.credits.transfer')];
    const profile = world.player.run('profile');
    const systems = world.visitor.run('galaxy systems');
    const sending = world.player.press(preview, 'Send 500 credits');
    await Promise.all(slow.map(({ reached }) => reached));
    const { hostname, port } = new URL(world.environment['PUBLIC_URL'] ?? '');
    const socket = connect(Number(port), hostname).on('error', () => {});
    const closed = once(socket.resume(), 'close');
    socket.write('GET / HTTP/1.1\r\nhost: a\r\n\r\nPOST ');
    await once(socket, 'data');
    await terminate();
    const stoppedAt = performance.now();
    expect((await fetch(new URL('healthz', world.environment['PUBLIC_URL']))).status).toBe(503);
    const late = world.officer.run('help');
    await closed;
    expect(performance.now() - stoppedAt).toBeLessThan(2_500);
    for (const held of slow) held.release();
    expect(await textFrom(profile)).toContain(PLAYER);
    expect(await textFrom(systems)).toContain('1–20 of');
    const { id } = await sending.response();
    expect(await bot.ended).toBe(0);
    const receipt = world.player.messages().find((message) => message.id === id);
    expect(receipt && textOf(receipt)).toMatch(/^## Sent/);
    expect(world.discord.requests.filter(({ path }) => path.startsWith(`/interactions/${late.id}/`))).toEqual([]);
    expect(bot.output()).not.toContain('before everything was finished');
  });

  test.each([
    ['', async () => {}],
    [', also if Discord hasn’t taken the bot’s address yet', startSlowly],
  ])('a refresh that outlived its suggestion is stored%s', async (_, prepare) => {
    await prepare();
    world.game.faults.add({ operation: 'character.messages.list', fault: REJECTED });
    const refresh = world.game.faults.add({ operation: 'oauth.token', fault: { kind: 'hold', at: 'after' } });
    expect(await world.player.autocomplete('msg send', { to: 'T' }, 'to')).toEqual([]);
    await refresh.reached;
    await terminate();
    refresh.release();
    expect(await bot.ended).toBe(0);
    expect(bot.output()).toContain('refreshed an access token');
    // The game no longer accepts the old tokens.
    await startBot();
    world.game.faults.add({ operation: 'character.me', fault: REJECTED });
    expect(await textFrom(world.player.run('profile'))).toContain(PLAYER);
  });
});

test('a second signal ends the process at once', async () => {
  const slow = hold('galaxy.systems.list');
  world.visitor.run('galaxy systems');
  await slow.reached;
  await terminate();
  const asked = performance.now();
  bot.process.kill('SIGTERM');
  expect(await bot.ended).toBe(143);
  expect(performance.now() - asked).toBeLessThan(6_000);
});

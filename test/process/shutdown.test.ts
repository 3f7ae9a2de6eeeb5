import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { APIMessage } from 'discord-api-types/v10';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Person } from '../../sandbox/discord/people/person.ts';
import { textOf } from '../support/messages.ts';
import { finishLogin, startWorld, type World } from '../support/world.ts';

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url));
const PLAYER = 'Vael Ondar';
const TRANSFER = { amount: 500, recipient: 'Marshal Iri Tosk' };

let folder: string;
let world: World;
let player: Person;
let bot: Bot;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'commlink-shutdown-'));
  world = await startWorld({
    environment: { DATABASE_FILE: join(folder, 'state.sqlite') },
  });
  player = world.discord.people.player;
  await player.run('login', { permissions: 'everything' }).response();
  await finishLogin(player, player.dm().at(-1) as APIMessage, PLAYER);
  await world.app.stop();
  bot = await startBot();
});
afterEach(async () => {
  bot.process.kill('SIGKILL');
  await world.stop();
  rmSync(folder, { recursive: true, force: true });
});

type Bot = {
  process: ChildProcess;
  output: () => string;
  ended: Promise<number | null>;
  says(text: string): Promise<void>;
};

/** The bot in its own process, in place of the sandbox's. */
async function startBot(): Promise<Bot> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', MAIN], {
    env: { PATH: process.env['PATH'] ?? '', ...world.environment },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data: Buffer) => (output += data.toString()));
  const ended = once(child, 'close').then(([code]) => code as number | null);
  const says = (text: string) => expect.poll(() => output, { timeout: 15_000 }).toContain(text);
  await says('Commlink is up');
  return { process: child, output: () => output, ended, says };
}

const hold = (operation: string) => world.game.faults.add({ operation, fault: { kind: 'hold' } });

describe('on the first signal', () => {
  test('every running command gets its response, and nothing new starts', async () => {
    const preview = await player.run('credits transfer', TRANSFER).response();
    const slow = [hold('character.me'), hold('galaxy.systems.list'), hold('character.credits.transfer')];
    const running = [
      player.run('profile'),
      world.discord.people.visitor.run('galaxy systems'),
      player.press(preview, 'Send 500 credits'),
    ];
    await Promise.all(slow.map(({ reached }) => reached));
    bot.process.kill('SIGTERM');
    await bot.says('stopping');
    expect((await fetch(new URL('healthz', world.environment['PUBLIC_URL']))).status).toBe(503);
    const late = world.discord.people.officer.run('help');
    for (const held of slow) held.release();
    const [profile, systems, sending] = await Promise.all(running.map((one) => one.response()));
    expect(profile && textOf(profile)).toContain(PLAYER);
    expect(systems && textOf(systems)).toContain('1–20 of');
    expect(await bot.ended).toBe(0);
    const receipt = player.messages().find(({ id }) => id === sending?.id);
    expect(receipt && textOf(receipt)).toMatch(/^## Sent/);
    expect(world.discord.requests.filter(({ path }) => path.startsWith(`/interactions/${late.id}/`))).toEqual([]);
    expect(bot.output()).not.toContain('before everything was finished');
  });

  test('a refresh that outlived its suggestion is stored', async () => {
    const message = 'Access Token Not Recognized';
    world.game.faults.add({
      operation: 'character.messages.list',
      fault: { kind: 'status', status: 401, message },
    });
    const refresh = world.game.faults.add({ operation: 'oauth.token', fault: { kind: 'hold', at: 'after' } });
    expect(await player.autocomplete('msg send', { to: 'T' }, 'to')).toEqual([]);
    await refresh.reached;
    bot.process.kill('SIGTERM');
    await bot.says('stopping');
    refresh.release();
    expect(await bot.ended).toBe(0);
    expect(bot.output()).toContain('refreshed an access token');
    // The game no longer accepts the old tokens.
    bot = await startBot();
    world.game.faults.add({ operation: 'character.me', fault: { kind: 'status', status: 401, message } });
    expect(textOf(await player.run('profile').response())).toContain(PLAYER);
  });
});

test('a second signal ends the process at once', async () => {
  const slow = hold('galaxy.systems.list');
  world.discord.people.visitor.run('galaxy systems');
  await slow.reached;
  bot.process.kill('SIGTERM');
  await bot.says('stopping');
  const asked = performance.now();
  bot.process.kill('SIGTERM');
  expect(await bot.ended).toBe(143);
  expect(performance.now() - asked).toBeLessThan(6_000);
});

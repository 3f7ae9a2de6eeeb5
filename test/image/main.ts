import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { startSandbox } from '../../sandbox/sandbox.ts';
import { createLogger } from '../../src/log.ts';
import { bring } from '../support/machine/bring.ts';
import { textOf } from '../support/messages.ts';
import { linkWithEverything } from '../support/world.ts';

// `main.ts <words>` (from .ci/image): runs the command in these words, with its settings instead of
// the word ENVIRONMENT, as a sandbox's bot over Redis. It must be healthy, link a character, draw a
// map and send credits.
process.once('exit', await bring('TEST_REDIS_URL'));
const environment = { REDIS_URL: process.env['TEST_REDIS_URL'] ?? '', GALAXY_COPY: 'on' };
const world = await startSandbox({ log: createLogger({ level: 'silent' }), environment });
await world.app.stop();
const flags = Object.entries(world.environment).map(([name, value]) => `--env=${name}=${value}`);
const [program = '', ...words] = process.argv.slice(2).flatMap((word) => (word === 'ENVIRONMENT' ? flags : [word]));
const bot = spawn(program, words);
let output = '';
for (const stream of [bot.stdout, bot.stderr]) stream.on('data', (data: Buffer) => (output += data.toString()));
try {
  const within = async (what: string, isTrue: () => Promise<boolean>): Promise<void> => {
    for (const until = Date.now() + 60_000; !(await isTrue()); await delay(200))
      assert(Date.now() < until, `Not within a minute: ${what}.`);
  };
  const health = new URL('/healthz', world.environment['PUBLIC_URL']);
  await within('a healthy process', async () => (await fetch(health).catch(() => undefined))?.status === 200);
  const { player } = world.discord.people;
  await linkWithEverything(player, 'Vael Ondar');
  const balanceOf = (name: string) => world.game.world.balanceOf(world.game.world.uidOf(name));
  const before = balanceOf('Vael Ondar');
  assert(textOf(await player.run('credits balance').response()).includes(before.toLocaleString('en-US')));
  await within('a map', async () => (await player.run('galaxy map').response()).attachments.length === 1);
  const preview = await player.run('credits transfer', { amount: 5, recipient: 'Pell' }).response();
  await player.press(preview, 'Send 5 credits').response();
  await within('credits sent', async () => balanceOf('Vael Ondar') === before - 5);
} catch (error) {
  console.error(output);
  throw error;
} finally {
  const ended = once(bot, 'exit');
  if (bot.kill('SIGTERM')) await ended;
  await world.stop();
}
process.exit(0);

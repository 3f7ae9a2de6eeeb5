import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { startSandbox } from '../../sandbox/sandbox.ts';
import { createLogger } from '../../src/log.ts';
import { bring } from '../support/machine/bring.ts';
import { textOf } from '../support/messages.ts';
import { emptyDatabase } from '../support/redisDatabase.ts';
import { linkWithEverything } from '../support/world.ts';

// `main.ts <words>` (from .ci/image): runs the command in these words, with its settings instead of
// the word ENVIRONMENT, as a sandbox's bot over Redis. It must be healthy, link a character, draw a
// map and send credits, and back up its store, which is then restored elsewhere.
process.once('exit', await bring('TEST_REDIS_URL'));
const environment = { REDIS_URL: process.env['TEST_REDIS_URL'] ?? '', GALAXY_COPY: 'on' };
const world = await startSandbox({ log: createLogger({ level: 'silent' }), environment });
await world.app.stop();
const toWords = (environment: Record<string, string>): [string, ...string[]] => {
  const flags = Object.entries(environment).map(([name, value]) => `--env=${name}=${value}`);
  const [program = '', ...words] = process.argv.slice(2).flatMap((word) => (word === 'ENVIRONMENT' ? flags : [word]));
  return [program, ...words];
};
const runTask = (environment: Record<string, string>, task: string[], input: Buffer = Buffer.alloc(0)): Buffer => {
  const [program, ...words] = toWords({ ...world.environment, ...environment });
  const { status, stdout, stderr } = spawnSync(program, [...words, ...task], { input, maxBuffer: 1e9 });
  assert.equal(status, 0, `${task}: ${stdout.subarray(0, 1_000)} ${stderr}`);
  return stdout;
};
const [program, ...words] = toWords(world.environment);
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
  const elsewhere = { REDIS_URL: await emptyDatabase(environment.REDIS_URL) };
  const restored = runTask(elsewhere, ['restore', '-'], runTask({}, ['backup', '-']));
  assert.match(`${restored}`, /^Copied \d+ rows/);
  assert.match(`${runTask(elsewhere, ['status'])}`, /^Links +1$/m);
} catch (error) {
  console.error(output);
  throw error;
} finally {
  const ended = once(bot, 'exit');
  if (bot.kill('SIGTERM')) await ended;
  await world.stop();
}
process.exit(0);

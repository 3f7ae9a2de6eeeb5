import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createLogger } from '../../src/log.ts';
import { startSandbox } from '../../src/sandbox/sandbox.ts';
import { bring } from '../support/machine/bring.ts';
import { linkCharacter, textOf } from '../support/world.ts';
import { type Engine, findEngine } from './engine.ts';

// `npm run image`: builds the image and lets its process be the bot of a sandbox. Ends with 1 where one of these fails, and
// with 2 where this machine has nothing to build an image with.
const LOCKFILE = fileURLToPath(new URL('../../package-lock.json', import.meta.url));
const STARTUP_TIMEOUT_MS = 60_000;

const engine = findEngine();
if (engine === undefined) {
  console.error(
    'The image was not built: this machine has no Docker engine, and not all of the build tool, buildah and debootstrap.',
  );
  process.exit(2);
}
engine.build();
try {
  checkContents(engine);
  await checkProcess(engine);
} finally {
  engine.remove();
}
console.log('The image holds no sandbox and no development package, and its process is a healthy bot.');
process.exit(0);

/** Who the image's processes are, and that nothing is inside that only the work on the bot needs. */
function checkContents(image: Engine): void {
  const { packages } = JSON.parse(readFileSync(LOCKFILE, 'utf8')) as { packages: Record<string, { dev?: boolean }> };
  const developers = Object.keys(packages).filter((path) => packages[path]?.dev);
  assert(developers.length > 0);
  const script = `
    const { existsSync, readFileSync } = require('node:fs');
    const capabilities = /CapEff:\\s*(\\w+)/.exec(readFileSync('/proc/self/status', 'utf8'))[1];
    const inside = process.argv.slice(1).filter(existsSync);
    console.log(JSON.stringify({ user: require('node:os').userInfo().username, capabilities, inside }));`;
  const [program = '', ...words] = image.toRun({}, [
    'node',
    '--eval',
    script,
    'src/sandbox',
    'test',
    '.env',
    ...developers,
  ]);
  const seen: unknown = JSON.parse(execFileSync(program, words, { encoding: 'utf8' }));
  assert.deepEqual(seen, { user: 'node', capabilities: '0'.repeat(16), inside: [] });
}

/** The image's process over Redis instead of the sandbox's own bot: its health, a login through its pages, a command. */
async function checkProcess(image: Engine): Promise<void> {
  process.once('exit', await bring('TEST_REDIS_URL'));
  const environment = { REDIS_URL: process.env['TEST_REDIS_URL'] ?? '' };
  const world = await startSandbox({ log: createLogger({ level: 'silent' }), environment });
  await world.app.stop();
  const before = image.listWritten();
  const [program = '', ...words] = image.toRun(world.environment);
  const bot = spawn(program, words);
  let output = '';
  for (const stream of [bot.stdout, bot.stderr]) stream.on('data', (data: Buffer) => (output += data.toString()));
  try {
    await becomesHealthy(new URL('/healthz', world.environment['PUBLIC_URL']));
    const { player } = world.discord.people;
    await linkCharacter(player, 'Vael Ondar');
    const balance = world.game.world.balanceOf(world.game.world.uidOf('Vael Ondar')).toLocaleString('en-US');
    assert(textOf(await player.run('credits balance').response()).includes(balance));
  } catch (error) {
    console.error(output);
    throw error;
  } finally {
    const ended = once(bot, 'exit');
    if (bot.kill('SIGTERM')) await ended;
    await world.stop();
  }
  assert.equal(image.listWritten(), before);
}

async function becomesHealthy(url: URL): Promise<void> {
  const until = Date.now() + STARTUP_TIMEOUT_MS;
  while (
    !(await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    ))
  ) {
    assert(Date.now() < until, `The image's process was not healthy within ${STARTUP_TIMEOUT_MS} ms.`);
    await delay(200);
  }
}

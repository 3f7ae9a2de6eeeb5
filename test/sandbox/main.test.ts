import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { startSandbox } from '../../sandbox/sandbox.ts';

const MAIN = fileURLToPath(new URL('../../sandbox/main.ts', import.meta.url));

function start(environment: Record<string, string>) {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', MAIN], {
    env: { PATH: process.env['PATH'] ?? '', SANDBOX_PORT: '0', ...environment },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data: Buffer) => (output += data.toString()));
  return { child, output: () => output };
}

test('npm run sandbox takes the limits of the environment, and names those that are wrong', async () => {
  const { child, output } = start({ QUOTA_PER_TOKEN: 'few', QUOTA_PER_ADDRESS: '0' });
  const [code] = await once(child, 'close');
  expect(code).toBe(1);
  expect(output()).toContain('QUOTA_PER_TOKEN must be a whole number');
  expect(output()).toContain('QUOTA_PER_ADDRESS must be from 1');
}, 60_000);

test('the sandbox has no limit for all players together unless it is given one', async () => {
  for (const [given, used] of [
    [undefined, 'none'],
    ['', 'none'],
    ['50', '50'],
  ] as const) {
    const environment = given === undefined ? {} : { QUOTA_PER_ADDRESS: given };
    const sandbox = await startSandbox({ log: pino({ level: 'silent' }), environment });
    expect(sandbox.environment['QUOTA_PER_ADDRESS']).toBe(used);
    await sandbox.stop();
  }
});

test('npm run sandbox starts with small limits and with empty ones, and ends on a signal', async () => {
  for (const limit of ['20', '']) {
    const { child, output } = start({ QUOTA_PER_TOKEN: limit, QUOTA_PER_ADDRESS: limit });
    await expect.poll(output, { timeout: 60_000 }).toMatch(/Open {2}http:\/\/127\.0\.0\.1:\d+/);
    child.kill('SIGTERM');
    const [code] = await once(child, 'close');
    expect(code).toBe(0);
  }
}, 150_000);

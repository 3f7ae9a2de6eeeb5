import { pino } from 'pino';
import { expect, test, vi } from 'vitest';
import { startSandbox } from '../../sandbox/sandbox.ts';
import { textFrom } from '../support/messages.ts';
import { startProgram } from '../support/program.ts';

const start = (environment: Record<string, string>) =>
  startProgram('sandbox/main.ts', { SANDBOX_PORT: '0', ...environment });

test('npm run sandbox takes the limits of the environment, and names those that are wrong', async () => {
  const sandbox = start({ QUOTA_PER_TOKEN: 'few', QUOTA_PER_ADDRESS: '0' });
  expect(await sandbox.ended).toBe(1);
  expect(sandbox.output()).toContain('QUOTA_PER_TOKEN must be a whole number');
  expect(sandbox.output()).toContain('QUOTA_PER_ADDRESS must be from 1');
}, 60_000);

test('npm run sandbox starts with limits or without, and ends on a signal', async () => {
  const endsOf = ['20', ''].map(async (limit) => {
    const sandbox = start({ QUOTA_PER_TOKEN: limit, QUOTA_PER_ADDRESS: limit });
    await sandbox.says('Open  http://127.0.0.1:');
    sandbox.process.kill('SIGTERM');
    return await sandbox.ended;
  });
  expect(await Promise.all(endsOf)).toEqual([0, 0]);
}, 120_000);

test('a fresh sandbox finds places within seconds', async () => {
  const sandbox = await startSandbox({ log: pino({ level: 'silent' }) });
  const find = () => textFrom(sandbox.discord.people.visitor.run('galaxy find', { name: 'Yssgubris' }));
  await vi.waitFor(async () => expect(await find()).toContain('## Yssgubris'), 10_000);
  await sandbox.stop();
});

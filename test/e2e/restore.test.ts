import { exec } from 'node:child_process';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { APIMessage } from 'discord-api-types/v10';
import { pino } from 'pino';
import { expect, inject, test } from 'vitest';
import type { Person } from '../../sandbox/discord/people/person.ts';
import { openEngine } from '../../src/store/openStore.ts';
import { buttonOf, confirm, settled, textFrom, textOf } from '../support/messages.ts';
import { runOperator } from '../support/operator.ts';
import { emptyDatabase } from '../support/redisDatabase.ts';
import { restartBot } from '../support/restartBot.ts';
import { makeTemporaryFolder } from '../support/temporaryFolder.ts';
import { beginLogin, linkWithEverything, loginUrlOf, pressForged, startWorld } from '../support/world.ts';

const TRANSFER = 'character.credits.transfer';

/** The parts of an export that stay the same. */
async function exportOf(person: Person): Promise<unknown> {
  const opened = await person.run('account').response();
  const { attachments } = await person.press(opened, 'Export my data').response();
  const { link, changes, 'known-characters': known } = await (await fetch(attachments[0]?.url ?? '')).json();
  return { link, known, asked: changes.map(({ asked }: { asked: unknown }) => asked) };
}

test.each([
  { from: 'Redis', to: 'SQLite' },
  { from: 'SQLite', to: 'Redis' },
])(
  'a backup of $from during a payroll, restored to $to, sends nothing twice and has everything',
  { timeout: 180_000 },
  async ({ from, to }) => {
    const folder = makeTemporaryFolder();
    const locate = async (store: string) =>
      store === 'Redis'
        ? { REDIS_URL: await emptyDatabase(inject('redisUrl')) }
        : { DATABASE_FILE: join(folder, `${from} ${to}.sqlite`) };
    const world = await startWorld({ environment: await locate(from), discord: { identifyIntervalMs: 0 } });
    const { player, officer, game } = world;
    const sent = () => game.world.requests(TRANSFER);
    const offer = async (amount: number): Promise<APIMessage> =>
      await player.run('credits transfer', { amount, recipient: 'Marshal Iri Tosk' }).response();
    await linkWithEverything(player, 'Vael Ondar');
    await linkWithEverything(officer, 'Marshal Iri Tosk');
    const pending = loginUrlOf(await beginLogin(player));
    const [first, second] = [await offer(10), await offer(20)];
    const confirmId = buttonOf(first, 'Send 10 credits').custom_id ?? '';
    const list = 'Dorn Hesk | 2 | Salary\n'.repeat(5);
    const preview = await officer.submit(await officer.run('credits pay').modal(), { list }).response();
    const inList = game.faults.add({ operation: TRANSFER, nth: 3, fault: { kind: 'hold' } });
    officer.submit(await officer.press(preview, 'Type the amount to confirm').modal(), { typed: '10' });
    await inList.reached;
    const single = game.faults.add({ operation: TRANSFER, fault: { kind: 'hold' } });
    player.press(second, 'Send 20 credits');
    await single.reached;
    const file = join(folder, `${from} backup.sqlite`);
    expect(await runOperator(world.environment, ['backup', file])).toBe(`${file}\n`);
    const running = await officer.waitForMessage((one) => textOf(one).includes('2 of 5 processed'));
    await officer.press(running, 'Cancel the rest').response();
    inList.release();
    single.release();
    await settled(player, second, '## Sent');
    await confirm(player, first, 'Send 10 credits', '## Sent');
    await officer.waitForMessage((one) => textOf(one).includes('3 done, 2 canceled'));
    expect(sent()).toBe(5);
    const exported = await exportOf(officer);
    await world.app.stop();

    const restoredTo = { ...world.environment, REDIS_URL: '', ...(await locate(to)) };
    expect(await runOperator(restoredTo, ['restore', file])).toContain('never sent');
    const restored = await restartBot(restoredTo);
    await officer.waitForMessage((one) => textOf(one).includes('2 done, 1 done (confirmed afterwards), 2 canceled'));
    await settled(player, second, /## Sent[\s\S]*20 credits/);
    expect(await textFrom(await pressForged(world, player, confirmId))).toContain('already used or has expired');
    expect((await fetch(pending)).status).toBe(400);
    expect(await textFrom(player.run('profile'))).toContain('Vael Ondar');
    expect(await exportOf(officer)).toEqual(exported);
    expect(sent()).toBe(5);
    await restored.stop();
    await world.stop();
  },
);

test('a backup and a restore that would harm or lose something say so, and change nothing', {
  timeout: 120_000,
}, async () => {
  const redis = { REDIS_URL: await emptyDatabase(inject('redisUrl')) };
  const engine = await openEngine({ redisUrl: redis.REDIS_URL, file: '' }, pino({ level: 'silent' }));
  const text = '{"value":9000000000000}';
  await engine.writeAll([
    ...Array.from({ length: 500 }, (_, n) => ({ name: 'commlink:a', key: `${n}`, text })),
    { name: 'commlink:process', key: 'host:1', text, at: Date.now() + 60_000 },
    { name: 'commlink:ticket-pay', key: 'used', text },
    { name: 'commlink:restored', key: 'last', text },
  ]);
  const folder = join(makeTemporaryFolder(), 'bad');
  const at = (name: string): string => join(folder, name);
  const backup = at('backup.sqlite');
  expect(await runOperator(redis, ['backup', backup])).toBe(`${backup}\n`);
  expect(statSync(backup).mode & 0o777).toBe(0o600);
  const made = readFileSync(backup);
  expect(await runOperator(redis, ['backup', backup], 1)).toContain('exists already');
  expect(await runOperator(redis, ['backup', join(backup, 'x')], 1)).toContain('Name another file');
  for (const task of [['restore', backup], ['restored'], ['move', 'sqlite']])
    expect(await runOperator({ ...redis, DATABASE_FILE: at('moved.sqlite') }, task, 1)).toMatch(
      /host:1 uses .* wait until 20\S+Z\.$/m,
    );
  await engine.take('commlink:process', 'host:1');
  expect(await runOperator(redis, ['restored'])).toContain('never sent');
  expect(await engine.get('commlink:ticket-pay', 'used')).toBeUndefined();
  expect(await runOperator(redis, ['restore', backup], 1)).toContain("isn't empty");
  const bad = {
    none: 'no such file',
    text: 'not a database',
    half: 'malformed',
    empty: "isn't a backup",
    used: 'in use',
  };
  writeFileSync(at('text'), 'text'.repeat(1_000));
  writeFileSync(at('half'), made.subarray(0, made.length / 2));
  writeFileSync(at('empty'), '');
  writeFileSync(at('used'), made);
  writeFileSync(at('used-wal'), '');
  const sqlite = { DATABASE_FILE: at('new.sqlite') };
  for (const [name, reason] of Object.entries(bad))
    expect(await runOperator(sqlite, ['restore', at(name)], 1)).toContain(reason);
  expect(await runOperator(sqlite, ['restore'], 1)).toContain('Name the backup');
  const throughNpm = { ...redis, npm_lifecycle_event: 'backup' };
  expect(await runOperator(throughNpm, ['backup', '-'], 1)).toContain('npm run --silent');
  const operator = `"${process.execPath}" src/boot.js`;
  const { stdout, stderr } = await promisify(exec)(`${operator} backup - | REDIS_URL= ${operator} restore -`, {
    env: { ...throughNpm, ...sqlite, npm_config_loglevel: 'silent' },
  });
  expect(stderr).toBe('');
  expect(stdout).toContain('Copied 501 rows');
  expect(readFileSync(backup)).toEqual(made);
  expect(readdirSync(folder).sort()).toEqual([
    'backup.sqlite',
    'empty',
    'half',
    'moved.sqlite',
    'new.sqlite',
    'text',
    'used',
    'used-wal',
  ]);
  const restored = await openEngine({ file: sqlite.DATABASE_FILE }, pino({ level: 'silent' }));
  expect(await restored.get('commlink:restored', 'last')).toContain('9000000000000');
  for (const each of [engine, restored]) await each.close();
});

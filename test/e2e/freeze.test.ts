import { join } from 'node:path';
import { pino } from 'pino';
import { describe, expect, inject, onTestFinished, test, vi } from 'vitest';
import type { Person } from '../../sandbox/discord/people/person.ts';
import { QuotaQueue } from '../../src/quota/queue.ts';
import { en } from '../../src/view/en.ts';
import { confirm, settled, textFrom, textOf } from '../support/messages.ts';
import { runOperator } from '../support/operator.ts';
import { makeTemporaryFolder } from '../support/temporaryFolder.ts';
import { useWorld } from '../support/useWorld.ts';
import { linkWithEverything, startWorld } from '../support/world.ts';

const folder = makeTemporaryFolder();
const lines: string[] = [];
const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
const ON_PRIVILEGE = { group: 'ship', privilege: 'pilot_ships', character: 'Dorn Hesk' };
const ON_TRANSFER = { amount: 10, recipient: 'Marshal Iri Tosk' };

const previews = ({ player, officer }: Record<'player' | 'officer', Person>) =>
  Promise.all([
    player.run('credits transfer', ON_TRANSFER).response(),
    officer.run('privileges grant', ON_PRIVILEGE).response(),
    player.run('msg delete', { message: '38:1' }).response(),
  ]);

describe.each([
  { engine: 'SQLite', environment: { DATABASE_FILE: join(folder, 'store.sqlite') } },
  { engine: 'Redis', environment: { REDIS_URL: inject('redisUrl') } },
])('npm run freeze, over $engine', ({ environment }) => {
  const world = useWorld('all', { environment, log });
  const { player, officer } = world;

  test('refuses changes to the game at once, names who did it in the log, and lets people read; thaw ends it', async () => {
    const sent = () => world.game.world.requests('character.credits.transfer');
    await linkWithEverything(player, 'Vael Ondar');
    await linkWithEverything(officer, 'Marshal Iri Tosk');
    const offer = await player.run('credits transfer', ON_TRANSFER).response();

    expect(await runOperator(world.environment, ['freeze'])).toMatch(/^Frozen: /);
    const refusal = await settled(player, await player.press(offer, 'Send 10 credits').response(), en.errors.frozen);
    expect(await textFrom(player.run('msg send', { to: 'Marshal Iri Tosk', text: 'Hi' }))).toBe(textOf(refusal));
    for (const preview of await previews(world)) expect(textOf(preview)).toBe(en.errors.frozen);
    expect(await textFrom(player.run('credits balance'))).toContain('credits');
    expect(await textFrom(officer.run('help'))).not.toContain(en.errors.frozen);
    expect(sent()).toBe(0);
    await vi.waitFor(() => expect(lines.join('')).toMatch(/"by":"[^"]+@[^"]+","at":"20.*changes are frozen/), 5_000);

    expect(await runOperator(world.environment, ['thaw'])).toMatch(/^Thawed: /);
    await confirm(player, await player.run('credits transfer', ON_TRANSFER).response(), 'Send 10 credits', '## Sent');
    expect(sent()).toBe(1);
  });

  test('stops changes that wait for their turn, single ones and lists, and so does a pause', async () => {
    const grant = (privilege: string) => officer.run('privileges grant', { ...ON_PRIVILEGE, privilege }).response();
    const [alone, list] = [await grant('pilot_ships'), await grant('ship view, pilot_ships')];
    const freeze = () => runOperator(world.environment, ['freeze']);
    const pause = () => officer.press(list, 'Pause').response();
    const meanwhile = { interactive: [freeze], batch: [pause, freeze] };
    const { acquire } = QuotaQueue.prototype;
    vi.spyOn(QuotaQueue.prototype, 'acquire').mockImplementation(async function (this: QuotaQueue, ...request) {
      await meanwhile[request[1]?.priority === 'batch' ? 'batch' : 'interactive'].shift()?.();
      return await acquire.apply(this, request);
    });
    onTestFinished(() => void vi.restoreAllMocks());
    expect(await textFrom(officer.press(alone, 'Confirm 1 change'))).toContain(en.errors.frozen);
    expect(await runOperator(world.environment, ['thaw'])).toMatch(/^Thawed: /);
    await confirm(officer, list, 'Confirm 2 changes', 'Paused.');
    await confirm(officer, list, 'Continue', 'Changes to the game are paused');
    expect(meanwhile).toEqual({ interactive: [], batch: [] });
    expect(world.game.world.requests('character.privileges.update')).toBe(0);
  });
});

test('WRITES=off refuses changes from the start, and a database file that is missing is not frozen', async () => {
  const environment = { WRITES: 'off', DATABASE_FILE: join(folder, 'off.sqlite') };
  expect(await runOperator(environment, ['freeze'], 1)).toContain('There is no database file');
  const world = await startWorld({ environment });
  await linkWithEverything(world.player, 'Vael Ondar');
  const answer = await textFrom(world.player.run('msg send', { to: 'Marshal Iri Tosk', text: 'Hi' }));
  await world.stop();
  expect(answer).toBe(en.errors.frozen);
});

import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { en as msg } from '../../commands/msg/en.ts';
import { en } from '../../src/view/en.ts';
import { labelsOf, textFrom, textOf } from '../support/messages.ts';
import { makeTemporaryFolder } from '../support/temporaryFolder.ts';
import { useTimeTravel, useWorld } from '../support/useWorld.ts';
import { linkWithEverything } from '../support/world.ts';

const DATABASE_FILE = join(makeTemporaryFolder(), 'store.sqlite');
const ENDLESS = 1_000_000;
const FACTION = '20:501';
/** Privileges that Dorn Hesk doesn't have. */
const NAMES = ['pilot_ships', 'view'];

const pass = useTimeTravel('all');
const world = useWorld('all', { environment: { DATABASE_FILE } });
const { player, officer } = world;
let database: DatabaseSync;

beforeAll(async () => {
  await linkWithEverything(world.player, 'Vael Ondar');
  await linkWithEverything(world.officer, 'Marshal Iri Tosk');
  database = new DatabaseSync(DATABASE_FILE);
  database.exec(`CREATE TABLE room (writes INTEGER); INSERT INTO room VALUES (${ENDLESS})`);
  for (const table of ['entry', 'due'])
    for (const change of ['INSERT', 'UPDATE'])
      database.exec(`
        CREATE TRIGGER ${table}_${change} BEFORE ${change} ON ${table} BEGIN
          SELECT RAISE(ABORT, 'database or disk is full') WHERE (SELECT writes FROM room) = 0;
          UPDATE room SET writes = writes - 1;
        END`);
});
afterAll(() => database.close());

/** From now on, the disk accepts only this many writes. */
const leaveRoomFor = (writes: number) => database.prepare('UPDATE room SET writes = ?').run(writes);

const uidOf = (handle: string) => world.game.world.uidOf(handle);
const holds = () =>
  NAMES.filter((privilege) => world.game.world.holds(FACTION, uidOf('Dorn Hesk'), { group: 'ship', privilege })).length;
/** Grants these privileges, or revokes them if they are granted. */
const change = (names: string[]) => {
  const privilege = names.map((name) => `ship ${name}`).join(', ');
  const command = `privileges ${holds() > 0 ? 'revoke' : 'grant'}`;
  return world.officer.run(command, { privilege, character: 'Dorn Hesk' }).response();
};
const messages = (handle: string) => world.game.world.messagesOf(uidOf(handle));

test.each([
  {
    what: 'transfer',
    person: player,
    preview: (turn: number) =>
      world.player.run('credits transfer', { amount: 10 + turn, recipient: 'Pell' }).response(),
    button: 'Send',
    state: () => world.game.world.balanceOf(uidOf('Pell')),
    done: en.shared.sent,
  },
  {
    what: 'deletion',
    person: player,
    preview: () => world.player.run('msg delete', { message: `38:${messages('Vael Ondar')[0]?.id}` }).response(),
    button: msg.deletion.confirm,
    state: () => messages('Vael Ondar').length,
    done: msg.deletion.deleted,
  },
  {
    what: 'change of one privilege',
    person: officer,
    preview: () => change(NAMES.slice(0, 1)),
    button: 'Confirm 1 change',
    state: holds,
    done: en.batch.all,
  },
])('a $what is reported correctly whenever the disk fills up', { timeout: 60_000 }, async (row) => {
  const { person, preview, button, state, done } = row;
  const outcomes: string[] = [];
  for (let turn = 0; turn < 20; turn += 1) {
    leaveRoomFor(ENDLESS);
    const [message, before] = [await preview(turn), state()];
    leaveRoomFor(turn);
    const label = labelsOf(message).find((text) => text?.startsWith(button)) ?? '';
    const handle = person.press(message, label);
    const shown = () => person.view.message(message.channel_id, message.id).message;
    const answers = () => [handle.record.original ?? [], ...handle.record.followUps].flat();
    const said = () => [shown(), ...answers().map(({ message }) => message)].map(textOf).join('\n');
    await expect.poll(said, { timeout: 20_000 }).toMatch(new RegExp(`${done}|Nothing was`));
    expect({ turn, isDone: said().includes(done) }).toEqual({ turn, isDone: state() !== before });
    outcomes.push(said().includes(done) ? 'done' : 'not done');
  }
  expect([...new Set(outcomes)]).toEqual(['not done', 'done']);
});

test('an erasure that the disk stops says that data may remain', async () => {
  leaveRoomFor(ENDLESS);
  const question = await player.press(await player.run('account').response(), 'Erase everything').response();
  leaveRoomFor(1);
  expect(await textFrom(player.press(question, 'Erase everything'))).toContain('some of your data may remain');
});

test('a list resumes once there is room, whenever the disk fills up, and sends each change once', async () => {
  const updates = () => world.game.world.requests('character.privileges.update');
  const ends: string[] = [];
  leaveRoomFor(ENDLESS);
  if (holds() > 0) await officer.press(await change(NAMES.slice(0, 1)), 'Confirm 1 change').response();
  for (const room of [0, 7, 11]) {
    leaveRoomFor(ENDLESS);
    const [before, updatesBefore] = [holds(), updates()];
    const asked = await change(NAMES);
    leaveRoomFor(room);
    const handle = officer.press(asked, 'Confirm 2 changes');
    await handle.response().catch(() => {});
    await setTimeout(300);
    leaveRoomFor(ENDLESS);
    // Otherwise the interrupted change would stay leased for 15 seconds.
    pass(16_000);
    const shown = () => officer.view.message(asked.channel_id, asked.id).message;
    const isOver = () => textOf(shown()) === en.batch.ended || labelsOf(shown()).includes('Confirm 2 changes');
    await expect.poll(isOver, { timeout: 40_000 }).toBe(true);
    const isDone = textOf(shown()) === en.batch.ended;
    const changes = isDone ? 2 : 0;
    expect([room, Math.abs(holds() - before), updates() - updatesBefore]).toEqual([room, changes, changes]);
    ends.push(isDone ? 'done' : 'not confirmed');
  }
  expect([...new Set(ends)]).toEqual(['not confirmed', 'done']);
}, 180_000);

import { beforeAll, expect, test } from 'vitest';
import { textFrom, textOf } from '../support/messages.ts';
import { useTimeTravel, useWorld } from '../support/useWorld.ts';
import { linkWithEverything } from '../support/world.ts';

const pass = useTimeTravel('all');
const world = useWorld('all');
const { player, officer, visitor } = world;
const MINUTE_MS = 60_000;

beforeAll(async () => {
  await linkWithEverything(player, 'Vael Ondar');
  await linkWithEverything(visitor, 'Pell');
  await linkWithEverything(officer, 'Marshal Iri Tosk');
});

test('only those whose own token shows the right open a roster', async () => {
  expect(await textFrom(officer.run('roster show'))).toContain('no roster');
  expect(await textFrom(officer.run('roster add', { member: 'Dorn Hesk, 1:1004', rank: 'Pilot' }))).toContain('2 members added');
  for (const someone of [player, visitor]) expect(await textFrom(someone.run('roster show'))).toContain('Only members who may');
  const shown = await officer.run('roster show').response();
  expect(textOf(shown)).toContain('Dorn Hesk');
});

test('a check reads everyone once and shows who left', async () => {
  const preview = await officer.run('roster check').response();
  expect(textOf(preview)).toContain('Read the profiles of 2 members');
  const before = world.game.world.requests();
  await officer.press(preview, 'Read 2').response();
  const report = await officer.waitForMessage((message) => textOf(message).includes('Check of'));
  expect(textOf(report)).toContain('2 here');
  expect(world.game.world.requests() - before).toBeLessThanOrEqual(3);
});

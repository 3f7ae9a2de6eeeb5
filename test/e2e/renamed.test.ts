import { beforeAll, expect, test } from 'vitest';
import { confirm, labelsOf, textFrom, textOf } from '../support/messages.ts';
import { useWorld } from '../support/useWorld.ts';
import { linkWithEverything } from '../support/world.ts';

const world = useWorld('all');
const { player, officer } = world;

beforeAll(async () => {
  await linkWithEverything(player, 'Vael Ondar');
  await linkWithEverything(officer, 'Marshal Iri Tosk');
});

test('one’s own new name is on the account page and in transfers after /profile', async () => {
  world.game.world.rename(world.game.world.uidOf('Vael Ondar'), 'Vael Prime');
  expect(await textFrom(player.run('profile'))).toContain('Vael Prime');
  expect(await textFrom(player.run('account'))).toContain('Vael Prime');
  const preview = await player.run('credits transfer', { amount: 5, recipient: 'Dorn Hesk' }).response();
  expect(textOf(preview)).toContain('Vael Prime');
});

test('a member’s new name is in the roster after its check', async () => {
  await officer.run('roster add', { member: 'Dorn Hesk', rank: 'Pilot' }).response();
  const uid = world.game.world.uidOf('Dorn Hesk');
  world.game.world.rename(uid, 'Dorn Prime');
  const check = await officer.run('roster check').response();
  const label = labelsOf(check).find((one) => one?.startsWith('Read')) ?? '';
  if (label !== '') await confirm(officer, check, label, 'Dorn Prime').catch(() => undefined);
  const report = await textFrom(officer.run('roster check'));
  expect(report).toContain('**Dorn Prime**');
  expect(report).toContain('formerly called Dorn Hesk');
  expect(await textFrom(officer.run('roster show'))).toContain('Dorn Prime');
  // What is typed in a file is older than what the game said.
  await officer.run('roster import', { list: `uid,name\n${uid},Dorn Hesk` }).response();
  expect(await textFrom(officer.run('roster show'))).toContain('Dorn Prime');
});

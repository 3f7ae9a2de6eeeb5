import type { APIMessage } from 'discord-api-types/v10';
import { afterAll, expect, test } from 'vitest';
import { closePages, openPage } from '../sandbox/discord/pageSocket.ts';
import { textFrom, textOf } from '../support/messages.ts';
import { linkWithEverything, startWorld, type World } from '../support/world.ts';

const TRANSFER = 'character.credits.transfer';

afterAll(closePages);

async function startRestartable(): Promise<World> {
  const world = await startWorld({ isRestartable: true, discord: { identifyIntervalMs: 0 } });
  await linkWithEverything(world.player, 'Vael Ondar');
  return world;
}

async function restart({ discord, player }: World): Promise<void> {
  const page = await openPage(discord);
  await page.ask('become', { personId: player.id });
  await page.ask('restartBot', {});
}

test.concurrent.each([
  ['in flight, and resumes', 0, 'totaling 10 credits: 4 done, 1 done (confirmed afterwards)', 5],
  ['in flight, and sends no more if the log has scrolled on', 1_000, 'not known yet', 3],
])('a bot that is killed finds the payment that was %s', { timeout: 180_000 }, async (_, incomes, report, count) => {
  const world = await startRestartable();
  const { player, game } = world;
  const vael = game.world.uidOf('Vael Ondar');
  const before = game.world.paidBy(vael).length;
  // They differ only in their codes.
  const list = 'Dorn Hesk | 2 | Salary\n'.repeat(5);
  const preview = await player.submit(await player.run('credits pay').modal(), { list }).response();
  const hold = game.faults.add({ operation: TRANSFER, nth: 3, fault: { kind: 'hold' } });
  player.submit(await player.press(preview, 'Type the amount to confirm').modal(), { typed: '10' });
  await hold.reached;
  await restart(world);
  hold.release();
  await expect.poll(() => game.world.paidBy(vael).length - before).toBe(3);
  game.world.earn(vael, incomes);
  const seen = (text: string) => player.waitForMessage((one) => textOf(one).includes(text));
  // Its message shows the progress.
  await seen('2 of 5 processed');
  if (incomes > 0) player.press(await seen('no longer goes back that far'), 'Cancel the rest');
  await seen(report);
  const paid = game.world.paidBy(vael).slice(before);
  expect([paid.length, new Set(paid).size, game.world.requests(TRANSFER)]).toEqual([count, count, count]);
  await world.stop();
});

test.concurrent('a bot that is killed keeps confirmations, and a transfer in flight is reported once and never sent again', async () => {
  const world = await startRestartable();
  const { player, game } = world;
  const ask = () => player.run('credits transfer', { amount: '10', recipient: 'Dorn Hesk' }).response();
  const [open, sent] = [await ask(), await ask()];
  const hold = game.faults.add({ operation: TRANSFER, fault: { kind: 'hold' } });
  const slow = game.faults.add({ operation: 'character.creditlog.list', fault: { kind: 'hold' } });
  player.press(sent, 'Send 10 credits');
  const isNote = (message: APIMessage): boolean => textOf(message).startsWith('The game is slow');
  await player.waitForMessage(isNote);
  slow.release();
  await hold.reached;
  await restart(world);
  hold.release();
  const isTold = (message: APIMessage): boolean => textOf(message).includes('credits were sent once');
  await player.waitForMessage(isTold);
  const messages = [...player.messages(), ...player.dm()];
  expect([messages.filter(isTold).length, messages.filter(isNote)]).toEqual([1, []]);
  expect(game.world.requests(TRANSFER)).toBe(1);
  expect(await textFrom(player.press(open, 'Cancel'))).toBe('Nothing was sent.');
  await world.stop();
}, 120_000);

test.concurrent('a survey that is killed reads every member, the one in flight at most once more', async () => {
  const world = await startWorld({ isRestartable: true, discord: { identifyIntervalMs: 0 } });
  const { officer, game } = world;
  await linkWithEverything(officer, 'Marshal Iri Tosk');
  const members = game.world
    .characters()
    .slice(0, 40)
    .map(({ uid }) => uid);
  const form = await officer.run('roster import').modal();
  const list = { list: members.join('\n'), file: [] };
  expect(await textFrom(officer.submit(form, list))).toContain('40 members added');
  const preview = await officer.run('privileges who', { privilege: 'ship view' }).response();
  const hold = game.faults.add({ operation: 'character.privileges.list', nth: 20, fault: { kind: 'hold' } });
  const before = game.world.requests('character.privileges.list');
  officer.press(preview, 'Read 40');
  await hold.reached;
  await restart({ ...world, player: officer });
  hold.release();
  await officer.waitForMessage((one) => textOf(one).includes('Who has ship view'));
  expect(game.world.requests('character.privileges.list') - before).toBeLessThanOrEqual(members.length + 1);
  expect(await textFrom(officer.run('privileges who', { privilege: 'ship' }))).toContain('of 40 members');
  await world.stop();
}, 120_000);

test.concurrent('a preview of many members that a person agreed to outlasts the 15 seconds of an interaction', async () => {
  const world = await startWorld();
  const { officer, game } = world;
  await linkWithEverything(officer, 'Marshal Iri Tosk');
  const list = game.world.characters().flatMap(({ uid }) => (game.world.factionsOf(uid).length > 0 ? uid : []));
  const form = await officer.run('roster import').modal();
  expect(await textFrom(officer.submit(form, { list: list.slice(0, 60).join('\n'), file: [] }))).toContain(
    '60 members',
  );
  const asked = await officer.run('privileges strip', { character: '@roster' }).response();
  expect(textOf(asked)).toContain('takes 60 requests');
  const delay = { kind: 'delay', milliseconds: 2_000 } as const;
  game.faults.add({ operation: 'character.privileges.list', times: Infinity, fault: delay });
  const preview = await officer.press(asked, 'Continue').response();
  expect(textOf(preview)).toContain('The game is slow');
  await officer.waitForMessage((one) => /Revoke \d+ privileges\?/.test(textOf(one)));
  await world.stop();
}, 120_000);

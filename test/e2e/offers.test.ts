import type { APIMessage } from 'discord-api-types/v10';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Person } from '../../sandbox/discord/people/person.ts';
import {
  beginLogin,
  buttonOf,
  buttonsOf,
  finishLogin,
  linkWithEverything,
  pressForged,
  startWorld,
  textOf,
  type World,
} from '../support/world.ts';

const TRANSFER = 'character.credits.transfer';
const DELETE = 'character.messages.delete';

let world: World;
let player: Person;
beforeEach(async () => {
  world = await startWorld({ environment: { TRANSFER_TYPED_ABOVE: '5000' } });
  player = world.discord.people.player;
  await linkWithEverything(player, 'Vael Ondar');
});
afterEach(async () => {
  vi.restoreAllMocks();
  await world?.stop();
});

const offer = (amount: number): Promise<APIMessage> =>
  player.run('credits transfer', { amount, recipient: 'Marshal Iri Tosk' }).response();

test('a forged button that skips typing a large amount sends nothing', async () => {
  const [small = '', large = ''] = [
    buttonOf(await offer(10), 'Send 10 credits').custom_id,
    buttonOf(await offer(5_001), 'Type the amount to send').custom_id,
  ];
  const ticketOf = (id: string): string => id.split('/')[4] ?? '';
  const answer = await (await pressForged(world, player, small.replace(ticketOf(small), ticketOf(large)))).response();
  expect(textOf(answer)).toContain('Nothing was sent');
  expect(world.game.world.requests(TRANSFER)).toBe(0);
});

test('a forged button that names a smaller amount to type does not make it the one to type', async () => {
  const { custom_id = '' } = buttonOf(await offer(5_001), 'Type the amount to send');
  const modal = await (await pressForged(world, player, custom_id.replace('/5001', '/1'))).modal();
  const answer = await player.submit(modal, { amount: '1' }).response();
  expect(textOf(answer)).toContain('You typed “1”');
  expect(world.game.world.requests(TRANSFER)).toBe(0);
});

test('a transfer that was offered as one character is not sent after another was linked', async () => {
  const preview = await offer(10);
  await finishLogin(player, await beginLogin(player), 'Dorn Hesk');
  const answer = await player.press(preview, 'Send 10 credits').response();
  expect(textOf(answer)).toContain('already answered or has expired');
  expect(world.game.world.requests(TRANSFER)).toBe(0);
});

/** Lets the clock of everything go on from so much later. */
function skip(ms: number): void {
  const now = Date.now;
  vi.spyOn(Date, 'now').mockImplementation(() => now() + ms);
}
const MINUTE_MS = 60_000;
const labelsOf = (message: APIMessage) => buttonsOf(message).map(({ label }) => label);
const settled = (message: APIMessage, sentence: string): Promise<APIMessage> =>
  player.waitForMessage(({ id, ...rest }) => id === message.id && textOf({ id, ...rest }).includes(sentence));
const uidOf = (handle: string) => world.game.world.uidOf(handle);

describe('an offer that has expired', () => {
  test.each([
    [10, 'Send 10 credits'],
    [5_001, 'Type the amount to send'],
  ])('of %i credits sends nothing, says so, and can be made again, which sends once', async (amount, label) => {
    const state = world.game.world;
    const preview = await player
      .run('credits transfer', { amount, recipient: 'Marshal Iri Tosk', reason: 'Fuel' })
      .response();
    const press = async (message: APIMessage) =>
      label.startsWith('Type')
        ? player.submit(await player.press(message, label).modal(), { amount: String(amount) })
        : player.press(message, label);
    const expiresAt = Number(/Expires at <t:(\d+):t>/.exec(textOf(preview))?.[1]);
    expect(expiresAt - Date.now() / 1_000).toBeGreaterThan(110);
    expect(expiresAt - Date.now() / 1_000).toBeLessThanOrEqual(120);
    skip(2 * MINUTE_MS);

    const expired = await (await press(preview)).response();
    expect(textOf(expired)).toMatch(/^Expired\. Nothing was sent\./);
    expect(labelsOf(expired)).toEqual(['Offer it again']);
    expect(state.requests(TRANSFER)).toBe(0);

    const again = await player.press(expired, 'Offer it again').response();
    for (const part of ['Marshal Iri Tosk', `${new Intl.NumberFormat('en-US').format(amount)} credits`, 'Fuel']) {
      expect(textOf(again)).toContain(part);
    }
    expect(state.requests(TRANSFER)).toBe(0);
    const before = state.balanceOf(uidOf('Marshal Iri Tosk'));
    await press(again);
    await settled(again, '## Sent');
    expect(state.balanceOf(uidOf('Marshal Iri Tosk')) - before).toBe(amount);
    expect(state.requests(TRANSFER)).toBe(1);
  });

  test('while the credit log was read sends nothing, and can still be made again', async () => {
    const preview = await offer(10);
    world.game.faults.add({
      operation: 'character.creditlog.list',
      fault: { kind: 'delay', milliseconds: 500 },
    });
    const pressed = player.press(preview, 'Send 10 credits');
    await expect.poll(() => world.game.world.requests('character.creditlog.list')).toBe(1);
    skip(2 * MINUTE_MS);
    expect(textOf(await pressed.followUp())).toContain('Expired. Nothing was sent.');
    expect(labelsOf(await player.press(preview, 'Send 10 credits').response())).toEqual(['Offer it again']);
    expect(world.game.world.requests(TRANSFER)).toBe(0);
  });

  test('cannot be made again by a forged button as another character, nor once it was answered', async () => {
    const preview = await offer(10);
    const { custom_id = '' } = buttonOf(preview, 'Send 10 credits');
    const forge = async () => (await pressForged(world, player, custom_id.replace('/confirm/', '/again/'))).response();
    await player.press(preview, 'Cancel').response();
    expect(textOf(await forge())).toContain('already answered or has expired');

    const other = await offer(11);
    const { custom_id: otherId = '' } = buttonOf(other, 'Send 11 credits');
    await finishLogin(player, await beginLogin(player), 'Dorn Hesk');
    const answer = await (await pressForged(world, player, otherId.replace('/confirm/', '/again/'))).response();
    expect(textOf(answer)).toContain('already answered or has expired');
  });
});

describe('a transfer whose answer was lost', () => {
  /** The message of a transfer of 10 credits that never arrived, as it is five minutes later. */
  const lose = async (): Promise<APIMessage> => {
    const preview = await offer(10);
    world.game.faults.add({ operation: TRANSFER, fault: { kind: 'cut', at: 'before' } });
    player.press(preview, 'Send 10 credits');
    await settled(preview, 'Not sent so far');
    world.game.faults.clear();
    skip(5 * MINUTE_MS);
    return await player.press(preview, 'Check again').response();
  };
  /** The same transfer, as if the lost one came through after all. */
  const sendAlike = async (): Promise<void> => {
    const preview = await offer(10);
    player.press(preview, 'Send 10 credits');
    await settled(preview, '## Sent');
  };

  test('says when it was checked, and after five minutes is offered again, knowing of the first', async () => {
    const state = world.game.world;
    const preview = await offer(10);
    world.game.faults.add({ operation: TRANSFER, fault: { kind: 'cut', at: 'before' } });
    player.press(preview, 'Send 10 credits');
    const unknown = await settled(preview, 'Not sent so far');
    const checkedAt = Number(/Last checked at <t:(\d+):T>/.exec(textOf(unknown))?.[1]);
    expect(Math.abs(checkedAt - Date.now() / 1_000)).toBeLessThan(30);
    expect(labelsOf(unknown)).toEqual(['Check again']);

    skip(5 * MINUTE_MS);
    const checked = await player.press(unknown, 'Check again').response();
    expect(textOf(checked)).toContain("still doesn't show the transfer. You can start over");
    expect(Number(/Last checked at <t:(\d+):T>/.exec(textOf(checked))?.[1])).toBeGreaterThanOrEqual(checkedAt + 300);
    expect(labelsOf(checked)).toEqual(['Check again', 'Start over']);

    const again = await player.press(checked, 'Start over').response();
    expect(textOf(again)).toMatch(/The earlier transfer wasn't in your credit log at <t:\d+:t>\./);
    expect(state.requests(TRANSFER)).toBe(1);
    const before = state.balanceOf(uidOf('Marshal Iri Tosk'));
    player.press(again, 'Send 10 credits');
    await settled(again, '## Sent');
    expect(state.balanceOf(uidOf('Marshal Iri Tosk')) - before).toBe(10);
    expect(state.requests(TRANSFER)).toBe(2);
  });

  test('is not offered again where the credit log has one like it by then', async () => {
    const checked = await lose();
    await sendAlike();
    const answer = await player.press(checked, 'Start over').response();
    expect(textOf(answer)).toContain('your credit log shows the transfer as entry');
    expect(labelsOf(answer)).toEqual(['Open the credit log']);
  });

  test('is not sent by its second offer where the credit log has one like it by then', async () => {
    const again = await player.press(await lose(), 'Start over').response();
    await sendAlike();
    const requests = world.game.world.requests(TRANSFER);
    const answer = await player.press(again, 'Send 10 credits').followUp();
    expect(textOf(answer)).toContain('Your credit log already shows this transfer as entry');
    expect(world.game.world.requests(TRANSFER)).toBe(requests);
  });
});

test('a question about one character’s message deletes no copy of another who was linked since', async () => {
  const state = world.game.world;
  await player.run('msg send', { to: 'Dorn Hesk', text: 'Hello there' }).response();
  const [sent] = state.messagesOf(state.uidOf('Dorn Hesk'));
  const question = await player.run('msg delete', { message: `38:${sent?.id}` }).response();
  await finishLogin(player, await beginLogin(player), 'Dorn Hesk');
  await player.press(question, 'Delete it').response();
  expect(state.requests(DELETE)).toBe(0);
  expect(state.messagesOf(state.uidOf('Dorn Hesk'))).toContainEqual(sent);
});

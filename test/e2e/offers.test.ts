import type { APIMessage } from 'discord-api-types/v10';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Person } from '../../sandbox/discord/person.ts';
import {
  beginLogin,
  buttonOf,
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
afterEach(() => world?.stop());

const offer = (amount: number): Promise<APIMessage> =>
  player.run('credits transfer', { amount, recipient: 'Marshal Iri Tosk' }).response();

test('a forged button that skips typing a large amount sends nothing', async () => {
  const { custom_id = '' } = buttonOf(await offer(5_001), 'Type the amount to send');
  const answer = await (await pressForged(world, player, custom_id.replace('/type/', '/confirm/'))).followUp();
  expect(textOf(answer)).toContain('Nothing was sent');
  expect(world.game.world.requests(TRANSFER)).toBe(0);
});

test('a forged button that names a smaller amount to type does not make it the one to type', async () => {
  const { custom_id = '' } = buttonOf(await offer(5_001), 'Type the amount to send');
  const modal = await (await pressForged(world, player, custom_id.replace('/5001', '/1'))).modal();
  const answer = await player.submit(modal, { amount: '1' }).followUp();
  expect(textOf(answer)).toContain('You typed “1”');
  expect(world.game.world.requests(TRANSFER)).toBe(0);
});

test('a transfer that was offered as one character is not sent after another was linked', async () => {
  const preview = await offer(10);
  await finishLogin(player, await beginLogin(player), 'Dorn Hesk');
  const answer = await player.press(preview, 'Send 10 credits').followUp();
  expect(textOf(answer)).toContain('already answered');
  expect(world.game.world.requests(TRANSFER)).toBe(0);
});

test('a question about one character’s message deletes no copy of another who was linked since', async () => {
  const state = world.game.world;
  await player.run('msg send', { to: 'Dorn Hesk', text: 'Hello there' }).response();
  const [sent] = state.messagesOf(state.uidOf('Dorn Hesk'));
  const question = await player.run('msg delete', { message: `38:${sent?.id}` }).response();
  await finishLogin(player, await beginLogin(player), 'Dorn Hesk');
  await player.press(question, 'Delete it').followUp();
  expect(state.requests(DELETE)).toBe(0);
  expect(state.messagesOf(state.uidOf('Dorn Hesk'))).toContainEqual(sent);
});

import type { APIMessage } from 'discord-api-types/v10';
import { beforeEach, describe, expect, test } from 'vitest';
import { expectText } from '../support/expectText.ts';
import { buttonOf, confirm, labelsOf, settled, textFrom, textOf } from '../support/messages.ts';
import { useTimeTravel, useWorld } from '../support/useWorld.ts';
import { linkCharacter, linkWithEverything, pressForged } from '../support/world.ts';

const MINUTE_MS = 60_000;
const TRANSFER = 'character.credits.transfer';
const LOG = 'character.creditlog.list';
const SEND = 'Send 10 credits';

// The game's clock stops: a transfer that arrives later is as old as the lost one.
const gameClock = Date.now.bind(Date);
const pass = useTimeTravel('each');
const world = useWorld('each', { environment: { TRANSFER_TYPED_ABOVE: '5000' }, game: { clock: gameClock } });
const { player, officer } = world;
let uidOf: (handle: string) => string;
beforeEach(async () => {
  ({ uidOf } = world.game.world);
  await linkWithEverything(player, 'Vael Ondar');
});

const offer = (amount = 10): Promise<APIMessage> =>
  player.run('credits transfer', { amount, recipient: 'Marshal Iri Tosk', reason: 'Fuel' }).response();
const transfers = (): number => world.game.world.requests(TRANSFER);
const received = (): number => world.game.world.balanceOf(uidOf('Marshal Iri Tosk'));
const forge = (customId: string) => pressForged(world, player, customId);
const idOf = (message: APIMessage, label: string): string => buttonOf(message, label).custom_id ?? '';

test('forged buttons neither skip typing a large amount nor replace it with a smaller one', async () => {
  const large = idOf(await offer(5_001), 'Type the amount to confirm');
  const modal = await (await forge(large.replace('/5001', '/1'))).modal();
  expect(await textFrom(player.submit(modal, { amount: '1' }))).toContain('You typed “1”');
  const ticketOf = (id: string): string => id.split('/')[4] ?? '';
  const small = idOf(await offer(10), SEND);
  const answer = await forge(small.replace(ticketOf(small), ticketOf(large)));
  expect(await textFrom(answer)).toContain('Nothing was done');
  expect(transfers()).toBe(0);
});

describe('a confirmation that has expired', () => {
  test.each([
    [10, SEND],
    [5_001, 'Type the amount to confirm'],
  ])('of %i credits sends nothing, says so, and can be previewed again, which sends once', async (amount, label) => {
    const press = async (message: APIMessage) =>
      label.startsWith('Type')
        ? player.submit(await player.press(message, label).modal(), { amount: String(amount) })
        : player.press(message, label);
    const preview = await offer(amount);
    const expiresAt = Number(/Expires at <t:(\d+):t> \(<t:\1:R>\)\./.exec(textOf(preview))?.[1]);
    expect(Math.abs(expiresAt - Date.now() / 1_000 - 115)).toBeLessThanOrEqual(5);
    pass(2 * MINUTE_MS);
    const expired = await (await press(preview)).response();
    expectText(expired, /^This confirmation has expired\./);
    expect(labelsOf(expired)).toEqual(['Try again']);
    const again = await player.press(expired, 'Try again').response();
    expectText(again, 'Marshal Iri Tosk', `${amount.toLocaleString('en-US')} credits`, 'Fuel');
    expect(transfers()).toBe(0);
    const before = received();
    await press(again);
    await settled(player, again, '## Sent');
    expect([received() - before, transfers()]).toEqual([amount, 1]);
  });

  test('while the credit log was read sends nothing, and can still be previewed again', async () => {
    const preview = await offer();
    const hold = world.game.faults.add({ operation: LOG, fault: { kind: 'hold' } });
    const pressed = player.press(preview, SEND);
    await hold.reached;
    pass(2 * MINUTE_MS);
    hold.release();
    expect(textOf(await pressed.followUp())).toContain('This confirmation has expired.');
    expect(labelsOf(await player.press(preview, SEND).response())).toEqual(['Try again']);
    expect(transfers()).toBe(0);
  });

  test('can’t be sent or previewed again once it was answered, or as another character', async () => {
    const preview = await offer();
    const forgeAgain = async (customId: string) => textFrom(await forge(customId.replace('/confirm/', '/again/')));
    const customId = idOf(preview, SEND);
    await player.press(preview, 'Cancel').response();
    expect(await forgeAgain(customId)).toContain('already used or has expired');
    expect(await textFrom(await forge(customId))).toBe('Nothing was sent.');

    const [pressed, forged] = [await offer(11), await offer(11)];
    await linkCharacter(player, 'Dorn Hesk');
    const isOther = "This was for **Vael Ondar**, but you're linked as **Dorn Hesk** now, so I didn't do it.";
    expect(await forgeAgain(idOf(forged, 'Send 11 credits'))).toContain(isOther);
    expect(await textFrom(player.press(pressed, 'Send 11 credits'))).toContain(isOther);
    expect(transfers()).toBe(0);

    // It's still that character's, and unused.
    await linkWithEverything(player, 'Vael Ondar');
    await confirm(player, pressed, 'Send 11 credits', '## Sent');
  });
});

test('a preview of privileges that wasn’t confirmed in time says so, and one that was doesn’t', async () => {
  await linkWithEverything(officer, 'Marshal Iri Tosk');
  const ask = (privilege: string) => officer.run('privileges grant', { privilege, character: 'Dorn Hesk' }).response();
  const confirmed = await ask('stock view');
  await confirm(officer, confirmed, 'Confirm 1 change', '## All done');
  const preview = await ask('ship view');
  expect(textOf(preview)).toMatch(/Expires at <t:(\d+):t> \(<t:\1:R>\)\./);
  pass(14 * MINUTE_MS);
  await settled(officer, preview, /^This confirmation has expired\. Nothing was done\.$/);
  await settled(officer, confirmed, '## All done');
  expect(labelsOf(await officer.press(preview, 'Try again').response())).toContain('Confirm 1 change');
});

describe('a transfer whose response was lost', () => {
  const checkedAt = (message: APIMessage) => Number(/Last checked at <t:(\d+):T>/.exec(textOf(message))?.[1]);
  /** The message of a transfer of 10 credits that never arrived. */
  const lose = async (): Promise<APIMessage> => {
    const preview = await offer();
    world.game.faults.add({ operation: TRANSFER, fault: { kind: 'cut', at: 'before' } });
    return await confirm(player, preview, SEND, 'Not found yet');
  };
  const checkLater = async (message: APIMessage): Promise<APIMessage> => {
    pass(5 * MINUTE_MS);
    return await player.press(message, 'Check again').response();
  };
  const arrive = async (): Promise<void> => {
    const token = await world.game.grantToken({ handle: 'Vael Ondar', scopes: ['CREDITS_WRITE'] });
    const body = new URLSearchParams({ recipient: uidOf('Marshal Iri Tosk'), amount: '10', reason: 'Fuel' });
    const url = `${world.game.baseUrl}character/${uidOf('Vael Ondar')}/credits`;
    const headers = { authorization: `OAuth ${token}` };
    expect((await fetch(url, { method: 'POST', headers, body })).status).toBe(200);
  };

  test('says when it was checked, and after five minutes can be sent again with a note about the first', async () => {
    const unknown = await lose();
    expect(Math.abs(checkedAt(unknown) - Date.now() / 1_000)).toBeLessThan(30);
    expect(labelsOf(unknown)).toEqual(['Check again']);

    const checked = await checkLater(unknown);
    expectText(checked, "still doesn't show the transfer. You can start over");
    expect(checkedAt(checked)).toBeGreaterThanOrEqual(checkedAt(unknown) + 300);
    expect(labelsOf(checked)).toEqual(['Check again', 'Start over']);

    const again = await player.press(checked, 'Start over').response();
    expectText(again, /The earlier transfer wasn't in your credit log at <t:\d+:t>\./);
    expect(transfers()).toBe(1);
    const before = received();
    await confirm(player, again, SEND, '## Sent');
    expect([received() - before, transfers()]).toEqual([10, 2]);
  });

  test('can’t be sent again if the credit log has an equal one by then', async () => {
    const checked = await checkLater(await lose());
    await arrive();
    const answer = await player.press(checked, 'Start over').response();
    expectText(answer, 'your credit log shows the transfer as entry');
    expect(labelsOf(answer)).toEqual(['Open the credit log']);
  });

  test('is not sent by its second confirmation if the credit log has an equal one by then', async () => {
    const again = await player.press(await checkLater(await lose()), 'Start over').response();
    await arrive();
    const before = transfers();
    expectText(await player.press(again, SEND).followUp(), 'Your credit log already shows this transfer as entry');
    expect(transfers()).toBe(before);
  });

  test('is not mistaken for an equal transfer that was sent since, and doesn’t block it', async () => {
    const [lost, preview] = [await lose(), await offer()];
    await confirm(player, preview, SEND, /## Sent[\s\S]*\*\*Log entry:\*\* \d+/);
    expectText(await checkLater(lost), "still doesn't show the transfer");
    await arrive();
    expect(await textFrom(player.press(lost, 'Check again'))).toContain('shows the transfer as entry');
    expect(transfers()).toBe(3);
  });
});

test("a question about one character's message deletes no copy of another who was linked since", async () => {
  const { messagesOf, requests } = world.game.world;
  await player.run('msg send', { to: 'Dorn Hesk', text: 'Hello there' }).response();
  const [sent] = messagesOf(uidOf('Dorn Hesk'));
  const question = await player.run('msg delete', { message: `38:${sent?.id}` }).response();
  await linkCharacter(player, 'Dorn Hesk');
  expect(await textFrom(player.press(question, 'Delete it'))).toContain("you're linked as **Dorn Hesk** now");
  expect(requests('character.messages.delete')).toBe(0);
  expect(messagesOf(uidOf('Dorn Hesk'))).toContainEqual(sent);
});

import type { APIMessage } from 'discord-api-types/v10';
import { pino } from 'pino';
import { beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { z } from 'zod';
import { openStore } from '../../src/store/openStore.ts';
import { PAGER } from '../../src/view/pager.ts';
import { raw } from '../support/collections.ts';
import { expectText } from '../support/expectText.ts';
import { buttonsOf, confirm, isPrivate, labelsOf, settled, textFrom, textOf } from '../support/messages.ts';
import { restartBot } from '../support/restartBot.ts';
import { useWorld } from '../support/useWorld.ts';
import { addPermission, checkedOn, dmAfter, linkCharacter, linkWithEverything, loginUrlOf } from '../support/world.ts';

const TRANSFER = 'character.credits.transfer';
const LOG = 'character.creditlog.list';
const inDigits = new Intl.NumberFormat('en-US').format;
const HABITS = ['oldestFirst', 'numbersAsStrings', 'numericFactionId', 'wholeLogTotal', 'htmlEntities'];
const ALL_HABITS = Object.fromEntries(HABITS.map((habit) => [habit, true]));

describe.each([
  { store: 'Redis', redis: { REDIS_URL: inject('redisUrl') }, quirks: false },
  { store: 'SQLite, with the habits of the live service', redis: {}, quirks: ALL_HABITS },
])('/credits transfer over $store', ({ redis, quirks }) => {
  const world = useWorld('all', { environment: { TRANSFER_TYPED_ABOVE: '5000', ...redis }, game: { quirks } });
  const { player } = world;
  let vael: string;
  let iri: string;
  const offer = (options: Record<string, string | number> = {}): Promise<APIMessage> =>
    player.run('credits transfer', { amount: 10, recipient: 'Marshal Iri Tosk', ...options }).response();

  beforeAll(async () => {
    vael = world.game.world.uidOf('Vael Ondar');
    iri = world.game.world.uidOf('Marshal Iri Tosk');
    const invitation = await dmAfter(player, player.press(await offer(), 'Log in'));
    expect(await checkedOn(loginUrlOf(invitation))).toContain('CREDITS_WRITE');
    await linkCharacter(player, 'Vael Ondar');
    const refusal = await offer();
    expectText(refusal, 'your permission to send your credits to others');
    expectText(await addPermission(player, refusal, 'Vael Ondar'), 'Send credits?');
  });

  /** Counts the requests to transfer, and the changes of the balances. */
  function watch() {
    const { requests, balanceOf, logOf } = world.game.world;
    const [before, from, to, entries] = [requests(TRANSFER), balanceOf(vael), balanceOf(iri), logOf(iri).length];
    return () => ({
      requests: requests(TRANSFER) - before,
      paid: from - balanceOf(vael),
      received: balanceOf(iri) - to,
      entries: logOf(iri).length - entries,
    });
  }
  const sent = (amount: number) => ({ requests: 1, paid: amount, received: amount, entries: 1 });
  const NOTHING = { requests: 0, paid: 0, received: 0, entries: 0 };

  test('shows all of it in private before anything moves, then sends once and gives a receipt', async () => {
    const changes = watch();
    const balance = world.game.world.balanceOf(vael);
    const preview = await offer({ amount: 250, reason: 'Fuel *for* @everyone' });
    expect(isPrivate(preview)).toBe(true);
    expectText(preview, `Vael Ondar (${vael})`, `Marshal Iri Tosk (${iri})`, '250 credits');
    expectText(preview, inDigits(balance), inDigits(balance - 250));
    expectText(preview, "This can't be undone.** Expires at <t:", 'Fuel \\*for\\* \\@everyone');
    expect(changes()).toEqual(NOTHING);
    const receipt = await confirm(player, preview, 'Send 250 credits', '## Sent\n');
    expectText(receipt, inDigits(balance - 250));
    expect(labelsOf(receipt)).toEqual(['Open the credit log']);
    const log = await player.press(receipt, 'Open the credit log').response();
    expect(log.id).not.toBe(receipt.id);
    expectText(log, /## Credit log\n[\s\S]*`\s*−250` to Marshal Iri Tosk/);
    expect(changes()).toEqual(sent(250));
  });

  test('above the limit the amount must be typed', async () => {
    const changes = watch();
    const preview = await offer({ amount: 5001 });
    const typeIn = async (amount: string) =>
      player.submit(await player.press(preview, 'Type the amount to confirm').modal(), { amount });
    const mistyped = await (await typeIn('5000')).followUp();
    expectText(mistyped, 'You typed “5000”');
    expect(changes()).toEqual(NOTHING);
    world.game.faults.add({ operation: LOG, fault: { kind: 'html', status: 503 }, times: 3 });
    const down = await (await typeIn('5,001')).followUp();
    expectText(down, 'Nothing was changed');
    const isThere = ({ id }: APIMessage) => player.messages().some((message) => message.id === id);
    await expect.poll(() => [mistyped, down].map(isThere)).toEqual([false, true]);
    await typeIn('5,001');
    await settled(player, preview, /## Sent\n[\s\S]*\*\*Time:\*\* <t:\d+:f> .*\n\*\*Log entry:\*\* \d+\n/);
    await expect.poll(() => isThere(down)).toBe(false);
    expect(changes()).toEqual(sent(5001));
  });

  test.each([
    [{ amount: '0' }, /“0” isn't a valid amount.*`amount: 1500`/],
    [{ amount: '1.5' }, /“1\\.5” isn't a valid amount/],
    [{ amount: 999_999_999 }, /You can't send 999,999,999 credits because you only have [\d,]+\. Try/],
    [{ recipient: 'No Such Body' }, /No character in the game is called “No Such Body”/],
    [{ recipient: '1:99999999' }, /No character in the game has the UID “1:99999999”/],
    [{ recipient: 'Vael Ondar' }, /can't send credits to yourself.*`recipient: Jane Doe`/],
    [{ reason: 'x'.repeat(201) }, /The reason has 201 characters, but the limit is 200/],
  ])('%j gets a sentence and sends nothing', async (options, sentence) => {
    const changes = watch();
    expect(textOf(await offer(options))).toMatch(sentence);
    expect(changes()).toEqual(NOTHING);
  });

  test.each([
    ['after', 33, /shows the transfer as entry \d+/, sent(33)],
    ['before', 34, 'Not found yet', { ...NOTHING, requests: 1 }],
  ] as const)('cut %s the work: it is looked up, and was sent once', async (at, amount, outcome, expected) => {
    const changes = watch();
    const preview = await offer({ amount });
    world.game.faults.add({ operation: TRANSFER, fault: { kind: 'cut', at } });
    const done = await confirm(player, preview, `Send ${amount} credits`, outcome);
    if (at === 'before') expect(await textFrom(player.press(done, 'Check again'))).toContain(outcome);
    expect(changes()).toEqual(expected);
  });

  test('with a planted claim on its entry, a lost one is neither called missing nor offered again', async () => {
    const { REDIS_URL } = world.environment;
    if (REDIS_URL === undefined) return;
    const [changes, preview] = [watch(), await offer({ amount: 36 })];
    const entry = Math.max(...world.game.world.logOf(vael).map(({ id }) => id));
    const store = await openStore({ redisUrl: REDIS_URL, file: '' }, pino({ level: 'silent' }));
    const claims = store.collection(raw('write-claim', z.string()));
    for (const next of [1, 2, 3]) await claims.set(`credits.transfer:${vael}:${entry + next}`, 'another-write');
    await store.close();
    world.game.faults.add({ operation: TRANSFER, fault: { kind: 'cut', at: 'after' } });
    const outcome = await confirm(player, preview, 'Send 36 credits', '## Probably sent');
    expect(labelsOf(outcome)).toEqual(['Open the credit log']);
    expect(changes()).toEqual(sent(36));
  });

  test("a refusal shows the game's words and no button", async () => {
    const preview = await offer({ amount: 35 });
    world.game.faults.add({ operation: TRANSFER, fault: { kind: 'error', code: 'refused', message: 'Not *today*' } });
    expectText(await player.press(preview, 'Send 35 credits').followUp(), 'The game refused: Not \\*today\\*');
    expect(buttonsOf(await settled(player, preview, 'Nothing was sent'))).toEqual([]);
  });

  test('50 presses at once, in two processes, move the credits once', async () => {
    const other = 'REDIS_URL' in redis && (await restartBot({ ...world.environment, WEB_PORT: '0' }));
    const changes = watch();
    const preview = await offer({ amount: 77 });
    const presses = Array.from({ length: 50 }, () => player.press(preview, 'Send 77 credits'));
    const answers = await Promise.all(presses.map((press) => Promise.race([press.followUp(), press.response()])));
    await settled(player, preview, '## Sent\n');
    expect(answers.map(textOf).join()).toContain('already used');
    expect(changes()).toEqual(sent(77));
    if (other) await other.stop();
  });
});

describe.each([
  ['newest', false],
  ['oldest', true],
])('/credits log of a game that gives the %s first', (_, oldestFirst) => {
  // The live service may count all entries instead of the window.
  const world = useWorld('all', { game: { quirks: { oldestFirst, wholeLogTotal: oldestFirst } } });
  const { player } = world;
  beforeAll(() => linkCharacter(player, 'Vael Ondar'));

  const toTimestamp = (row = ''): string => `<t:${Date.parse(row.split('"')[3] ?? '') / 1_000}:f>`;

  test('pages through the newest 1000 entries, newest first, and distinguishes in from out', async () => {
    const entries = world.game.world.logOf('1:1001');
    const first = await player.run('credits log').response();
    expectText(first, '1–12 of the newest 1,000', `<t:${entries[0]?.madeAt}:d>`);
    expectText(first, /`\s*(−[\d,]+` to |\+[\d,]+` from )/, /-# #\d+\s· <t:\d+:d> <t:\d+:t>\s· Y\d+\sD\d+/);
    const last = await player.press(first, PAGER.last).response();
    expectText(last, '997–1,000 of the newest 1,000', `<t:${entries[999]?.madeAt}:d>`);
    const oldest = await textFrom(player.run('credits log', { oldest: true }));
    const numbers = [...oldest.matchAll(/-# #(\d+)/g)].map(([, id]) => Number(id));
    expect(numbers).toEqual(Array.from({ length: 12 }, (_, index) => index + 1));
  });

  test.each([{}, { oldest: true }])('sends all entries as a CSV file, and from when to when: %o', async (options) => {
    const log = await player.run('credits log', options).response();
    expect(textOf(log).includes('oldest entries')).toBe('oldest' in options);
    const { id } = await player.press(log, 'Export as CSV').response();
    // A slow one shows its progress first.
    const shown = await player.waitForMessage((message) => message.id === id && message.attachments.length > 0);
    const csv = await (await fetch(shown.attachments[0]?.url ?? '')).text();
    const rows = csv.trim().split('\r\n').slice(1);
    const ids = rows.map((row) => Number(row.split('"')[1]));
    expect(new Set(ids).size).toBe(2_500);
    expect(ids).toEqual(ids.toSorted((a, b) => b - a));
    // The seed's balance is the sum of the log.
    const sum = rows.reduce((total, row) => total + Number(/,(-?\d+),/.exec(row)?.[1]), 0);
    expect(sum).toBe(world.game.world.balanceOf('1:1001'));
    const from = `All 2,500 entries in your credit log, from ${toTimestamp(rows.at(-1))} (`;
    expectText(shown, from, ` to ${toTimestamp(rows[0])} (`);
  });
});

describe('a game that takes the recipient only by handle', () => {
  const [CHECK, SEND] = ['character.getByHandle', 'Send 10 credits'];
  const world = useWorld('each', { game: { quirks: { recipientsByHandle: true } } });
  const { player } = world;
  beforeEach(() => linkWithEverything(player, 'Vael Ondar'));
  const offer = (recipient: string): Promise<APIMessage> =>
    player.run('credits transfer', { amount: 10, recipient }).response();
  const transfers = () => world.game.world.requests(TRANSFER);
  const received = () => world.game.world.logOf('1:1002').filter(({ amount }) => amount === 10).length;
  const byHandle = '**To:** Marshal Iri Tosk (1:1002), by handle';
  /** The response to a press that the game refuses because of the recipient. */
  const offeredNext = (preview: APIMessage): Promise<APIMessage> =>
    confirm(player, preview, SEND, "The game didn't find the recipient by UID, so nothing was sent.");

  test('is offered the handle after a fresh look, once confirmed gets it once, and is offered it from then on', async () => {
    const preview = await offer('1:1002');
    expect(textOf(preview)).not.toContain('by handle');
    const checks = world.game.world.requests(CHECK);
    const next = await offeredNext(preview);
    expectText(next, byHandle);
    expect([transfers(), received(), world.game.world.requests(CHECK)]).toEqual([1, 0, checks + 1]);
    expect(textOf(await offer('Marshal Iri Tosk'))).not.toContain('by handle');
    expectText(await confirm(player, next, SEND, '## Sent\n'), byHandle);
    expect([transfers(), received()]).toEqual([2, 1]);
    expectText(await offer('1:1002'), byHandle);
  });

  test('is offered the handle after a 404 or a refusal of its UID too, and never after a lost response', async () => {
    const [first, second, third] = [await offer('1:1002'), await offer('1:1002'), await offer('1:1002')];
    world.game.faults.add({ operation: TRANSFER, fault: { kind: 'status', status: 404 } });
    expectText(await offeredNext(first), byHandle);
    world.game.faults.add({ operation: TRANSFER, fault: { kind: 'error', code: 400, message: 'No 1:1002' } });
    expectText(await offeredNext(third), byHandle);
    world.game.faults.add({ operation: TRANSFER, fault: { kind: 'cut', at: 'before' } });
    expect(textOf(await confirm(player, second, SEND, 'Not found yet'))).not.toContain('by handle');
    expect(transfers()).toBe(3);
  });

  test('is sent nothing if the handle is another one’s by now', async () => {
    const preview = await offer('1:1002');
    const body = JSON.stringify({ swcapi: { character: { uid: '1:1003', handle: 'Marshal Iri Tosk' } } });
    world.game.faults.add({ operation: CHECK, fault: { kind: 'status', status: 200, body } });
    expectText(await player.press(preview, SEND).followUp(), "“Marshal Iri Tosk” isn't the handle of 1:1002 anymore");
    expect(buttonsOf(await settled(player, preview, 'Nothing was sent'))).toEqual([]);
    expect([transfers(), received()]).toEqual([1, 0]);
  });
});

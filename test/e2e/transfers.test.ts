import type { APIMessage } from 'discord-api-types/v10';
import { MessageFlags } from 'discord-api-types/v10';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest';
import type { Person } from '../../sandbox/discord/people/person.ts';
import type { Sandbox } from '../../sandbox/sandbox.ts';
import { type App, startApp } from '../../src/app.ts';
import { readConfig } from '../../src/config.ts';
import { addPermission, buttonsOf, linkCharacter, startWorld, textOf } from '../support/world.ts';

const TRANSFER = 'character.credits.transfer';
const labelsOf = (message: APIMessage) => buttonsOf(message).map(({ label }) => label);

describe.each([
  { store: 'SQLite', environment: { TRANSFER_TYPED_ABOVE: '5000' }, quirks: false },
  { store: 'Redis', environment: { TRANSFER_TYPED_ABOVE: '5000', REDIS_URL: inject('redisUrl') }, quirks: false },
  {
    store: 'SQLite, with the habits of the live service',
    environment: { TRANSFER_TYPED_ABOVE: '5000' },
    quirks: { oldestFirst: true, numbersAsStrings: true, numericFactionId: true, nullAfterWrite: true },
  },
])('/credits transfer over $store', ({ environment, quirks }) => {
  let world: Sandbox;
  let vael: string;
  let iri: string;
  let offer: (options?: Record<string, string | number>) => Promise<APIMessage>;

  beforeAll(async () => {
    world = await startWorld({ environment, game: { quirks } });
    const { player } = world.discord.people;
    vael = world.game.world.uidOf('Vael Ondar');
    iri = world.game.world.uidOf('Marshal Iri Tosk');
    offer = (options = {}) =>
      player.run('credits transfer', { amount: 10, recipient: 'Marshal Iri Tosk', ...options }).response();
    const first = await offer();
    await player.press(first, 'Log in').response();
    expect(textOf(player.dm().at(-1) ?? first)).toContain('send your credits to others');
    await linkCharacter(player, 'Vael Ondar');
    const refusal = await offer();
    expect(textOf(refusal)).toContain('your permission to send your credits to others');
    const again = await addPermission(player, refusal, 'Vael Ondar');
    expect(textOf(again)).toContain('Send credits?');
  });
  afterEach(() => world.game.faults.clear());
  afterAll(() => world.stop());

  /** The message once it says so: a transfer shows what it does on the way. */
  const settled = (message: APIMessage, text: string | RegExp): Promise<APIMessage> =>
    world.discord.people.player.waitForMessage(
      ({ id, ...rest }) => id === message.id && new RegExp(text).test(textOf({ id, ...rest })),
    );

  /** What the next steps do to the service: requests to transfer, and changes of the balances. */
  function watch() {
    const { world: state } = world.game;
    const [requests, from, to, entries] = [
      state.requests(TRANSFER),
      state.balanceOf(vael),
      state.balanceOf(iri),
      state.logOf(iri).length,
    ];
    return () => ({
      requests: state.requests(TRANSFER) - requests,
      paid: from - state.balanceOf(vael),
      received: state.balanceOf(iri) - to,
      entries: state.logOf(iri).length - entries,
    });
  }

  test('shows all of it in private before anything moves, then sends once and gives a receipt', async () => {
    const { player } = world.discord.people;
    const changes = watch();
    const balance = world.game.world.balanceOf(vael);
    const preview = await offer({ amount: 250, reason: 'Fuel *for* @everyone' });
    expect((preview.flags ?? 0) & MessageFlags.Ephemeral).toBeTruthy();
    const number = new Intl.NumberFormat('en-US').format;
    for (const part of [
      `Vael Ondar (${vael})`,
      `Marshal Iri Tosk (${iri})`,
      '250 credits',
      number(balance),
      number(balance - 250),
      "This can't be undone.** Expires at <t:",
      'Fuel \\*for\\* \\@everyone',
    ]) {
      expect(textOf(preview)).toContain(part);
    }
    expect(changes()).toEqual({ requests: 0, paid: 0, received: 0, entries: 0 });
    player.press(preview, 'Send 250 credits');
    const receipt = await settled(preview, '## Sent\\n');
    expect(textOf(receipt)).toContain(number(balance - 250));
    expect(labelsOf(receipt)).toEqual(['Open the credit log']);
    const log = await player.press(receipt, 'Open the credit log').response();
    expect(log.id).not.toBe(receipt.id);
    expect(textOf(log)).toMatch(/## Credit log\n[\s\S]*`\s*−250` to Marshal Iri Tosk/);
    expect(changes()).toEqual({ requests: 1, paid: 250, received: 250, entries: 1 });
  });

  test('canceling sends nothing, and uses the offer up', async () => {
    const { player } = world.discord.people;
    const changes = watch();
    const preview = await offer();
    const done = await player.press(preview, 'Cancel').response();
    expect(textOf(done)).toContain('Nothing was sent.');
    expect(changes()).toMatchObject({ requests: 0, paid: 0 });
  });

  test('above the limit the amount must be typed', async () => {
    const { player } = world.discord.people;
    const changes = watch();
    const preview = await offer({ amount: 5001 });
    const wrong = await player
      .submit(await player.press(preview, 'Type the amount to send').modal(), { amount: '5000' })
      .response();
    expect(textOf(wrong)).toContain('You typed “5000”');
    expect(changes()).toMatchObject({ requests: 0 });
    player.submit(await player.press(preview, 'Type the amount to send').modal(), { amount: '5,001' });
    await settled(preview, '## Sent\n');
    expect(changes()).toEqual({ requests: 1, paid: 5001, received: 5001, entries: 1 });
  });

  test.each([
    [{ amount: 0 }, /0 isn't a valid amount.*`amount: 1500`/],
    [{ amount: -5 }, /-5 isn't a valid amount/],
    [{ amount: 1.5 }, /1\.5 isn't a valid amount/],
    [{ amount: 999_999_999 }, /You can't send 999,999,999 credits because you only have [\d,]+\. Try/],
    [{ recipient: 'No Such Body' }, /No character in the game is called “No Such Body”/],
    [{ recipient: '1:99999999' }, /No character in the game has the UID “1:99999999”/],
    [{ recipient: 'Vael Ondar' }, /can't send credits to yourself.*`recipient: Jane Doe`/],
    [{ reason: 'x'.repeat(201) }, /The reason has 201 characters, but the limit is 200/],
  ])('%j gets a sentence and sends nothing', async (options, sentence) => {
    const changes = watch();
    expect(textOf(await offer(options))).toMatch(sentence);
    expect(changes()).toMatchObject({ requests: 0, paid: 0 });
  });

  test('cut after the work: it ends as done with the entry of the log, and was sent once', async () => {
    const { player } = world.discord.people;
    const changes = watch();
    const preview = await offer({ amount: 33 });
    world.game.faults.add({ operation: TRANSFER, fault: { kind: 'cut', at: 'after' } });
    player.press(preview, 'Send 33 credits');
    await settled(preview, /shows the transfer as entry \d+/);
    expect(changes()).toEqual({ requests: 1, paid: 33, received: 33, entries: 1 });
  });

  test('cut before the work: it ends as not done, can be looked at again, and was sent once', async () => {
    const { player } = world.discord.people;
    const changes = watch();
    const preview = await offer({ amount: 34 });
    world.game.faults.add({ operation: TRANSFER, fault: { kind: 'cut', at: 'before' } });
    player.press(preview, 'Send 34 credits');
    const done = await settled(preview, 'Not sent so far');
    const again = await player.press(done, 'Check again').response();
    expect(textOf(again)).toContain('Not sent so far');
    expect(changes()).toEqual({ requests: 1, paid: 0, received: 0, entries: 0 });
  });

  test('what the game refuses is said in its words, and nothing is left to press', async () => {
    const { player } = world.discord.people;
    const preview = await offer({ amount: 35 });
    world.game.faults.add({ operation: TRANSFER, fault: { kind: 'error', code: 'refused', message: 'Not *today*' } });
    const pressed = player.press(preview, 'Send 35 credits');
    expect(textOf(await pressed.followUp())).toContain('The game refused: Not \\*today\\*');
    expect(buttonsOf(await settled(preview, 'Nothing was sent'))).toEqual([]);
  });

  test('50 presses at once, in two processes, move the credits once', async () => {
    const { player } = world.discord.people;
    let other: App | undefined;
    if ('REDIS_URL' in environment) {
      const log = pino({ level: 'silent' });
      other = await startApp(readConfig({ ...world.environment, WEB_PORT: '0' }), log);
    }
    const changes = watch();
    const preview = await offer({ amount: 77 });
    const presses = Array.from({ length: 50 }, () => player.press(preview, 'Send 77 credits'));
    const answers = await Promise.all(presses.map((press) => Promise.race([press.followUp(), press.response()])));
    await settled(preview, '## Sent\\n');
    expect(answers.filter((answer) => textOf(answer).includes('already answered')).length).toBeGreaterThan(0);
    expect(changes()).toEqual({ requests: 1, paid: 77, received: 77, entries: 1 });
    await other?.stop();
  });
});

describe('/credits log', () => {
  let world: Sandbox;
  beforeAll(async () => {
    world = await startWorld();
    await linkCharacter(world.discord.people.player, 'Vael Ondar');
  });
  afterAll(() => world.stop());

  test('pages through the newest 1000 entries, and tells in from out', async () => {
    const { player } = world.discord.people;
    const first = await player.run('credits log').response();
    expect(textOf(first)).toContain('1–12 of the newest 1,000');
    expect(textOf(first)).toMatch(/`\s*−[\d,]+` to |`\s*\+[\d,]+` from /);
    expect(textOf(first)).toMatch(/-# <t:\d+:d> <t:\d+:t>\s· Year\s\d+\sDay\s\d+/);
    const last = await player.press(first, 'Last').response();
    expect(textOf(last)).toContain('997–1,000 of the newest 1,000');
  });

  test('shows the oldest window on request', async () => {
    const { player } = world.discord.people;
    const newest = textOf(await player.run('credits log').response());
    const oldest = textOf(await player.run('credits log', { oldest: true }).response());
    expect(oldest).toContain('oldest entries');
    expect(oldest.split('\n').at(-1)).not.toBe(newest.split('\n').at(-1));
  });

  /** The dates of the exported rows as Discord's timestamps, from the file itself. */
  const readRows = async ({ attachments: [file] }: APIMessage): Promise<string[]> => {
    const csv = await (await fetch(file?.url ?? '')).text();
    return csv.trim().split('\r\n').slice(1);
  };
  const toTimestamp = (row = ''): string => `<t:${Date.parse(row.split('"')[3] ?? '') / 1_000}:f>`;

  /** The answer to Export with its file; a slow one shows first how far it is. */
  const exportFrom = async (person: Person, log: APIMessage): Promise<APIMessage> => {
    const { id } = await person.press(log, 'Export as CSV').response();
    return await person.waitForMessage((message) => message.id === id && message.attachments.length > 0);
  };
  const idsOf = (rows: readonly string[]): number[] => rows.map((row) => Number(row.split('"')[1]));

  test('sends all entries as a CSV file, from either window, and says from when to when', async () => {
    const { player } = world.discord.people;
    for (const options of [{}, { oldest: true }]) {
      const first = await player.run('credits log', options).response();
      const exported = await exportFrom(player, first);
      const rows = await readRows(exported);
      expect(new Set(idsOf(rows)).size).toBe(2_500);
      expect(idsOf(rows)).toEqual(idsOf(rows).toSorted((a, b) => b - a));
      // The seed's balance is the sum of the log.
      const sum = rows.reduce((total, row) => total + Number(/,(-?\d+),/.exec(row)?.[1]), 0);
      expect(sum).toBe(world.game.world.balanceOf(world.game.world.uidOf('Vael Ondar')));
      expect(textOf(exported)).toContain(`All 2,500 entries of your credit log, from ${toTimestamp(rows.at(-1))} (`);
      expect(textOf(exported)).toContain(` to ${toTimestamp(rows[0])} (`);
    }
  });

  test('is newest first, on its pages and in the file, whatever the order in which the game gives it', async () => {
    const reversed = await startWorld({ game: { quirks: { oldestFirst: true } } });
    const { player } = reversed.discord.people;
    await linkCharacter(player, 'Vael Ondar');
    const entries = reversed.game.world.logOf('1:1001');
    const first = await player.run('credits log').response();
    expect(textOf(first)).toContain(`<t:${entries[0]?.madeAt}:d>`);
    const last = await player.press(first, 'Last').response();
    expect(textOf(last)).toContain(`<t:${entries.at(-1)?.madeAt}:d>`);
    const rows = await readRows(await exportFrom(player, first));
    expect(rows.slice(0, 1_000).map((row) => row.split('"')[1])).toEqual(entries.map(({ id }) => String(id)));
    await reversed.stop();
  });

  test('an export that the game breaks off has what was read, and says what is missing', async () => {
    const { player } = world.discord.people;
    const first = await player.run('credits log').response();
    world.game.faults.add({
      operation: 'character.creditlog.list',
      nth: 3,
      fault: { kind: 'html', status: 503 },
      times: 9,
    });
    const exported = await exportFrom(player, first);
    world.game.faults.clear();
    expect(textOf(exported)).toMatch(
      /The newest 1,000 entries of your credit log, from .*\nThe oldest 1,000 entries, from .*\n.*couldn't read them in time/,
    );
    const all = idsOf(await readRows(await exportFrom(player, first)));
    expect(idsOf(await readRows(exported))).toEqual([...all.slice(0, 1_000), ...all.slice(-1_000)]);
  });

  test('a short log is exported as all that there is, for one request', async () => {
    const { officer } = world.discord.people;
    await linkCharacter(officer, 'Marshal Iri Tosk');
    const first = await officer.run('credits log').response();
    const before = world.game.world.requests('character.creditlog.list');
    const exported = await exportFrom(officer, first);
    expect(world.game.world.requests('character.creditlog.list')).toBe(before + 1);
    const rows = await readRows(exported);
    expect(rows.length).toBeLessThan(1_000);
    const count = rows.length === 1 ? 'The only entry' : `All ${rows.length} entries`;
    expect(textOf(exported)).toContain(`${count} of your credit log`);
  });
});

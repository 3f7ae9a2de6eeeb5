import type { APIMessage } from 'discord-api-types/v10';
import { beforeAll, expect, test } from 'vitest';
import { formatMonth, monthOf, startOfMonth } from '../../src/view/day.ts';
import { PAGER } from '../../src/view/pager.ts';
import { expectText } from '../support/expectText.ts';
import { buttonOf, choose, confirm, labelsOf, selectOf, textFrom, textOf } from '../support/messages.ts';
import { useTimeTravel, useWorld } from '../support/useWorld.ts';
import { linkWithEverything, pressForged } from '../support/world.ts';

const [LOG, BALANCE, VAEL] = ['character.creditlog.list', 'character.credits.get', '1:1001'];
const DAY_MS = 86_400_000;
const travel = useTimeTravel('all');
const world = useWorld('all');
const { player, officer, game } = world;
beforeAll(() => linkWithEverything(world.player, 'Vael Ondar'));

type Options = Record<string, string | boolean>;
const open = (options: Options = {}) => world.player.run('credits log', options).response();
const requests = () => world.game.world.requests(LOG);
const refresh = async (message: APIMessage) => world.player.press(message, 'Refresh').response();

/** The game's own log, with signed amounts and times in ms. */
const gameLog = () =>
  world.game.world.logOf(VAEL).map(({ id, sender, receiver, amount, madeAt, communication }) => ({
    id,
    amount: sender?.uid === VAEL ? -amount : amount,
    other: sender?.uid === VAEL ? receiver : sender,
    at: madeAt * 1_000,
    text: communication,
  }));
type Entry = ReturnType<typeof gameLog>[number];

const format = (number: number): string => number.toLocaleString('en-US');
function sumsOf(entries: readonly Entry[]): string {
  const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + Math.max(0, amount), 0);
  const [incoming, outgoing] = [sum(entries.map(({ amount }) => amount)), sum(entries.map(({ amount }) => -amount))];
  const net = `${incoming < outgoing ? '−' : '+'}${format(Math.abs(incoming - outgoing))}`;
  return `**${format(entries.length)} ${entries.length === 1 ? 'entry' : 'entries'}:** in ${format(incoming)}, out ${format(outgoing)}, net ${net}`;
}

async function idsIn(message: APIMessage, label = 'Export these'): Promise<number[]> {
  const { attachments } = await world.player.press(message, label).response();
  const csv = await (await fetch(attachments[0]?.url ?? '')).text();
  const rows = csv.trim().split('\r\n').slice(1);
  return rows.map((row) => Number(row.split('"')[1]));
}

test('the pages of a log take one request in two minutes; then, after Refresh and after a transfer, another', async () => {
  const before = requests();
  const first = await refresh(await open());
  const again = requests();
  const last = await player.press(first, PAGER.last).response();
  await player.press(last, PAGER.previous).response();
  const exportIdOf = (message: APIMessage) => buttonOf(message, 'Export these').custom_id;
  expect(exportIdOf(await open({ text: 'Wages' }))).toBe(exportIdOf(await open({ text: 'Wages' })));
  expect(requests()).toBe(again);
  expect(again - before).toBe(2);

  travel(2 * 60_000 + 1_000);
  await player.press(last, PAGER.previous).response();
  expect(requests()).toBe(again + 1);
  expect(textOf(await refresh(last))).toMatch(/^## Credit log\n-# 1–12 of the newest 1,000/);
  expect(requests()).toBe(again + 2);

  const offer = await player.run('credits transfer', { amount: 7, recipient: 'Pell', reason: 'Tea' }).response();
  await confirm(player, offer, 'Send 7 credits', '## Sent');
  expect(await textFrom(player.run('credits log'))).toMatch(/−7` to Pell\n-# Tea/);
});

test.each<[Options, (entry: Entry) => boolean, string]>([
  [{ direction: 'in' }, ({ amount }) => amount > 0, 'incoming'],
  [{ direction: 'out', minimum: '2.5k' }, ({ amount }) => amount <= -2_500, 'outgoing · at least 2,500'],
  [{ text: 'wAGES' }, ({ text }) => text === 'Wages', '“wAGES”'],
  [{ with: 'marshal iri tosk' }, ({ other }) => other?.uid === '1:1002', 'with Marshal Iri Tosk'],
  [{ with: '1:1003' }, ({ other }) => other?.uid === '1:1003', 'with Dorn Hesk'],
  [{ with: 'el' }, ({ other }) => /el/i.test(other?.name ?? ''), 'with a name that contains “el”'],
  [{ since: '30 days', text: 'Repairs' }, ({ at, text }) => text === 'Repairs' && at >= daysAgo(30), '“Repairs”'],
  [{ text: 'nothing like this' }, () => false, '“nothing like this”'],
])('%o shows and exports what an independent filter of the game’s log leaves', async (options, isWanted, says) => {
  const wanted = gameLog().filter(isWanted);
  const shown = await open(options);
  expect(textOf(shown).replaceAll('\u00a0', ' ')).toContain(says);
  if (wanted.length === 0) return expect(textOf(shown)).toContain('No entries match');
  expect(textOf(shown)).toContain(sumsOf(wanted));
  expect(await idsIn(shown)).toEqual(wanted.map(({ id }) => id));
  if (wanted.length <= 12) return;
  // The last page keeps the filter, and a form opens it.
  const modal = await world.player.press(shown, labelsOf(shown)[2] ?? '').modal();
  const last = await world.player.submit(modal, { page: String(Math.ceil(wanted.length / 12)) }).response();
  expectText(last, `#${wanted.at(-1)?.id}`, sumsOf(wanted));
});

const daysAgo = (days: number) => (Math.floor(Date.now() / DAY_MS) - days) * DAY_MS;

test('the log says how far back it goes, and a short one that it is whole', async () => {
  const oldest = gameLog().at(-1)?.at ?? 0;
  expect(textOf(await open())).toContain(`The log goes back to <t:${oldest / 1_000}:f>`);
  expect(textOf(await open({ oldest: true }))).toContain('The log goes up to <t:');
  await linkWithEverything(world.officer, 'Marshal Iri Tosk');
  expect(await textFrom(world.officer.run('credits log'))).toContain('This is your whole log. Read at <t:');
  // The cached log belongs to that character.
  await linkWithEverything(world.officer, 'Dorn Hesk');
  const before = requests();
  await world.officer.run('credits log').response();
  expect(requests()).toBe(before + 1);
});

test('a day that isn’t one can be corrected, and another person’s filter is refused', async () => {
  expect(textOf(await open({ since: '11/1/2026' }))).toContain("“11/1/2026” isn't a day in the past. Try `since: ");
  const id = buttonOf(await open({ direction: 'in' }), 'Refresh').custom_id ?? '';
  const forged = await pressForged(world, officer, id.replace(player.id, officer.id));
  expect(await textFrom(forged)).toContain('already used or has expired');
  const report = buttonOf(await player.run('credits report').response(), 'Show the entries').custom_id ?? '';
  const endless = await pressForged(world, player, report.replace(/\d+~/, '9007199254740990~'));
  expect(await textFrom(endless)).toContain('No entries match');
});

test.each([
  ['credits log', 'since'],
  ['credits report', 'month'],
  ['server audit log', 'since'],
])('/%s says that tomorrow lies ahead, rather than reading its %s as last year’s', async (command, option) => {
  const tomorrow = new Date(Date.now() + DAY_MS);
  const typed = tomorrow.toLocaleDateString('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });
  const shown = await player.run(command, { [option]: typed }).response();
  expectText(
    shown,
    `${formatDay(tomorrow.getTime())} hasn't begun yet`,
    `\`${option}: ${tomorrow.getUTCFullYear() - 1}-`,
  );
});

test('a log that is kept proves nothing: a lost transfer is looked up in the game', async () => {
  const offer = async () => {
    await open();
    return await player.run('credits transfer', { amount: 9, recipient: 'Pell' }).response();
  };
  const lose = () => game.faults.add({ operation: 'character.credits.transfer', fault: { kind: 'cut', at: 'after' } });
  const found = await offer();
  lose();
  const shown = await confirm(player, found, 'Send 9 credits', /shows the transfer as entry \d+/);
  expectText(shown, `as entry ${gameLog()[0]?.id}.`);

  const blind = await offer();
  lose();
  game.faults.add({ operation: LOG, nth: 2, times: 99, fault: { kind: 'html', status: 503 } });
  await confirm(player, blind, 'Send 9 credits', "I can't read your credit log right now");
});

test('a report sums up each counterparty of a month, and walks back from today’s balance', async () => {
  // Otherwise the newest entry could be in the same second as the balance, which is then reread.
  travel(5_000);
  const now = Date.now();
  const log = gameLog();
  const [month, before] = [monthOf(now) - 1, game.world.requests(BALANCE)];
  const own = log.filter(({ at }) => monthOf(at) === month);
  const shown = await player.run('credits report', { month: formatMonth(month, 'en') }).response();
  expect(textOf(shown)).toContain(`## Report: ${formatMonth(month, 'en')}\n`);
  const months = [own, log.filter(({ at }) => monthOf(at) === month - 1)];
  const incoming = months.map((all) => all.reduce((sum, { amount }) => sum + Math.max(0, amount), 0));
  expect(textOf(shown)).toMatch(new RegExp(`\nIn\\s+${incoming.map(format).join('\\s+')}\n`.replaceAll('\n', '`')));
  expect(shown.attachments[0]?.filename).toBe('balance.png');

  const after = (at: number) => log.filter((entry) => entry.at >= at).reduce((sum, { amount }) => sum + amount, 0);
  const start = game.world.balanceOf(VAEL) - after(startOfMonth(month));
  const balances = [start];
  for (const { amount } of own.toReversed()) balances.push((balances.at(-1) ?? 0) + amount);
  expectText(shown, `Balance: ${format(start)} on ${formatDay(startOfMonth(month))}; `);
  expectText(shown, `${format(game.world.balanceOf(VAEL) - after(startOfMonth(month + 1)))} on `);
  expectText(shown, `Lowest: ${format(Math.min(...balances))} on `, `Highest: ${format(Math.max(...balances))} on `);

  const parties = [...Map.groupBy(own, ({ other }) => other?.uid)].map(([uid, entries]) => {
    const moved = entries.reduce((sum, { amount }) => sum + Math.abs(amount), 0);
    return { uid, entries, moved, name: entries[0]?.other?.name };
  });
  const [most] = parties.filter(({ uid }) => uid).toSorted((one, other) => other.moved - one.moved);
  expect(selectOf(shown).options[0]).toMatchObject({ value: most?.uid, label: most?.name });
  expectText(await choose(player, shown, most?.uid ?? '').response(), sumsOf(most?.entries ?? []));
  expectText(await player.press(shown, 'Show the entries').response(), sumsOf(own));
  expect(await idsIn(shown)).toEqual(own.map(({ id }) => id));
  const next = await player.press(shown, `${formatMonth(month + 1, 'en').split(' ')[0]} ▶`).response();
  const count = log.filter(({ at }) => monthOf(at) === month + 1).length;
  expect(textOf(next)).toMatch(new RegExp(`Count\\s+${format(count)}\\s+${format(own.length)}\``));
  expect(game.world.requests(BALANCE)).toBe(before + 1);
});

const formatDay = (ms: number) => new Date(ms).toLocaleDateString('en-US', { dateStyle: 'medium', timeZone: 'UTC' });

test('a month that the window cuts is reported from there on, and one before it not at all', async () => {
  const oldest = gameLog().at(-1)?.at ?? 0;
  const cut = await player.run('credits report', { month: formatMonth(monthOf(oldest), 'en') }).response();
  expectText(cut, ` on ${formatDay(oldest)}; `, `The log goes back to <t:${oldest / 1_000}:f>`);
  const fromThere = `from ${new Date(oldest).toLocaleDateString('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' })}`;
  expectText(cut, `## Report: ${formatMonth(monthOf(oldest), 'en')}\u00a0· ${fromThere}\n`);
  expect(textOf(cut).replaceAll('\u00a0', ' ')).toMatch(new RegExp(String.raw`\x60\s*${fromThere}\x60`));
  const earlier = formatMonth(monthOf(oldest) - 1, 'en');
  expect(buttonOf(cut, `◀ ${earlier.split(' ')[0]}`).disabled).toBe(true);
  const none = await player.run('credits report', { month: earlier }).response();
  expect(textOf(none)).toContain("Your log doesn't go back to this month");
  expect(none.attachments).toEqual([]);
  expect(textOf(none)).not.toMatch(/Count|Net/);

  const since = new Date(oldest - 3 * DAY_MS).toISOString().slice(0, 10);
  expectText(await open({ since }), ` (UTC)\u00a0· shown from ${formatDay(oldest)}`);
  expectText(await open({ since, oldest: true }), ' (UTC)\u00a0· shown to ');
  expect(textOf(await open({ since: '30 days' }))).not.toContain('shown ');
  expectText(
    await player.run('credits report').response(),
    `${formatMonth(monthOf(Date.now()), 'en')}\u00a0· so far\n`,
  );
});

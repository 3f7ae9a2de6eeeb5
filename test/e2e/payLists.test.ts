import { Locale } from 'discord-api-types/v10';
import { pino } from 'pino';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { createSealer } from '../../src/account/seal.ts';
import { createSealedStore } from '../../src/account/sealedStore.ts';
import { listPersonal } from '../../src/store/declared.ts';
import { openStore } from '../../src/store/openStore.ts';
import { expectText } from '../support/expectText.ts';
import { buttonOf, confirm, labelsOf, settled, textFrom, textOf } from '../support/messages.ts';
import { TYPE, toPayer } from '../support/payer.ts';
import { useWorld } from '../support/useWorld.ts';
import { linkWithEverything } from '../support/world.ts';

const TRANSFER = 'character.credits.transfer';
describe('a pay list', () => {
  const world = useWorld('all');
  const { player } = world;
  let vael: string;
  const { open, submit, type, preview, upload, pay } = toPayer(() => player);
  const uidOf = (handle: string): string => world.game.world.uidOf(handle);
  const transfers = (): number => world.game.world.requests(TRANSFER);
  /** Gives the payments since, newest first. */
  function watch() {
    const before = world.game.world.logOf(vael)[0]?.id ?? 0;
    return () =>
      world.game.world
        .logOf(vael)
        .filter(({ id, sender }) => id > before && sender?.uid === vael)
        .map(({ receiver, amount, communication }) => `${receiver?.name} ${amount} ${communication}`);
  }

  beforeAll(async () => {
    await linkWithEverything(player, 'Vael Ondar');
    vael = uidOf('Vael Ondar');
  });

  test('asks before it looks up 199 names; afterwards, 200 payments take at most 210 requests and 4 clicks', async () => {
    const all = world.game.world.characters().filter(({ uid }) => uid !== vael);
    const others = all.slice(0, 199);
    const list = [...others, ...others]
      .slice(0, 200)
      .map(({ handle }) => `${handle} | 1 | Salary`)
      .join('\n');
    const before = world.game.world.requests();
    const { id } = upload(list);
    const asked = await preview('', [id]);
    expectText(asked, /Look up (\d+) names\?[\s\S]*That takes \1 requests, and you have \d+ left/);
    expect(world.game.world.requests() - before).toBeLessThan(4);
    const found = await player.press(asked, labelsOf(asked)[0] ?? '').response();
    expectText(found, '## Make 200 payments totaling 200 credits?');
    await player.press(found, 'Cancel').response();
    const [since, paid] = [world.game.world.requests(), watch()];
    const again = await preview('', [id]);
    expectText(again, `⚠ 2 × 1 credit for **${others[0]?.handle}** in this list.`);
    expectText(await pay(again, '200'), 'Make 200 payments totaling 200 credits: 200 done');
    expect(world.game.world.requests() - since).toBeLessThanOrEqual(210);
    const receipts = paid();
    expect(receipts).toHaveLength(200);
    expect(new Set(receipts).size).toBe(200);
    for (const receipt of receipts) expect(receipt).toMatch(/ 1 Salary \[p-[2-9][2-9a-z]{6}\] \(Commlink\)$/);
  }, 60_000);

  test('is only confirmed by its typed total, and a wrong total can be corrected', async () => {
    const paid = watch();
    const asked = await preview('Marshal Iri Tosk | 1,200 | Rent\nDorn Hesk; 34');
    const code = /Rent \\\[p-(\w+)\\\]/.exec(textOf(asked))?.[1];
    for (const wrong of ['1200', '12345', 'all'])
      expect(await textFrom(await type(asked, wrong))).toContain(`You typed “${wrong}”, but the amount is 1,234.`);
    expect([transfers(), paid()]).toEqual([transfers(), []]);
    expect(buttonOf(asked, TYPE).custom_id).not.toContain('confirm');
    await player.run('credits log').response();
    const [report] = await Promise.all([pay(asked, '1.234'), type(asked, '1234')]);
    expectText(report, '2 done');
    const receipts = ['Dorn Hesk 34 ', `Marshal Iri Tosk 1200 Rent [p-${code}]`];
    expect(paid()).toEqual(receipts.map((start) => expect.stringContaining(start)));
    // Also if the log was read before.
    expect(await textFrom(player.run('credits log'))).toMatch(/−1,200` to Marshal Iri Tosk\n-# Rent/);
  });

  test('gets a new preview that shows earlier payments if another list was confirmed since', async () => {
    const list = 'Dorn Hesk | 41\nDorn Hesk | 1';
    const [first, second] = [await preview(list), await preview(list)];
    await pay(first, '42');
    const before = transfers();
    expect(await textFrom(await type(second, '42'))).toContain("You've confirmed other changes since this preview");
    expect(transfers()).toBe(before);
    const again = await preview(`${list}\nDorn Hesk | 41 | once more\nPell | 40.5\nMarshal Iri Tosk | 0`);
    expect(textOf(again)).toContain('Line 4, `Pell | 40.5`: the amount');
    const rounded = await player.press(again, 'Round to whole credits').response();
    expect(textOf(rounded)).toMatch(
      /⚠ \*\*You already made 2 of these 4 .* 42 credits:\*\*\n⚠ .* \*\*Dorn Hesk\*\* 41 credits on .*, entry/,
    );
    expect(textOf(rounded)).toContain('- Line 5, Marshal Iri Tosk: no amount, or 0');
    const left = await player.press(rounded, 'Leave these out').response();
    expect(textOf(left)).toMatch(
      /Make 2 payments totaling 82 credits[\s\S]*41 credits: once more[\s\S]*3 skipped:[\s\S]*- Dorn Hesk: You already paid/,
    );
    expect(labelsOf(left)).not.toContain('Leave these out');
  });

  test('leaves out lines that can’t be paid, and adds up one person’s payments on request', async () => {
    const list = 'Nobody At All | 5\nDorn Hesk | 7 | a\nDorn Hesk | | x\nVael Ondar | 5\ndorn hesk | 8 | b';
    const asked = await preview(list);
    expectText(asked, '## Make 2 payments totaling 15 credits?', '**Total:** 15 credits');
    expectText(asked, '3 skipped:\n- Line 1, Nobody At All: No character');
    expectText(asked, "- Line 3, Dorn Hesk: no amount, or 0\n- Line 4, Vael Ondar: that's you");
    const added = await player.press(asked, 'Add up per person').response();
    expectText(added, /## Make 1 payment totaling 15 credits[\s\S]*- 15 credits: a; b/);
    expectText(await player.press(added, 'Keep lines separate').response(), '## Make 2 payments totaling 15 credits');
    expectText(await preview('Dorn Hesk | 900m'), /⚠ You're [\d,]+ credits short/);
  });

  test('with unreadable lines pays nothing, says why, and returns in a form or as a file', async () => {
    const before = world.game.world.requests();
    const list = 'Marshal Iri Tosk | 1.500\nDorn Hesk, 5\nPell | 7';
    const refused = await preview(list);
    expectText(refused, 'Line 1, `Marshal Iri Tosk | 1.500`: the amount could mean 1,500 credits or a fraction');
    expectText(refused, "2 lines can't be used\nNothing was paid. The other line is fine.");
    const window = await player.press(refused, 'Fix lines').modal();
    expect(JSON.stringify(window.data)).toContain(JSON.stringify(list));
    const fixed = await player.submit(window, { list: 'Dorn Hesk | 5' }).response();
    expect([fixed.id, textOf(fixed).split('\n')[0]]).toEqual([refused.id, '## Make 1 payment totaling 5 credits?']);
    expect(world.game.world.requests() - before).toBe(2);
    const long = await preview('', [upload(`Dorn Hesk, 5\n${'# a comment\n'.repeat(400)}`).id]);
    expect(long.attachments[0]?.filename).toBe('pay-list.txt');
    expectText(long, 'too long');
    expect(JSON.stringify((await player.press(long, 'Fix lines').modal()).data)).not.toContain('comment');
    expect(await textFrom(await submit(' '))).toContain('There are no payments in it');
  });

  test('can come from a file or a message, in UTF-16 or as a CSV with its columns in any order', async () => {
    const csv = Buffer.from('\ufeffReason,Amount,Name\n"Fuel, ""air""","1,500",Dorn Hesk\n', 'utf16le');
    expectText(await preview('', [upload(csv, 'list.csv').id]), '- 1,500 credits: Fuel, "air" ');
    expectText(await preview('Dorn Hesk | 1', [upload('Pell | 2').id]), 'Use either the text or one');
    expectText(await preview('', [upload(Buffer.from('Jürgen | 1', 'latin1')).id]), 'Save it as a text or CSV');
    expectText(await preview('', [upload('x'.repeat(257 * 1024)).id]), 'larger than 256 KB');
    const posted = player.send('```\nDorn Hesk | 3\n```');
    expect(await textFrom(player.runOn('Use as pay list', posted.id))).toContain('Make 1 payment totaling 3 credits');
    const attached = player.send('our salaries', { uploadIds: [upload('Dorn Hesk;4').id] });
    player.chooseLanguage(Locale.German);
    expect(await textFrom(player.runOn('Use as pay list', attached.id))).toContain('1 Zahlung, zusammen 4 Credits');
    player.chooseLanguage(Locale.EnglishUS);
  });

  test('is saved, shown, paid after a preview, and deleted', async () => {
    const run = (command: string, name = 'salaries') => player.run(`credits paylist ${command}`, { name }).response();
    const save = async (name: string, list: string) =>
      player.submit(await open('credits paylist save', { name }), { name, list }).response();
    expectText(await save('Salaries', 'Dorn Hesk | 1.500'), "1 line can't be used");
    expectText(await save('Salaries', 'Dorn Hesk | 21 | May'), 'Saved **Salaries** with 1 payment.');
    expectText(await save('salaries', 'Dorn Hesk | 22 | May'), 'Replaced **salaries**.');
    expect(await textFrom(player.run('credits paylist list'))).toContain('- **salaries**: 1 payment, 22 credits');
    const shown = await run('show');
    expect(shown.attachments).toHaveLength(1);
    expectText(shown, 'Dorn Hesk \\| 22 \\| May');
    expectText(await player.press(shown, 'Preview and pay').response(), '22 credits?');
    const paid = watch();
    expectText(await pay(await run('pay'), '22'), '1 done');
    expect(paid()).toEqual([expect.stringContaining('Dorn Hesk 22 May')]);
    expectText(await run('delete'), 'Deleted.');
    expectText(await run('pay'), 'You have no pay list “salaries”');
    for (let count = 0; count < 20; count += 1)
      await player.run('credits paylist save', { name: `List ${count}`, list: 'Dorn Hesk | 1' }).response();
    expectText(await save('One more', 'Dorn Hesk | 1'), 'You already have 20 lists');
  });

  test('without a response is looked up by its codes, beside an equal single transfer, and never sent again', async () => {
    const paid = watch();
    const equal = { recipient: 'Dorn Hesk', amount: 61 };
    const single = await player.run('credits transfer', { ...equal, reason: 'May' }).response();
    const asked = await preview('Dorn Hesk | 61 | May\nMarshal Iri Tosk | 62 | May');
    world.game.faults.add({ operation: TRANSFER, fault: { kind: 'cut', at: 'after' } });
    const reporting = pay(asked, '123');
    await player.waitForMessage((one) => /^## Make 2 payments.*processed/.test(textOf(one)));
    player.press(single, 'Send 61 credits');
    expectText(await reporting, /61 credits: May .* · done \(confirmed afterwards\)|1 done \(confirmed|2 done/);
    expect(paid().filter((one) => one.includes(' 61 ') && one.includes('[p-'))).toHaveLength(1);
    const copied = /\[p-\w+\]/.exec(paid().join())?.[0];
    // In the log, the last one would look like the others.
    const nested = `May ${copied?.replace('p-', '&amp;#112;-')}`;
    for (const reason of [`May ${copied}`, `${copied?.toUpperCase()}`, nested.replace('amp;', ''), nested])
      expect(await textFrom(player.run('credits transfer', { ...equal, reason }))).toContain('Remove it');
    await settled(player, single, /## Sent\n|already one of the changes|Send credits\?/);
  }, 60_000);
});

describe('if the game wants handles,', () => {
  const world = useWorld('all', { game: { quirks: { recipientsByHandle: true } } });
  const { player } = world;
  const { preview, type, pay, report } = toPayer(() => world.player);

  test('a list stops after the first refusal, and uses handles once a transfer has shown that they work', async () => {
    await linkWithEverything(player, 'Vael Ondar');
    const list = 'Marshal Iri Tosk | 5\nDorn Hesk | 6\nPell | 7';
    const asked = await preview(list);
    await type(asked, '18');
    const paused = await settled(player, asked, 'was refused, and the others probably would be too');
    expectText(paused, 'It may only accept handles: cancel the rest, send one payment with');
    expect(world.game.world.requests(TRANSFER)).toBe(1);
    expect(textOf(await preview(`Marshal Iri Tosk | 50\n${list}`))).toContain('have some of these, too');
    expect(textOf(await preview('Marshal Iri Tosk | 50'))).toContain('⏸ “Make 3 payments totaling 18 credits” is');
    player.press(paused, 'Cancel the rest');
    const canceled = await report();
    expectText(canceled, '1 refused by the game, 2 canceled');
    // It's a preview like the first.
    const rest = await player.press(canceled, 'Do the rest').response();
    expectText(rest, '3 payments totaling 18 credits?\n**Total:** 18 credits · **Balance now:**');
    expect(labelsOf(rest)).toEqual([TYPE, 'Cancel']);
    const single = await player.run('credits transfer', { recipient: 'Dorn Hesk', amount: 1 }).response();
    for (const outcome of ['send to the handle instead', '## Sent'])
      await confirm(player, single, 'Send 1 credit', outcome);
    const again = await preview(`1:1003 | 1\n${list}`);
    expectText(again, '- Line 1, 1:1003: the game wants a handle here');
    expectText(again, /## Make 3 payments totaling 18 credits[\s\S]*\*\*Marshal Iri Tosk\*\* \(1:\d+\), by handle/);
    expectText(await pay(again, '18'), '3 done');
  }, 60_000);

  test("a mention pays its members' handles, unless a handle is another character's now", async () => {
    const { officer } = world;
    await linkWithEverything(officer, 'Marshal Iri Tosk');
    const form = await officer.run('roster import').modal();
    const list = 'uid,name,rank\n1:1003,Dorn Hesk,Crew\n1:1006,Regent Oona Valdry,Crew\n1:1005,,Crew';
    await officer.submit(form, { list, file: [] }).response();
    const asked = await toPayer(() => officer).preview('@crew | 5');
    expectText(asked, '## Make 1 payment totaling 5 credits', '**Dorn Hesk** (1:1003), by handle');
    expectText(asked, "- Line 1, Regent Oona Valdry: that's another character's handle now");
    expectText(asked, '- Line 1, 1:1005: the game wants a handle here, not a UID');
  });
});

describe('a name that was looked up long ago', () => {
  const world = useWorld('all', { environment: { REDIS_URL: inject('redisUrl') } });
  const { player, game } = world;
  const { preview } = toPayer(() => player);

  test('shows its age in the preview, and is looked up by a button with one request', async () => {
    await linkWithEverything(player, 'Vael Ondar');
    const vael = game.world.uidOf('Vael Ondar');
    const inLog = new Set(game.world.logOf(vael).flatMap(({ sender, receiver }) => [sender?.uid, receiver?.uid]));
    const known = game.world
      .characters()
      .filter(({ uid }) => !inLog.has(uid))
      .slice(0, 2);
    const characters = known.map(({ uid, handle: name }) => ({ uid, name, lookedUpAt: Date.now() - 20 * 86_400_000 }));
    await plant(world.environment, player.id, { uid: vael, characters });

    const list = known.map(({ handle }) => `${handle} | 5`).join('\n');
    const before = game.world.requests();
    const shown = await preview(list);
    expect(game.world.requests() - before).toBe(2);
    expectText(shown, /⚠ I last looked up 2 names more than a day ago\./);
    expectText(shown, new RegExp(`\\*\\*${known[0]?.handle}\\*\\* \\(${known[0]?.uid}\\), as of <t:\\d+:R>`));
    const asked = await player.press(shown, 'Look up 2 names').response();
    expect(game.world.requests() - before).toBe(2 + 2 + 2);
    expectText(asked, '## Make 2 payments totaling 10 credits?');
    expect(textOf(asked)).not.toContain('as of');
    expect(labelsOf(asked)).not.toContain('Look up 2 names');
  });
});

/** Stores what a person looked up. */
async function plant({ REDIS_URL = '', TOKEN_KEY = '' }: Record<string, string>, id: string, value: unknown) {
  const declared = listPersonal().find(({ name }) => name === 'known-characters');
  if (!declared) throw new Error('No collection has known characters.');
  const store = await openStore({ redisUrl: REDIS_URL, file: '' }, pino({ level: 'silent' }));
  const sealed = createSealedStore(store, createSealer([Buffer.from(TOKEN_KEY, 'base64')]));
  await sealed.kept(declared, { id }).set(value);
  await store.close();
}

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type APIMessage, Locale } from 'discord-api-types/v10';
import { pino } from 'pino';
import { beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { listPersonal, type Personal } from '../../src/store/declared.ts';
import { openStore } from '../../src/store/openStore.ts';
import { toKeeping } from '../support/collections.ts';
import { expectText } from '../support/expectText.ts';
import { choose } from '../support/messages.ts';
import { toPayer } from '../support/payer.ts';
import { makeTemporaryFolder } from '../support/temporaryFolder.ts';
import { useWorld } from '../support/useWorld.ts';
import { linkWithEverything } from '../support/world.ts';

/** A file, what is chosen or pressed one after the other, and the payments in the game's log. */
type Played = { file: string; locale?: Locale; answers?: string[]; pays: string[]; says?: (string | RegExp)[] };

const PLAYED: readonly Played[] = [
  { file: 'p01-srp.csv', answers: ['0'], pays: ['Dorn Hesk 1200000', 'Pell 900000'], says: ['“Loss”, “Status”'] },
  {
    file: 'p03-sheet-paste.txt',
    answers: ['2'],
    pays: ['Dorn Hesk 125000', 'Pell 31000'],
    says: ['amount Column 3. Ignored: Column 2.'],
  },
  {
    file: 'p04-boost-cuts.csv',
    answers: ['2'],
    pays: ['Dorn Hesk 1500', 'Pell 1200'],
    says: ['name “Player”, amount “Payout”', 'Ignored: “Credits”'],
  },
  { file: 'p08-unquoted-gp.csv', answers: ['One number'], pays: ['Dorn Hesk 1500', 'Pell 750 Fuel'] },
  { file: 'p16-swedish.csv', locale: Locale.German, answers: ['0', '1'], pays: ['Dorn Hesk 1500', 'Pell 750'] },
  {
    file: 'p24-total-row.csv',
    pays: ['Dorn Hesk 500 Nov', 'Pell 300 Nov'],
    says: ['the total in line 6, `Total,800,`'],
  },
  { file: 'p27-fence.txt', pays: ['Dorn Hesk 500', 'Pell 300', 'Silent Juno 200'] },
  { file: 'p30-bonus-total.csv', answers: ['3', 'Two columns'], pays: ['Dorn Hesk 1200', 'Pell 600'] },
  { file: 'p31-status.csv', pays: ['Dorn Hesk 700', 'Pell 300', 'Silent Juno 900'], says: ['Ignored: “Status”'] },
  { file: 'p38-invisible.txt', pays: ['Dorn Hesk 500', 'Pell 300', 'Silent Juno 200'] },
  {
    file: 'p54-uid-name.csv',
    answers: ['The UIDs are right'],
    pays: ['Dorn Hesk 500'],
    says: ['UID “uid”, name “name”', '**Dorn Hesk** (1:1003)'],
  },
  { file: 'p59-indian-trailing.csv', answers: ['One number'], pays: ['Dorn Hesk 100000'] },
  {
    file: 'p13-swiss.csv',
    locale: Locale.German,
    pays: ['Dorn Hesk 1500 Lohn', 'Pell 2000 Lohn'],
    says: ['Name „Name“'],
  },
];

describe('a list that can be read in two ways', () => {
  const world = useWorld('all', { environment: { DATABASE_FILE: join(makeTemporaryFolder(), 'store.sqlite') } });
  const { player } = world;
  const payer = toPayer(() => player);
  let vael: string;

  beforeAll(async () => {
    await linkWithEverything(player, 'Vael Ondar');
    vael = world.game.world.uidOf('Vael Ondar');
    world.game.world.earn(vael, 1, 10_000_000);
  });

  /** Gives the payments since, the oldest first. */
  function watch() {
    const before = world.game.world.logOf(vael)[0]?.id ?? 0;
    const isNew = ({ id, sender }: { id: number; sender?: { uid: string } | undefined }) =>
      id > before && sender?.uid === vael;
    return () =>
      world.game.world
        .logOf(vael)
        .filter(isNew)
        .toReversed()
        .map(({ receiver, amount, communication }) => {
          const reason = communication.replace(/ ?\[p-\w+\] \(Commlink\)$/, '');
          return [receiver?.name, amount, reason].join(' ').trim();
        });
  }

  const fileOf = async ({ attachments }: APIMessage): Promise<string> =>
    await (await fetch(attachments[0]?.url ?? '')).text();
  const answer = async (asked: APIMessage, choice: string): Promise<APIMessage> =>
    /^\d+$/.test(choice) ? choose(player, asked, choice).response() : player.press(asked, choice).response();

  test.each(PLAYED)(
    'pays what its person answered: $file',
    async ({ file, locale, answers = [], pays, says = [] }) => {
      if (locale) player.chooseLanguage(locale);
      const paid = watch();
      const data = readFileSync(new URL(`../commands/lists/${file}`, import.meta.url));
      let shown = await payer.preview('', [payer.upload(data, file).id]);
      for (const choice of answers) shown = await answer(shown, choice);
      expectText(shown, ...says);
      const total = pays.reduce((sum, one) => sum + Number(/ (\d+)/.exec(one)?.[1]), 0);
      await payer.pay(shown, String(total));
      expect(paid()).toEqual(pays);
      player.chooseLanguage(Locale.EnglishUS);
    },
    60_000,
  );

  test('keeps the answer while lines are fixed, and with a saved list', async () => {
    const list = 'Player,Credits,Payout\nDorn Hesk,40000,15\nPell,90000,a';
    const asked = await payer.preview(list);
    expectText(asked, '## Which column has the amounts?', 'It could be “Payout”, “Credits”.');
    const refused = await answer(asked, '2');
    expectText(refused, "1 line can't be used");
    const form = await player.press(refused, 'Fix lines').modal();
    const fixed = list.replace(',a', ',12');
    expectText(await player.submit(form, { list: fixed }).response(), '## Make 2 payments totaling 27 credits?');
    const saving = await payer.open('credits paylist save', { name: 'Payouts' });
    const before = await player.submit(saving, { name: 'Payouts', list: fixed }).response();
    expectText(before, '## Which column has the amounts?');
    expectText(await answer(before, '2'), 'Saved **Payouts** with 2 payments.');
    const preview = await player.run('credits paylist pay', { name: 'Payouts' }).response();
    expectText(preview, '## Make 2 payments totaling 27 credits?');
    await player.press(preview, 'Cancel').response();
  });

  test('tells in preview, file and report who isn’t paid, and isn’t “All done” then', async () => {
    const data = readFileSync(new URL('../commands/lists/p66-unknown-names.txt', import.meta.url));
    const shown = await payer.preview('', [payer.upload(data, 'list.txt').id]);
    expectText(shown, '6 skipped:\n- Line 2, Nobody Number 0: No character', /… and \d more, in the file/);
    const names = Array.from({ length: 6 }, (_, index) => `Nobody Number ${index}`);
    const csv = await fileOf(shown);
    for (const name of names) expect(csv).toContain(`${name}","","","","","","","","skipped","No character`);
    const report = await payer.pay(shown, '5');
    expectText(report, '## Partly done', '6 skipped:\n- Line 2, Nobody Number 0');
    for (const name of names) expect(await fileOf(report)).toContain(name);
    // A number and a text of their own, which a spreadsheet can sum and search.
    expect(await fileOf(report)).toMatch(/"pay",5,"[^"]*\[p-\w+\]","","Vael Ondar","[^"]+","done",/);
  });

  test('asks once if a saved list reads differently than when it was saved', async () => {
    const store = await openStore(readConfig(world.environment).store, pino({ level: 'silent' }));
    const { kept } = toKeeping(store, Buffer.from(world.environment['TOKEN_KEY'] ?? '', 'base64'));
    const keep = async (name: string, value: unknown): Promise<void> => {
      const collection = listPersonal().find((one) => one.name === name) as Personal<unknown>;
      await kept(collection, { id: player.id }).set(value);
    };
    // As an earlier release saved it, which read the total as a person.
    await keep('pay-lists', [{ name: 'Old', text: 'Dorn Hesk | 5\nPell | 7\nTotal | 12' }]);
    await keep('pay-list-index', [{ name: 'Old', count: 3, total: 24, language: 'en' }]);
    await store.close();
    const pay = () => player.run('credits paylist pay', { name: 'Old' }).response();
    const asked = await pay();
    expectText(asked, '## This list reads differently now', 'it had 3 payments, 24 credits. Now it has 2 payments, 12');
    expectText(await player.press(asked, 'Preview').response(), '## Make 2 payments totaling 12 credits?');
    const again = await pay();
    expectText(again, '## Make 2 payments totaling 12 credits?', 'the total in line 3');
    await player.press(again, 'Cancel').response();
  });
});

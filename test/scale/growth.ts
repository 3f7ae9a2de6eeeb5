import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createAudit } from '../../src/account/audit.ts';
import { createSealer } from '../../src/account/seal.ts';
import { createSealedStore } from '../../src/account/sealedStore.ts';
import { createLogger } from '../../src/log.ts';
import { listDeclared } from '../../src/store/declared.ts';
import { openStore } from '../../src/store/openStore.ts';
import { labelsOf } from '../support/messages.ts';
import { makeTemporaryFolder } from '../support/temporaryFolder.ts';
import { linkWithEverything, startWorld } from '../support/world.ts';

/** `node test/scale/growth.ts`: the bytes that people store after a month, and at worst. */
const PEOPLE = 500;
const MAX_OF_LIMITED = 2 * 1_000_000;
const folder = makeTemporaryFolder();

/** The bytes of the values that outlive a day, by collection. */
function measure(file: string): Map<string, number> {
  const database = new DatabaseSync(file, { readOnly: true });
  const rows = database
    .prepare(
      `SELECT namespace, sum(length(namespace) + length(key) + length(value) + 16) AS bytes FROM entry
       WHERE expires_at IS NULL OR expires_at > ? GROUP BY namespace`,
    )
    .all(Date.now() + 24 * 3_600_000);
  database.close();
  return new Map(rows.map(({ namespace, bytes }) => [String(namespace).replace(/^.*:/, ''), Number(bytes)]));
}

/** A month of one player: look-ups, 20 transfers, 20 messages, two pay lists of 30. */
async function playAMonth(file: string): Promise<void> {
  const world = await startWorld({ environment: { DATABASE_FILE: file, GALAXY_COPY: 'on' } });
  const { player } = world;
  await linkWithEverything(player, 'Vael Ondar');
  const press = async (message: Awaited<ReturnType<ReturnType<typeof player.run>['response']>>, at = 0) =>
    await player.press(message, labelsOf(message)[at] ?? '').response();
  for (const command of ['profile', 'skills', 'credits log', 'galaxy stations', 'msg list', 'privileges list'])
    await player.run(command).response();
  for (let n = 0; n < 20; n += 1) {
    await press(await player.run('credits transfer', { amount: '5', recipient: 'Dorn Hesk' }).response());
    await player.run('msg send', { to: 'Dorn Hesk', text: `Report ${n} from the yards`.repeat(10) }).response();
  }
  const list = (n: number) => Array.from({ length: 30 }, (_, row) => `Dorn Hesk | ${n + row + 1} | Salary`).join('\n');
  for (const n of [1, 40]) {
    const preview = await player.submit(await player.run('credits pay').modal(), { list: list(n) }).response();
    const form = await player
      .press(preview, 'Type the amount to confirm')
      .modal()
      .catch(() => undefined);
    if (form) await player.submit(form, { typed: String(30 * n + 435) }).response();
  }
  await new Promise((resolve) => setTimeout(resolve, 60_000));
  await world.stop();
}

/** The trail of one person at its limits: 200 changes, 20 of them lists of 300 rows. */
async function fillTrail(file: string): Promise<void> {
  const store = await openStore({ file }, createLogger({ level: 'silent' }));
  const audit = createAudit(
    createSealedStore(store, createSealer([Buffer.alloc(32, 'ab')])),
    createLogger({ level: 'silent' }),
    async () => {},
  );
  const target = { uid: '1:1234567', name: 'A handle of many letters' };
  const row = { action: 'credits.transfer', target, detail: '1000000', state: 'done' } as const;
  for (let n = 0; n < 200; n += 1) {
    const rows = Array.from({ length: 300 }, () => row);
    await audit.record({ id: String(n), startedAt: Date.now() + n, person: { id: '1' }, character: target }, [
      { action: 'batch', targets: [target], detail: 'x'.repeat(100), result: 'done', rows },
    ]);
  }
  await store.close();
}

const [month, worst] = [join(folder, 'month.sqlite'), join(folder, 'worst.sqlite')];
await playAMonth(month);
await fillTrail(worst);
const about = new Map(listDeclared().map(({ name, about }) => [name, about]));
const stored = [...measure(month)].map(([name, bytes]) => ({ name, about: about.get(name) ?? 'bot', bytes }));
console.table(stored.toSorted((one, other) => other.bytes - one.bytes));
const sumOf = (isCounted: (about: string) => boolean): number =>
  stored.reduce((sum, { about, bytes }) => sum + (isCounted(about) ? bytes : 0), 0);
const person = sumOf((of) => of === 'person');
const trail = [...measure(worst).values()].reduce((sum, bytes) => sum + bytes, 0);
const toMegabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;
console.log(
  `One person after a month: ${toMegabytes(person)}; the galaxy and the bot: ${toMegabytes(sumOf((of) => of !== 'person'))}`,
);
console.log(`${PEOPLE} people after a month: ${toMegabytes(PEOPLE * person)}`);
console.log(
  `One person at worst: ${toMegabytes(MAX_OF_LIMITED + trail)}; ${PEOPLE}: ${toMegabytes(PEOPLE * (MAX_OF_LIMITED + trail))}`,
);

import { rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { hasEnded, haveArrived, pressAgain } from './attempts.ts';
import type { Load } from './load.ts';
import { confirmAll, endLists } from './offers.ts';
import type { Player, Stage } from './stage.ts';
import { waitUntil } from './waitUntil.ts';

const PAYMENTS = 20;
const ARRIVES_MS = 8_000;
const SENT_MIDDLE = 6;
/** A lease, the wait for a late request, and the rows. */
const ENDS_MS = 75_000;
const BACK_MS = 1_500;

/**
 * Two lists of privileges and one of payments begin. Then all processes die, and the store goes
 * back to before that, or to the middle of the lists, so that no one remembers. Confirm is pressed
 * again.
 */
export async function beginAgain(stage: Stage, load: Load, _: readonly Player[], number: number): Promise<string> {
  const { calls, bots, players } = stage;
  const [one, other, payer] = players;
  if (!one || !other || !payer) return 'no one plays';
  await endLists(load, [one, other, payer], ENDS_MS);
  const offered = [load.offerPrivileges(one), load.offerPrivileges(other), load.offerPayments(payer, PAYMENTS)];
  const offers = (await Promise.all(offered)).filter((offer) => offer !== undefined);
  const isInMiddle = number % 2 === 1;
  if (!isInMiddle) copy(stage);
  const before = calls.length;
  const attempts = await confirmAll(offers);
  await waitUntil(() => haveArrived(calls, attempts), ARRIVES_MS);
  if (isInMiddle) copy(stage);
  await waitUntil(() => calls.length > before + SENT_MIDDLE, ARRIVES_MS);
  for (const bot of bots) await bot.kill();
  await goBack(stage);
  await Promise.all(bots.map((bot) => bot.start()));
  await sleep(BACK_MS);
  for (const attempt of attempts) void pressAgain(attempt);
  await waitUntil(() => attempts.every(hasEnded), ENDS_MS);
  return `${attempts.length} lists, ${isInMiddle ? 'in the middle' : 'before the first row'}`;
}

function copy({ redis, file }: Stage): void {
  redis?.snapshot();
  if (redis) return;
  rmSync(`${file}.copy`, { force: true });
  const database = new DatabaseSync(file);
  database.exec(`VACUUM INTO '${file}.copy'`);
  database.close();
}

async function goBack({ redis, file }: Stage): Promise<void> {
  if (redis) return await redis.rollBack();
  for (const suffix of ['', '-wal', '-shm']) rmSync(`${file}${suffix}`, { force: true });
  const database = new DatabaseSync(`${file}.copy`);
  database.exec(`VACUUM INTO '${file}'`);
  database.close();
}

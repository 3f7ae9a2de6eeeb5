import { setTimeout as sleep } from 'node:timers/promises';
import {
  callsTo,
  confirm,
  hasEnded,
  isOpenList,
  messagesOf,
  pressAgain,
  pressList,
  pressOld,
  progressOf,
} from './attempts.ts';
import type { Load } from './load.ts';
import { confirmAll, endLists, offerAll } from './offers.ts';
import { toTelling, waitsFor } from './recognize.ts';
import type { Player, Stage } from './stage.ts';
import { waitUntil } from './waitUntil.ts';

const [ROWS, SENT_ROWS] = [10, 2];
const ARRIVES_MS = 10_000;
const TOLD_MS = 20_000;
const WATCHED_MS = 6_000;
/** A lease, a sweep, and the wait for what is still on its way. */
const TAKEN_OVER_MS = 55_000;
const DOWN_MS = [2_000, 20_000] as const;

/** Kills one of the processes in some rounds. */
async function killSome({ bots }: Stage, number: number, isTime: boolean): Promise<void> {
  if (isTime) await bots[number % bots.length]?.kill();
}

/** A list is canceled, another one is paused, and so is an offer. Then a failover loses what no one waited for. */
export async function stopAndFailOver(stage: Stage, load: Load, players: Player[], number: number): Promise<string> {
  const { calls, pair, bots } = stage;
  await endLists(load, players, TAKEN_OVER_MS);
  const offers = await offerAll(load, players, ROWS, 2);
  const lists = await confirmAll(offers.slice(0, 2));
  const [canceled, paused] = lists;
  const [offered, last] = [offers[2]?.offer, players[2]];
  await waitUntil(() => lists.every((one) => callsTo(calls, one).length >= SENT_ROWS), ARRIVES_MS);
  pair?.stopReplication('awaited');
  if (canceled) pressList(canceled, 'Cancel the rest');
  if (paused) pressList(paused, 'Pause');
  if (offered && last) pressOld(last, offered, 'Cancel');
  const isPaused = () => paused !== undefined && progressOf(paused).some((one) => waitsFor(one, 'asked'));
  const isDropped = () =>
    messagesOf(last as Player).some((one) => one.id === offered?.message.id && toTelling(one) === 'notDone');
  await waitUntil(() => canceled !== undefined && !isOpenList(canceled) && isPaused() && isDropped(), TOLD_MS);
  const since = Date.now();
  const told = [
    ...(canceled && !isOpenList(canceled) ? [canceled.key] : []),
    ...(paused && isPaused() ? [paused.key] : []),
    ...(isDropped() ? [offers[2]?.key ?? ''] : []),
  ];
  for (const key of told) load.promises.push({ key, since, until: Number.POSITIVE_INFINITY });
  await killSome(stage, number, number % 3 === 1);
  await pair?.failOver();
  await killSome(stage, number, number % 3 === 2);
  await pair?.repair();
  await Promise.all(bots.map((bot) => bot.start()));
  for (const slot of bots.keys()) {
    await stage.turnTo(slot);
    if (offered && last) await confirm(last, offered);
  }
  await sleep(WATCHED_MS);
  return `${told.length} of 3 told before the failover`;
}

/** Everything is frozen while a list runs, and then a failover loses what no one waited for, or a process dies. */
export async function freezeAndFailOver(stage: Stage, load: Load, players: Player[], number: number): Promise<string> {
  const { calls, pair, bots } = stage;
  await endLists(load, players, TAKEN_OVER_MS);
  const [first, ...others] = await offerAll(load, players, ROWS);
  const list = await first?.confirm();
  await waitUntil(() => !list || callsTo(calls, list).length >= SENT_ROWS, ARRIVES_MS);
  pair?.stopReplication('awaited');
  await stage.operate('freeze');
  const since = Date.now();
  const isKilled = number % 3 > 0 || pair === undefined;
  await killSome(stage, number, isKilled);
  await pair?.failOver();
  await pair?.repair();
  await Promise.all(bots.map((bot) => bot.start()));
  const attempts = await confirmAll(others);
  if (list) pressList(list, 'Continue');
  await sleep(isKilled ? TAKEN_OVER_MS : WATCHED_MS);
  load.promises.push({ key: '', since, until: Date.now() });
  await stage.operate('thaw');
  if (list) pressList(list, 'Continue');
  for (const attempt of attempts) void pressAgain(attempt);
  return `${attempts.length + 1} confirmed${isKilled ? ', a process killed' : ''}`;
}

/** Discord fails when the changes are about to end. In some rounds, a process dies meanwhile. */
export async function breakDiscord(stage: Stage, load: Load, players: Player[], number: number): Promise<string> {
  const { calls, discord, tricks, bots } = stage;
  const offers = await offerAll(load, players, ROWS / 2);
  const { promise: until, resolve: goOn } = Promise.withResolvers<void>();
  const ends = offers.map(({ key, offer }) => ({ key: offer.list ? `${key} last` : key }));
  for (const { key } of ends) tricks.set(key, { until });
  const attempts = await confirmAll(offers);
  await waitUntil(() => ends.every((end) => callsTo(calls, end).length > 0), ARRIVES_MS);
  const downMs = DOWN_MS[number % DOWN_MS.length] ?? 0;
  discord.faults.next({ what: 503, times: 10_000 });
  goOn();
  await sleep(downMs / 2);
  await killSome(stage, number, number % 3 === 2);
  await sleep(downMs / 2);
  while (discord.faults.take({ method: '', path: '' }));
  await Promise.all(bots.map((bot) => bot.start()));
  await waitUntil(() => attempts.every(hasEnded), TOLD_MS);
  return `${downMs / 1_000} s, ${attempts.filter(hasEnded).length} of ${attempts.length} told soon`;
}

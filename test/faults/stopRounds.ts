import { setTimeout as sleep } from 'node:timers/promises';
import {
  answerOf,
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
import { toWriteState, waitsFor } from './recognize.ts';
import type { Player, Stage } from './stage.ts';
import { waitUntil } from './waitUntil.ts';

const STOPS = ['Cancel the rest', 'Pause', 'Cancel'] as const;
const [ROWS, SENT_ROWS] = [10, 2];
const ARRIVES_MS = 10_000;
const TOLD_MS = 20_000;
const WATCHED_MS = 6_000;
/** A lease, a sweep, and the wait for a late request. */
const TAKEN_OVER_MS = 55_000;
const DOWN_MS = [2_000, 20_000] as const;

/** Loses unreplicated writes. True if a process died too, as in two of three rounds. */
async function failOver({ bots, pair }: Stage, round: number): Promise<boolean> {
  const bot = bots[round % bots.length];
  if (round % 3 === 1 || !pair) await bot?.kill();
  await pair?.failOver();
  if (round % 3 === 2) await bot?.kill();
  await pair?.repair();
  await Promise.all(bots.map((one) => one.start()));
  return round % 3 > 0 || !pair;
}

/** A list is canceled or paused, or an offer is canceled, and the bot says so. Then a failover. */
export async function stopAndFailOver(stage: Stage, load: Load, players: Player[], number: number): Promise<string> {
  const { calls, pair, bots } = stage;
  const [button, player] = [STOPS[number % STOPS.length] ?? 'Cancel', players[0] as Player];
  await endLists(load, [player], TAKEN_OVER_MS);
  // Alone, because the writes that others wait for would include it.
  const [one] = await offerAll(load, [player], { rows: ROWS, lists: button === 'Cancel' ? 0 : 1 });
  if (!one) return 'nothing was offered';
  const list = button === 'Cancel' ? undefined : await one.confirm();
  await waitUntil(() => !list || callsTo(calls, list).length >= SENT_ROWS, ARRIVES_MS);
  pair?.stopReplication('awaited');
  if (list && button !== 'Cancel') pressList(list, button);
  else pressOld(player, one.offer, 'Cancel');
  const isNotified = (): boolean =>
    list
      ? !isOpenList(list) || progressOf(list).some((shown) => waitsFor(shown, 'asked'))
      : messagesOf(player).some((shown) => shown.id === one.offer.message.id && toWriteState(shown) === 'notDone');
  await waitUntil(isNotified, TOLD_MS);
  const promise = { key: one.key, since: Date.now(), until: Number.POSITIVE_INFINITY };
  if (isNotified()) load.promises.push(promise);
  const isKilled = await failOver(stage, Math.floor(number / STOPS.length));
  for (const slot of bots.keys()) {
    await stage.turnTo(slot);
    const press = await confirm(player, one.offer);
    if (press) await answerOf(press);
  }
  await sleep(isKilled ? TAKEN_OVER_MS : WATCHED_MS);
  return `${button}${isKilled ? ', a process killed' : ''}`;
}

/** Everything is frozen while a list runs. Then a failover, or a process dies. */
export async function freezeAndFailOver(stage: Stage, load: Load, players: Player[], number: number): Promise<string> {
  const { calls, pair } = stage;
  await endLists(load, players, TAKEN_OVER_MS);
  const [first, ...others] = await offerAll(load, players, { rows: ROWS, lists: 1 });
  const list = await first?.confirm();
  await waitUntil(() => !list || callsTo(calls, list).length >= SENT_ROWS, ARRIVES_MS);
  pair?.stopReplication('awaited');
  await stage.operate('freeze');
  const since = Date.now();
  const isKilled = await failOver(stage, number);
  const attempts = await confirmAll(others);
  if (list) pressList(list, 'Continue');
  await sleep(isKilled ? TAKEN_OVER_MS : WATCHED_MS);
  load.promises.push({ key: '', since, until: Date.now() });
  await stage.operate('thaw');
  if (list) pressList(list, 'Continue');
  for (const attempt of attempts) void pressAgain(attempt);
  return `${attempts.length} confirmed${isKilled ? ', a process killed' : ''}`;
}

/** Discord fails when the changes are about to end. In some rounds, a process dies too. */
export async function breakDiscord(stage: Stage, load: Load, players: Player[], number: number): Promise<string> {
  const { calls, discord, tricks, bots } = stage;
  const offers = await offerAll(load, players, { rows: ROWS / 2, lists: 1 });
  const { promise: until, resolve: release } = Promise.withResolvers<void>();
  const ends = offers.map(({ key, offer }) => ({ key: offer.list ? `${key} last` : key }));
  for (const { key } of ends) tricks.set(key, { until });
  const attempts = await confirmAll(offers);
  await waitUntil(() => ends.every((end) => callsTo(calls, end).length > 0), ARRIVES_MS);
  const downMs = DOWN_MS[number % DOWN_MS.length] ?? 0;
  discord.faults.next({ what: 503, times: 10_000 });
  release();
  await sleep(downMs / 2);
  if (number % 3 === 2) await bots[number % bots.length]?.kill();
  await sleep(downMs / 2);
  while (discord.faults.take({ method: '', path: '' }));
  await Promise.all(bots.map((bot) => bot.start()));
  await waitUntil(() => attempts.every(hasEnded), TOLD_MS);
  return `${downMs / 1_000} s, ${attempts.filter(hasEnded).length} of ${attempts.length} notified soon`;
}

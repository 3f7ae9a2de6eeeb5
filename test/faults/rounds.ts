import { setTimeout as sleep } from 'node:timers/promises';
import { beginAgain } from './againRounds.ts';
import { callsTo, haveArrived, pressAgain } from './attempts.ts';
import type { Ends } from './kills.ts';
import type { Load } from './load.ts';
import { confirmAll, offerAll } from './offers.ts';
import type { Player, RoundKind, Stage } from './stage.ts';
import { breakDiscord, freezeAndFailOver, stopAndFailOver } from './stopRounds.ts';
import { waitUntil } from './waitUntil.ts';
import { eraseWhileSending, sendTwice, sendWithWrongClocks } from './writeRounds.ts';

const AT_ONCE = 3;
const SENT_MIDDLE = 4;
const ARRIVES_MS = 6_000;
/** The time until the processes have reconnected to Redis. */
const BACK_MS = 1_500;
const PRESSED_MS = 1_200;
const OFFERED_MS = 300;
const HANGS_MS = 8_000;
/** After this, interactions must be answered again. */
const THAWED_MS = 3_000;
const WATCHED_MS = 5_000;
/** The time that Discord waits for a response. */
const MISSED_MS = 3_500;

/** One round. Resolves with a description. */
export type Round = (stage: Stage, load: Load, players: Player[], number: number, ends: Ends) => Promise<string>;

const ROUNDS: Record<Exclude<RoundKind, 'lists'>, Round> = {
  killed: breakRedis,
  'rolled back': breakRedis,
  hangs: hangRedis,
  'fails over': failOver,
  same: sendTwice,
  clocks: sendWithWrongClocks,
  erasing: eraseWhileSending,
  stopped: stopAndFailOver,
  frozen: freezeAndFailOver,
  discord: breakDiscord,
  'begun again': beginAgain,
};

/** Round by round, some people confirm something each, and a fault follows. */
export async function runRounds(stage: Stage, load: Load, ends: Ends, say: (line: string) => void): Promise<void> {
  const { plan, players } = stage;
  for (let number = 0; number < plan.kills; number += 1) {
    const chosen = Array.from({ length: AT_ONCE }, (_, index) => players[(number * AT_ONCE + index) % players.length]);
    const done = await ROUNDS[plan.rounds as keyof typeof ROUNDS](stage, load, chosen as Player[], number, ends);
    say(`${plan.name}: round ${number + 1} of ${plan.kills}, ${done}`);
  }
}

/**
 * When a transfer has reached the game, and before the response, Redis is killed or loses its
 * writes since the offers, or since the first row of the list. Then Confirm is pressed again, for
 * one process after the other while the others are stopped.
 */
async function breakRedis(stage: Stage, load: Load, players: Player[], number: number): Promise<string> {
  const { plan, bots, calls, redis } = stage;
  // The offers are on disk before the first of them is taken.
  const offers = await offerAll(load, players);
  redis?.snapshot();
  const attempts = await confirmAll(offers);
  await waitUntil(() => haveArrived(calls, attempts), ARRIVES_MS);
  const isInMiddle = number % 2 === 1;
  const before = calls.length;
  if (isInMiddle) redis?.snapshot();
  if (isInMiddle) await waitUntil(() => calls.length > before + SENT_MIDDLE, ARRIVES_MS);
  await (plan.rounds === 'killed' ? redis?.crash() : redis?.rollBack());
  await sleep(BACK_MS);
  for (const only of bots) {
    for (const bot of bots) if (bot !== only) bot.signal('SIGSTOP');
    for (const attempt of attempts) void pressAgain(attempt);
    await sleep(PRESSED_MS);
    for (const bot of bots) bot.signal('SIGCONT');
    await sleep(PRESSED_MS / 2);
  }
  return `${attempts.length} confirmed, ${isInMiddle ? 'in the middle' : 'at the begin'}`;
}

const BEHIND = ['nothing', 'awaited', 'all'] as const;

/**
 * The replica takes the primary's place without the writes since Confirm was pressed, or without
 * those that no client waited for, or without those since the requests reached the game. The game
 * is still working on them when Confirm is pressed again in the other process.
 */
async function failOver(stage: Stage, load: Load, players: Player[], number: number): Promise<string> {
  const { calls, pair, tricks } = stage;
  const passes = BEHIND[number % BEHIND.length] ?? 'all';
  await stage.turnTo(number % 2);
  const offers = await offerAll(load, players);
  const { promise: until, resolve: release } = Promise.withResolvers<void>();
  // The replica has the offers.
  await sleep(OFFERED_MS);
  pair?.stopReplication(passes);
  const attempts = await confirmAll(offers);
  for (const { key } of attempts) tricks.set(key, { until });
  await waitUntil(() => haveArrived(calls, attempts), ARRIVES_MS);
  await pair?.failOver();
  await stage.turnTo((number + 1) % 2);
  await sleep(BACK_MS);
  for (const attempt of attempts) void pressAgain(attempt);
  await waitUntil(() => attempts.every((attempt) => callsTo(calls, attempt).length > 1), ARRIVES_MS);
  release();
  await pair?.repair();
  await sleep(BACK_MS);
  return `${attempts.length} confirmed, the replica got ${passes}`;
}

async function hangRedis({ redis }: Stage, load: Load, _: Player[], __: number, ends: Ends): Promise<string> {
  await waitUntil(() => load.current().length > 0, ARRIVES_MS);
  redis?.signal('SIGSTOP');
  await sleep(HANGS_MS);
  redis?.signal('SIGCONT');
  await sleep(THAWED_MS);
  const since = Date.now();
  await sleep(WATCHED_MS);
  const until = Date.now();
  await sleep(MISSED_MS);
  const all = [...load.commands, ...load.attempts.flatMap(({ presses }) => presses)];
  const later = all.filter(({ record: { startedAt } }) => startedAt >= since && startedAt <= until);
  const answered = later.filter(({ record }) => record.state === 'acknowledged');
  ends.running += later.length;
  ends.answered += answered.length;
  return `${answered.length} of ${later.length} answered afterwards`;
}

import { setTimeout as sleep } from 'node:timers/promises';
import { type Attempt, pressAgain, toArrived } from './attempts.ts';
import type { Load } from './load.ts';
import type { Ends } from './scenario.ts';
import { type BatchRounds, isOfBatches, type Player, type RoundKind, type Stage } from './stage.ts';
import { waitUntil } from './waitUntil.ts';
import { eraseWhileSending, sendInWrongTime, sendTwice } from './writeRounds.ts';

const AT_ONCE = 3;
const ARRIVES_MS = 4_000;
/** Until the processes have found Redis again. */
const BACK_MS = 1_500;
const PRESSED_MS = 1_200;
const OFFERED_MS = 300;
const HANGS_MS = 8_000;
/** After this, the interactions must be answered again. */
const THAWED_MS = 3_000;
const WATCHED_MS = 5_000;
/** Discord waits for an answer no longer than that. */
const MISSED_MS = 3_500;

/** One round. Resolves with what to say of it. */
export type Round = (stage: Stage, load: Load, players: Player[], number: number, ends: Ends) => Promise<string>;

const ROUNDS: Record<Exclude<RoundKind, BatchRounds>, Round> = {
  killed: hurtRedis,
  'rolled back': hurtRedis,
  hangs: hangRedis,
  'fails over': failOver,
  same: sendTwice,
  clocks: sendInWrongTime,
  erasing: eraseWhileSending,
};

/** Round by round, some people confirm a transfer each, and something happens to it. */
export async function runRounds(stage: Stage, load: Load, ends: Ends, say: (line: string) => void): Promise<void> {
  const { plan, players } = stage;
  for (let number = 0; number < plan.kills; number += 1) {
    const chosen = Array.from({ length: AT_ONCE }, (_, index) => players[(number * AT_ONCE + index) % players.length]);
    const round = plan.rounds && !isOfBatches(plan) && ROUNDS[plan.rounds as keyof typeof ROUNDS];
    const chosenPlayers = chosen.filter((player) => player !== undefined);
    const done = round && (await round(stage, load, chosenPlayers, number, ends));
    say(`${plan.name}: round ${number + 1}, ${done}`);
  }
}

/**
 * Once a transfer has reached the game, and before the answer, Redis is killed or loses what it wrote since the offer. Then Confirm is pressed
 * again, for one process after the other while the others are stopped.
 */
async function hurtRedis({ plan, bots, calls, redis }: Stage, load: Load, players: Player[]): Promise<string> {
  // The offers are on the disk before the first of them is taken.
  const offers = await Promise.all(players.map((player) => load.offer(player)));
  redis?.snapshot();
  const attempts = offers.flatMap((press) => press?.() ?? []);
  await waitUntil(() => hasArrived(calls, attempts) > 0, ARRIVES_MS);
  const count = hasArrived(calls, attempts);
  await (plan.rounds === 'killed' ? redis?.crash() : redis?.rollBack());
  await sleep(BACK_MS);
  for (const only of bots) {
    for (const bot of bots) if (bot !== only) bot.signal('SIGSTOP');
    for (const attempt of attempts) pressAgain(attempt);
    await sleep(PRESSED_MS);
    for (const bot of bots) bot.signal('SIGCONT');
    await sleep(PRESSED_MS / 2);
  }
  return `${count} of ${attempts.length} at the game`;
}

/**
 * The replica takes the primary's place and lacks what was written since Confirm was pressed, or since the transfers reached the game. The game is
 * still working on them when Confirm is pressed again in the other process.
 */
async function failOver(stage: Stage, load: Load, players: Player[], number: number): Promise<string> {
  const { calls, pair, tricks } = stage;
  const isBehind = number % 2 === 0;
  await stage.turnTo(number % 2);
  const offers = await Promise.all(players.map((player) => load.offer(player)));
  const { promise: until, resolve: goOn } = Promise.withResolvers<void>();
  // The replica has the offers.
  await sleep(OFFERED_MS);
  if (isBehind) pair?.stopReplication();
  const attempts = offers.flatMap((press) => press?.() ?? []);
  for (const { key } of attempts) tricks.set(key, { until });
  await waitUntil(() => hasArrived(calls, attempts) === attempts.length, ARRIVES_MS);
  const count = hasArrived(calls, attempts);
  pair?.stopReplication();
  await pair?.failOver();
  await stage.turnTo((number + 1) % 2);
  await sleep(BACK_MS);
  for (const attempt of attempts) pressAgain(attempt);
  await waitUntil(() => attempts.every(({ key }) => (toArrived(calls).get(key)?.length ?? 0) > 1), ARRIVES_MS);
  goOn();
  await pair?.repair();
  await sleep(BACK_MS);
  return `${count} of ${attempts.length} at the game, ${isBehind ? 'without' : 'with'} the replica`;
}

/** Redis hangs while everyone goes on. */
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

function hasArrived(calls: Stage['calls'], attempts: readonly Attempt[]): number {
  const arrived = toArrived(calls);
  return attempts.filter(({ key }) => arrived.has(key)).length;
}

import { setTimeout as sleep } from 'node:timers/promises';
import { createRandom } from '../../src/sandbox/game/seed/random.ts';
import { textOf } from '../support/world.ts';
import { type Attempt, isAcknowledged, judge, messagesOf, ownMessage, pressAgain, toArrived } from './attempts.ts';
import { findRotations } from './gate.ts';
import { answerOf, createLoad, type Load } from './load.ts';
import type { Bot } from './processes.ts';
import { hurtRedis } from './redisRounds.ts';
import { openStage, type Stage, type StagePlan } from './stage.ts';

/** What came of a scenario. `unavoidable` links are lost because a process died holding a token that the game had just rotated. */
export type Verdict = {
  name: string;
  kills: number;
  terms: number;
  confirmations: number;
  doubled: number;
  untold: number;
  unknown: number;
  lies: number;
  lost: { avoidable: number; unavoidable: number };
  /** Of what was running when SIGTERM came. */
  answered: { done: number; running: number };
  /** Processes that did not end with code 0 in ten seconds. */
  badEnds: number;
  slowestEndMs: number;
  examples: string[];
};

/** From SIGTERM on. */
const ANSWERED_WITHIN_MS = 12_000;
/** A process killed so soon after a token reached it may not have stored it. */
const STORING_MS = 500;
const NOTICE_MS = 2_000;

type Terms = Pick<Verdict, 'answered' | 'badEnds' | 'slowestEndMs'>;

/** Runs a scenario up to its last kill. Resolves then, with the promise of the verdict, so that others can run while people wait. */
export async function runScenario(
  plan: StagePlan,
  say: (line: string) => void,
): Promise<{ verdict: Promise<Verdict> }> {
  const stage = await openStage(plan);
  const load = createLoad(stage);
  const terms: Terms = { answered: { done: 0, running: 0 }, badEnds: 0, slowestEndMs: 0 };
  if (plan.redis) await hurtRedis(stage, load, plan.redis, say);
  else await killAtRandom(stage, load, terms, say);
  await load.stop();
  await Promise.all(stage.bots.map((bot) => bot.isUp() || bot.start()));
  const verdict = settle(stage, load).then((rest) => ({ ...rest, ...terms }));
  return { verdict: verdict.finally(() => stage.close()) };
}

async function killAtRandom(stage: Stage, load: Load, terms: Terms, say: (line: string) => void): Promise<void> {
  const { plan, bots } = stage;
  const random = createRandom(plan.seed);
  let [kills, ends] = [plan.kills, plan.terms];
  while (kills + ends > 0) {
    if (load.losses.filter(({ player }) => player.isLost).length >= 3) await logInAgain(stage);
    for (let waited = 0; load.inFlight() < 3 && waited < 4_000; waited += 20) await sleep(20);
    const afterMs = random.between(0, 900);
    const bot = bots[random.between(0, bots.length - 1)] as Bot;
    await sleep(afterMs);
    while (!bot.isUp()) await sleep(20);
    const isKill = random.between(1, kills + ends) <= kills;
    say(
      `${plan.name}: ${isKill ? 'SIGKILL' : 'SIGTERM'} to process ${bot.slot} after ${afterMs} ms, ${load.inFlight()} under way`,
    );
    if (isKill) {
      kills -= 1;
      await bot.kill();
      bot.start().catch(say);
    } else {
      ends -= 1;
      await endCleanly(bot, load, terms);
    }
  }
}

async function endCleanly(bot: Bot, load: Load, terms: Terms): Promise<void> {
  const running = load.running();
  const until = Date.now() + ANSWERED_WITHIN_MS;
  const { code, ms } = await bot.terminate();
  terms.slowestEndMs = Math.max(terms.slowestEndMs, ms);
  if (code !== 0) terms.badEnds += 1;
  const restarted = bot.start();
  while (running.some((isAnswered) => !isAnswered()) && Date.now() < until) await sleep(50);
  terms.answered.running += running.length;
  terms.answered.done += running.filter((isAnswered) => isAnswered()).length;
  await restarted;
}

async function logInAgain({ players, bots, logIn }: Stage): Promise<void> {
  while (!bots.every((bot) => bot.isUp())) await sleep(20);
  for (const player of players) if (player.isLost) await logIn(player);
}

/** Waits until everybody was told, or for as long as people can be asked to wait; then presses once more, asks once more, and judges. */
async function settle(stage: Stage, load: Load): Promise<Omit<Verdict, keyof Terms>> {
  const { plan, players, bots, calls } = stage;
  const until = Math.max(...bots.flatMap(({ kills }) => kills), Date.now() - 10_000) + plan.patienceMs;
  const judgeAll = () => {
    const arrived = toArrived(calls);
    const messages = new Map(players.map((player) => [player, messagesOf(player)]));
    const isConfirmed = (attempt: Attempt): boolean => isAcknowledged(attempt) || arrived.has(attempt.key);
    return load.attempts
      .filter(isConfirmed)
      .map((attempt) => ({ attempt, ...judge(stage, attempt, arrived, messages.get(attempt.player) ?? []) }));
  };
  const untold = () => judgeAll().filter(({ told }) => told === 'untold' || told === 'open');
  while (untold().length > 0 && Date.now() < until) await sleep(1_000);
  for (const { attempt } of [...untold(), ...judgeAll().slice(-20)]) pressAgain(attempt);
  await sleep(NOTICE_MS);
  await Promise.all(players.map((player) => load.askBalance(player)));
  await Promise.all(players.map(({ person }) => answerOf(person.run('account'))));
  await sleep(NOTICE_MS / 2);
  const endings = judgeAll();
  const count = (isSo: (ending: (typeof endings)[number]) => boolean): number => endings.filter(isSo).length;
  const unavoidable = countUnavoidable(stage, load);
  return {
    name: plan.name,
    kills: plan.redis ? plan.redis.rounds : bots.reduce((sum, { kills }) => sum + kills.length, 0),
    terms: plan.terms,
    confirmations: endings.length,
    doubled: count(({ isDoubled }) => isDoubled),
    untold: count(({ told }) => told === 'untold'),
    unknown: count(({ told }) => told === 'unknown'),
    lies: count(({ isLie }) => isLie),
    lost: { avoidable: load.losses.length - unavoidable, unavoidable },
    examples: endings
      .filter(({ told, isDoubled, isLie }) => told === 'untold' || isDoubled || isLie)
      .sort((a, b) => Number(b.isDoubled) + Number(b.isLie) - Number(a.isDoubled) - Number(a.isLie))
      .map(({ attempt, isDoubled, isLie, applied }) => {
        const [what, own] = [isDoubled ? 'doubled' : isLie ? 'false' : 'untold', ownMessage(attempt)];
        return `${what}: ${attempt.key}, applied ${applied}×, shows ${own ? JSON.stringify(textOf(own).slice(0, 150)) : 'nothing'}`;
      }),
  };
}

/** Losses that follow from a rotated token whose process was killed before it can have stored it: one each. */
function countUnavoidable({ calls, bots }: Stage, { losses }: Load): number {
  const rotations = new Set(findRotations(calls));
  return losses.filter(({ player, at }) => {
    const found = [...rotations].find(({ uid, call: { slot, arrivedAt, answeredAt = Number.POSITIVE_INFINITY } }) => {
      const wasKilled = bots[slot]?.kills.some(
        (killedAt) => killedAt >= arrivedAt && killedAt <= answeredAt + STORING_MS,
      );
      return uid === player.uid && arrivedAt < at && wasKilled;
    });
    return found !== undefined && rotations.delete(found);
  }).length;
}

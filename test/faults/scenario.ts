import { setTimeout as sleep } from 'node:timers/promises';
import { createRandom } from '../../sandbox/game/seed/random.ts';
import { runBatches } from './batchRounds.ts';
import { createLoad, type Load } from './load.ts';
import type { Bot } from './processes.ts';
import { runRounds } from './rounds.ts';
import { type Aftermath, settle } from './settle.ts';
import { isOfBatches, openStage, type Stage, type StagePlan } from './stage.ts';
import { waitUntil } from './waitUntil.ts';

/**
 * What SIGTERM did: of the interactions that were running when it came, how many were answered; `badEnds` took over ten seconds or had another
 * exit code than 0. Of a Redis that hung: the interactions that began soon afterwards.
 */
export type Ends = { running: number; answered: number; badEnds: number; slowestEndMs: number };

/** What came of a scenario. */
export type Verdict = Aftermath & Ends & Pick<StagePlan, 'name' | 'terms'>;

/** From SIGTERM on. */
const ANSWERED_WITHIN_MS = 12_000;
/** So many confirmations are under way before anything is killed, if people get that far in time. */
const UNDER_WAY = { atLeast: 3, withinMs: 4_000 };

/** Runs a scenario up to its last kill. Resolves then, with the promise of the verdict, so that others can run while people wait. */
export async function runScenario(
  plan: StagePlan,
  say: (line: string) => void,
): Promise<{ verdict: Promise<Verdict> }> {
  const stage = await openStage(plan);
  if (isOfBatches(plan)) {
    // It waits most of the time, so others run beside it.
    return { verdict: runBatches(stage, say).finally(() => stage.close()) };
  }
  const load = createLoad(stage);
  const ends: Ends = { running: 0, answered: 0, badEnds: 0, slowestEndMs: 0 };
  if (plan.rounds) await runRounds(stage, load, ends, say);
  else await killAtRandom(stage, load, ends, say);
  await load.stop();
  await Promise.all(stage.bots.map((bot) => bot.start()));
  const verdict = settle(stage, load).then((aftermath) => ({
    name: plan.name,
    terms: plan.terms,
    ...aftermath,
    ...ends,
  }));
  return { verdict: verdict.finally(() => stage.close()) };
}

async function killAtRandom(stage: Stage, load: Load, ends: Ends, say: (line: string) => void): Promise<void> {
  const { plan, players, bots, logIn } = stage;
  const random = createRandom(plan.seed);
  let [kills, terms] = [plan.kills, plan.terms];
  while (kills + terms > 0) {
    if (players.filter(({ isLost }) => isLost).length >= 3) {
      await Promise.all(bots.map((bot) => bot.start()));
      for (const player of players) if (player.isLost) await logIn(player);
    }
    const [afterMs, slot] = [random.between(0, 900), random.between(0, bots.length - 1)];
    const bot = bots[slot] as Bot;
    await bot.start();
    await waitUntil(() => load.current().length >= UNDER_WAY.atLeast, UNDER_WAY.withinMs);
    await sleep(afterMs);
    const isKill = random.between(1, kills + terms) <= kills;
    const what = isKill ? 'SIGKILL' : 'SIGTERM';
    say(`${plan.name}: ${what} to process ${slot} after ${afterMs} ms, ${load.current().length} under way`);
    if (isKill) kills -= 1;
    else terms -= 1;
    await (isKill ? bot.kill() : endCleanly(bot, load, ends));
    void bot.start();
  }
}

async function endCleanly(bot: Bot, load: Load, ends: Ends): Promise<void> {
  const running = load.running();
  const until = Date.now() + ANSWERED_WITHIN_MS;
  const { code, ms } = await bot.terminate();
  ends.slowestEndMs = Math.max(ends.slowestEndMs, ms);
  if (code !== 0) ends.badEnds += 1;
  while (running.some((isAnswered) => !isAnswered()) && Date.now() < until) await sleep(50);
  ends.running += running.length;
  ends.answered += running.filter((isAnswered) => isAnswered()).length;
}

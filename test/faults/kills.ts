import { setTimeout as sleep } from 'node:timers/promises';
import { createRandom } from '../../sandbox/game/seed/random.ts';
import type { Load } from './load.ts';
import type { Bot } from './processes.ts';
import type { Stage } from './stage.ts';
import { waitUntil } from './waitUntil.ts';

/**
 * Results of SIGTERM: how many of the running interactions were answered; `badEnds` took over ten
 * seconds or had an exit code other than 0. For a Redis that hangs: interactions soon after it.
 */
export type Ends = { running: number; answered: number; badEnds: number };

/** Measured from SIGTERM. */
const ANSWERED_WITHIN_MS = 12_000;
/** Confirmations under way before the first kill, if people get that far in time. */
const UNDER_WAY = { atLeast: 3, withinMs: 4_000 };

export async function killAtRandom(stage: Stage, load: Load, ends: Ends, say: (line: string) => void): Promise<void> {
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

/** Ends a process with SIGTERM, and checks that it answered its running interactions. */
export async function endCleanly(bot: Bot, load: Load, ends: Ends): Promise<void> {
  const running = load.running();
  const until = Date.now() + ANSWERED_WITHIN_MS;
  const code = await bot.terminate();
  if (code !== 0) ends.badEnds += 1;
  await waitUntil(() => running.every((isAnswered) => isAnswered()), until - Date.now());
  ends.running += running.length;
  ends.answered += running.filter((isAnswered) => isAnswered()).length;
}

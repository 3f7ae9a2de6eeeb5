import { setTimeout as sleep } from 'node:timers/promises';
import { type Attempt, pressAgain, toArrived } from './attempts.ts';
import type { Load } from './load.ts';
import type { Stage } from './stage.ts';

const AT_ONCE = 3;
const ARRIVES_MS = 4_000;
/** Until the processes have found Redis again. */
const BACK_MS = 1_500;
const PRESSED_MS = 1_200;

/**
 * Round by round: some confirm a transfer; once it has reached the game, and before the answer, Redis is killed or loses what it wrote since the
 * offer. Then Confirm is pressed again, for one process after the other while the others are stopped.
 */
export async function hurtRedis(stage: Stage, load: Load, say: (line: string) => void): Promise<void> {
  const { plan, bots, players, calls, redis } = stage;
  if (!redis) throw new Error('These rounds need Redis');
  for (let round = 0; round < plan.kills; round += 1) {
    const chosen = Array.from({ length: AT_ONCE }, (_, index) => players[(round * AT_ONCE + index) % players.length]);
    const attempts: Attempt[] = [];
    // The offers are on the disk before the first of them is taken.
    const offers = await Promise.all(chosen.map((player) => player && load.offer(player)));
    redis.snapshot();
    for (const press of offers) if (press) attempts.push(press());
    const until = Date.now() + ARRIVES_MS;
    const hasArrived = ({ key }: Attempt): boolean => toArrived(calls).has(key);
    while (!attempts.some(hasArrived) && Date.now() < until) await sleep(5);
    await (plan.redisFault === 'killed' ? redis.crash() : redis.rollBack());
    say(`${plan.name}: round ${round + 1}, ${attempts.filter(hasArrived).length} of ${attempts.length} at the game`);
    await sleep(BACK_MS);
    for (const only of bots) {
      for (const bot of bots) if (bot !== only) bot.signal('SIGSTOP');
      for (const attempt of attempts) pressAgain(attempt);
      await sleep(PRESSED_MS);
      for (const bot of bots) bot.signal('SIGCONT');
      await sleep(PRESSED_MS / 2);
    }
  }
}

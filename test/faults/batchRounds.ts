import { setTimeout as sleep } from 'node:timers/promises';
import { createRandom } from '../../sandbox/game/seed/random.ts';
import type { Change } from '../../src/writes/change.ts';
import { textOf } from '../support/messages.ts';
import { logOut } from '../support/world.ts';
import { messagesOf, pressAgain } from './attempts.ts';
import { judgeBatches } from './batchJudge.ts';
import { createBatchLoad } from './batchLoad.ts';
import type { Bot } from './processes.ts';
import type { Verdict } from './scenario.ts';
import { hasLink } from './settle.ts';
import type { Player, Stage } from './stage.ts';
import { waitUntil } from './waitUntil.ts';

const PROGRESS_ROWS = 4;
/** A lease, a sweep and the look for what is still on its way. */
const PROGRESS_MS = 75_000;
const KILL_MS = 5_000;
/** As long as another process needs to take over and to send rows. */
const HANGS_MS = 60_000;
const ROLLED_BACK_MS = 2_500;
const SCROLLED = 1_000;
/** After this, a row in flight has arrived. */
const PAUSED_MS = 5_000;
const ENDS_MS = 240_000;
const UNLINKED_MS = 100_000;
const USED_UP = {
  kind: 'status',
  status: 429,
  message: 'Rate limit exceeded',
  headers: { 'retry-after': '10' },
} as const;
const WRITES = ['character.credits.transfer', 'character.privileges.update'];
const WAYS = [
  'requests used up',
  'lost responses',
  'Confirm pressed again',
  'a process hangs',
  'token revoked',
  'Redis rolled back',
  'SIGTERM',
  'frozen',
  'lost requests',
  'Redis killed',
  'unlinked',
  'paused',
  'log scrolled on',
] as const;
/** Kills come before each third of these: it takes a minute until batches go on. */
const KILLED_EVERY = 3;
type Way = (typeof WAYS)[number];

/** Four people's batches run. Processes are killed at random moments, and between that everything else happens once. */
export async function runBatches(stage: Stage, say: (line: string) => void): Promise<Verdict> {
  const { plan, bots, calls, game, redis } = stage;
  const load = await createBatchLoad(stage);
  const { players, begun, freeze, read, isOpen, countSent, press, lose } = load;
  const random = createRandom(plan.seed);
  const pickBot = (): Bot => random.pick(bots as [Bot]);
  const pickPlayer = (): Player => random.pick(players as [Player]);
  const examples: string[] = [];
  const ends = { running: 0, answered: 0, badEnds: 0, slowestEndMs: 0 };
  const useUp = async (): Promise<void> => {
    for (const operation of WRITES) game.faults.add({ operation, fault: USED_UP });
    const isPaused = async () => (await read()).some(({ pause }) => pause?.why === 'requests');
    await waitUntil(isPaused, PROGRESS_MS);
    if (!(await isPaused())) examples.push('undelivered: no batch waited for requests');
  };
  const revoke = async (player: Player): Promise<void> => {
    const token = calls.findLast(({ path }) => path.includes(`character/${player.uid}/`))?.token ?? '';
    const query = new URLSearchParams({ token, client_id: stage.clientId });
    await fetch(`${game.url}/ws/oauth2/revoke/?${query}`);
    await sleep(PAUSED_MS);
    await stage.logIn(player);
    await press('run');
  };
  const unlink = async (player: Player): Promise<void> => {
    // The process that it reached may just have been killed.
    for (let isOut = false; !isOut; await sleep(isOut ? 0 : PAUSED_MS))
      isOut = await logOut(player.person).then(
        () => true,
        () => false,
      );
    // Until the row in flight has ended, only a note says that it takes longer.
    const isTold = () => messagesOf(player).some((one) => /^You're (unlinked|not linked)/.test(textOf(one)));
    await waitUntil(isTold, UNLINKED_MS);
    const isRunning = (await read()).some((one) => one.person.id === player.person.id && one.phase !== 'ended');
    if (isRunning) examples.push(`false: ${player.handle} was unlinked while a batch ran`);
    await stage.logIn(player);
  };
  const stop = async (way: 'frozen' | 'paused'): Promise<void> => {
    if (way === 'frozen') await freeze.setFrozen({ isFrozen: true, by: 'faults', at: Date.now() });
    else await press('pause');
    await sleep(PAUSED_MS);
    const before = countSent();
    await sleep(PAUSED_MS);
    if (countSent() !== before) examples.push(`false: rows were sent while ${way}`);
    await freeze.setFrozen({ isFrozen: false, by: 'faults', at: Date.now() });
    await press('run');
  };
  const happen: Record<Way, () => Promise<void> | undefined> = {
    'requests used up': useUp,
    'lost responses': () => lose('response'),
    'lost requests': () => lose('request'),
    'Redis killed': () => redis?.crash(),
    frozen: () => stop('frozen'),
    paused: () => stop('paused'),
    'token revoked': () => revoke(pickPlayer()),
    unlinked: () => unlink(pickPlayer()),
    async 'Confirm pressed again'() {
      for (const { attempt } of begun) if (attempt) pressAgain(attempt);
    },
    async SIGTERM() {
      const bot = pickBot();
      await bot.start();
      const { code, ms } = await bot.terminate();
      ends.slowestEndMs = ms;
      if (code !== 0) ends.badEnds += 1;
    },
    async 'Redis rolled back'() {
      redis?.snapshot();
      await sleep(ROLLED_BACK_MS);
      await redis?.rollBack();
    },
    /** By more than the game shows, while no process is there. */
    async 'log scrolled on'() {
      await Promise.all(bots.map((bot) => bot.kill()));
      for (const { uid } of players) game.world.earn(uid, SCROLLED);
      await Promise.all(bots.map((bot) => bot.start()));
      const hasGap = ({ pause }: Change): boolean => pause?.why === 'gap';
      await waitUntil(async () => (await read()).some(hasGap), PROGRESS_MS);
      if (!(await read()).some(hasGap))
        examples.push('false: no batch of payments noticed that the log had scrolled on');
      await press('cancel', hasGap);
    },
    async 'a process hangs'() {
      const bot = pickBot();
      bot.signal('SIGSTOP');
      await sleep(HANGS_MS);
      bot.signal('SIGCONT');
    },
  };
  const goOn = async (rows: number, withinMs: number): Promise<void> => {
    await Promise.any(bots.map((bot) => bot.start()));
    await load.begin();
    const before = countSent();
    await waitUntil(() => countSent() >= before + rows, withinMs);
  };

  for (const [place, way] of WAYS.entries()) {
    const share = (at: number): number =>
      Math.floor((Math.floor(at / KILLED_EVERY) * KILLED_EVERY * plan.kills) / WAYS.length);
    for (let kill = share(place); kill < share(place + 1); kill += 1) {
      await goOn(1, KILL_MS);
      await sleep(random.between(0, 2_000));
      const bot = pickBot();
      await bot.start();
      await bot.kill();
      void bot.start();
    }
    await goOn(PROGRESS_ROWS, PROGRESS_MS);
    await happen[way]();
    void Promise.all(bots.map((bot) => bot.start()));
    say(`${plan.name}: ${way}, ${begun.length} batches, ${countSent()} rows sent`);
  }
  await Promise.all(bots.map((bot) => bot.start()));
  await goOn(PROGRESS_ROWS, PROGRESS_MS);
  await press('cancel');
  for (const until = Date.now() + ENDS_MS; Date.now() < until && (await read()).some(isOpen); await sleep(5_000))
    if ((await read()).some(({ pause }) => pause && pause.until === undefined)) await press('cancel').catch(() => {});

  const haveLink = await Promise.all(players.map(hasLink));
  const judged = await judgeBatches(stage, begun);
  await load.close();
  examples.unshift(...judged.examples);
  return {
    ...{ ...judged, ...ends, name: plan.name, kills: bots.flatMap(({ kills }) => kills).length, terms: 1 },
    undelivered: examples.filter((line) => line.startsWith('undelivered')).length,
    lies: examples.filter((line) => line.startsWith('false')).length,
    lost: haveLink.filter((one) => !one).length,
    ...{ excused: 0, examples },
  };
}

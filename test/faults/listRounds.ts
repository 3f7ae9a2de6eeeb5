import { setTimeout as sleep } from 'node:timers/promises';
import { createRandom } from '../../sandbox/game/seed/random.ts';
import { textOf } from '../support/messages.ts';
import { logOut } from '../support/world.ts';
import { type Attempt, isOpenList, messagesOf, pressAgain, pressList, progressOf } from './attempts.ts';
import { toKey } from './gate.ts';
import { type Ends, endCleanly } from './kills.ts';
import type { Load } from './load.ts';
import type { Bot } from './processes.ts';
import { waitsFor } from './recognize.ts';
import type { Player, Stage } from './stage.ts';
import { waitUntil } from './waitUntil.ts';

/** Two officers change privileges of the same members, and two others pay. */
const [OFFICERS, AT_ONCE, PAYMENTS] = [2, 4, 100];
const PROGRESS_ROWS = 4;
/** A lease, a sweep and the wait for a late request. */
const PROGRESS_MS = 75_000;
const KILL_MS = 5_000;
/** The time that another process needs to take over and to send rows. */
const HANGS_MS = 60_000;
const [LOST_ROWS, SCROLLED] = [3, 1_000];
/** By then, a row in flight has arrived. */
const PAUSED_MS = 5_000;
const UNLINKED_MS = 100_000;
const USED_UP = {
  kind: 'status',
  status: 429,
  message: 'Rate limit exceeded',
  headers: { 'retry-after': '10' },
} as const;
const WRITES = ['character.credits.transfer', 'character.privileges.update'];

/** Runs four people's lists. Kills processes at random, and causes every other event once. */
export async function runLists(stage: Stage, load: Load, ends: Ends, say: (line: string) => void): Promise<void> {
  const { plan, bots, calls, game, redis, tricks } = stage;
  const players = stage.players.slice(0, AT_ONCE);
  const random = createRandom(plan.seed);
  const pickBot = (): Bot => random.pick(bots as [Bot]);
  const pickPlayer = (): Player => random.pick(players as [Player]);
  const open = (): Attempt[] => load.attempts.filter(isOpenList);
  const areWaiting = (...why: Parameters<typeof waitsFor>[1][]): Attempt[] =>
    open().filter((one) => progressOf(one).some((shown) => waitsFor(shown, ...why)));
  const press = (label: Parameters<typeof pressList>[1], lists = open()): void => {
    for (const one of lists) pressList(one, label);
  };
  const countSent = (): number =>
    calls.filter((call) => toKey(call) !== undefined && (call.status ?? 500) < 400).length;
  const useUp = async (): Promise<void> => {
    for (const operation of WRITES) game.faults.add({ operation, fault: USED_UP });
    await waitUntil(() => areWaiting('requests', 'shared').length > 0, PROGRESS_MS);
    if (areWaiting('requests', 'shared').length === 0) load.falseReports.push('no list waited for requests');
  };
  const revoke = async (player: Player): Promise<void> => {
    const token = calls.findLast(({ path }) => path.includes(`character/${player.uid}/`))?.token ?? '';
    const query = new URLSearchParams({ token, client_id: stage.clientId });
    await fetch(`${game.url}/ws/oauth2/revoke/?${query}`);
    await sleep(PAUSED_MS);
    await stage.logIn(player);
    press('Continue');
  };
  const unlink = async (player: Player): Promise<void> => {
    // The process that got it may just have been killed.
    for (let isOut = false; !isOut; await sleep(isOut ? 0 : PAUSED_MS))
      isOut = await logOut(player.person).then(
        () => true,
        () => false,
      );
    // Until the row in flight has ended, there is only a note that it takes longer.
    const isNotified = () => messagesOf(player).some((one) => /^You're (unlinked|not linked)/.test(textOf(one)));
    await waitUntil(isNotified, UNLINKED_MS);
    const since = Date.now();
    await sleep(PAUSED_MS);
    for (const { key } of load.attempts.filter((one) => one.player === player))
      load.promises.push({ key, since, until: Date.now() });
    await stage.logIn(player);
  };
  /** The next rows lose their request or response. */
  const lose = (cuts: 'request' | 'response'): void => {
    for (const { offer, key } of open()) tricks.set(offer?.typed ? key : '1:', { cuts, times: LOST_ROWS });
  };
  const disruptions: Record<string, () => unknown> = {
    'requests used up': useUp,
    'lost responses': () => lose('response'),
    'token revoked': () => revoke(pickPlayer()),
    'lost requests': () => lose('request'),
    unlinked: () => unlink(pickPlayer()),
    async SIGTERM() {
      const bot = pickBot();
      await bot.start();
      await endCleanly(bot, load, ends);
    },
    /** More entries than the log shows, while no process runs. */
    async 'log scrolled on'() {
      await Promise.all(bots.map((bot) => bot.kill()));
      for (const { uid } of players) game.world.earn(uid, SCROLLED);
      await Promise.all(bots.map((bot) => bot.start()));
      await waitUntil(() => areWaiting('gap').length > 0, PROGRESS_MS);
      if (areWaiting('gap').length === 0)
        load.falseReports.push('no list of payments noticed that the log had scrolled on');
      press('Cancel the rest', areWaiting('gap'));
    },
    ...(redis && {
      async 'a process hangs'() {
        const bot = pickBot();
        await bot.start();
        bot.signal('SIGSTOP');
        await sleep(HANGS_MS);
        bot.signal('SIGCONT');
      },
    }),
  };
  /** People without a running list start one. The others press Continue. */
  const resumeLists = async (rows: number, withinMs: number): Promise<void> => {
    await Promise.any(bots.map((bot) => bot.start()));
    press('Continue');
    const idle = players.filter((player) => !open().some((one) => one.player === player));
    const begin = async (player: Player): Promise<void> => {
      const isOfficer = players.indexOf(player) < OFFICERS;
      const offer = await (isOfficer ? load.offerPrivileges(player) : load.offerPayments(player, PAYMENTS));
      const attempt = await offer?.confirm();
      if (attempt) await pressAgain(attempt);
    };
    await Promise.all(idle.map(begin));
    const before = countSent();
    await waitUntil(() => countSent() >= before + rows, withinMs);
  };

  const share = (place: number): number => Math.floor((place * plan.kills) / Object.keys(disruptions).length);
  for (const [place, [name, run]] of Object.entries(disruptions).entries()) {
    for (let kill = share(place); kill < share(place + 1); kill += 1) {
      await resumeLists(1, KILL_MS);
      await sleep(random.between(0, 2_000));
      const bot = pickBot();
      await bot.start();
      await bot.kill();
      void bot.start();
    }
    await resumeLists(PROGRESS_ROWS, PROGRESS_MS);
    await run();
    void Promise.all(bots.map((bot) => bot.start()));
    say(`${plan.name}: ${name}, ${load.attempts.length} lists, ${countSent()} rows sent`);
  }
  await Promise.all(bots.map((bot) => bot.start()));
  await resumeLists(PROGRESS_ROWS, PROGRESS_MS);
}

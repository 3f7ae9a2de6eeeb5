import { setTimeout as sleep } from 'node:timers/promises';
import { textOf } from '../support/messages.ts';
import { type Attempt, isAcknowledged, judge, messagesOf, ownMessage, pressAgain, toArrived } from './attempts.ts';
import { findRotations } from './gate.ts';
import { answerOf, type Load, type Loss } from './load.ts';
import { asksToLogIn, failed, hasPending, toTelling } from './recognize.ts';
import type { Player, Stage } from './stage.ts';

export type Aftermath = Awaited<ReturnType<typeof settle>>;

/** A process killed so soon after a token reached it may not have stored it. */
const STORING_MS = 500;
/** What a process sent so soon before it was killed may be seen only afterwards. */
const ON_ITS_WAY_MS = 100;
const NOTICE_MS = 2_000;
const MAX_TRIES = 4;
/** How long after the last kill people may wait to be told. */
const PATIENCE_MS = 75_000;

/** Waits until everyone was told, at most for {@link PATIENCE_MS}; presses once more, asks once more, and judges. */
export async function settle(stage: Stage, load: Load) {
  const { plan, players, bots } = stage;
  const kills = bots.flatMap((bot) => bot.kills);
  const until = Math.max(...kills, Date.now() - 10_000) + PATIENCE_MS;
  const findUndelivered = () => judgeAll(stage, load).filter(({ told }) => told === 'undelivered');
  while (findUndelivered().length > 0 && Date.now() < until) await sleep(1_000);
  // Pressed once more, they would be told after all.
  const silent = findUndelivered().flatMap(({ attempt }) => (isOffered(attempt) ? [attempt] : []));
  const open = judgeAll(stage, load).filter(({ told }) => told === 'undelivered' || told === 'open');
  for (const { attempt } of [...open, ...judgeAll(stage, load).slice(-20)]) pressAgain(attempt);
  await sleep(NOTICE_MS);
  const haveLink = await Promise.all(players.map(hasLink));
  const losses = [
    ...load.losses,
    ...players.flatMap((player, at) => (haveLink[at] || player.isLost ? [] : [{ player, at: Date.now() }])),
  ];
  let pending = await findPending(players);
  await sleep(NOTICE_MS);
  for (; pending.length > 0 && Date.now() < until; pending = await findPending(players)) await sleep(NOTICE_MS);

  const endings = judgeAll(stage, load);
  const doubled = endings.filter(({ done }) => done > 1);
  const lies = endings.filter(({ isLie }) => isLie);
  const undelivered = endings.filter(({ attempt, told }) => told === 'undelivered' || silent.includes(attempt));
  const unexcused = withoutExcused(stage, losses);
  return {
    kills: plan.rounds ? plan.kills : kills.length,
    confirmations: endings.length,
    doubled: doubled.length,
    undelivered: undelivered.length + pending.length,
    unknown: endings.filter(({ told }) => told === 'unknown').length,
    lies: lies.length + load.lies.length,
    lost: unexcused.length,
    /** Lost because a process died with a token that the game had just rotated. */
    excused: losses.length - unexcused.length,
    /** A line for each failure, the worst first. */
    examples: [
      ...doubled.map(toLine('doubled')),
      ...lies.map(toLine('false')),
      ...load.lies,
      ...undelivered.map(toLine('undelivered')),
      ...pending.map(({ handle }) => `undelivered: the changes of ${handle} have one that is being checked`),
      ...unexcused.map(({ player }) => `link lost: ${player.handle}`),
    ],
  };
}

function judgeAll(stage: Stage, { attempts }: Load) {
  const arrived = toArrived(stage.calls);
  // What another attempt's message tells is about that one, although both may name the same.
  const own = new Set(attempts.map((attempt) => ownMessage(attempt)?.id));
  const messages = new Map(
    stage.players.map((player) => [player, messagesOf(player).filter(({ id }) => !own.has(id))]),
  );
  const byKey = Map.groupBy(attempts, ({ key }) => key);
  return attempts
    .filter((attempt) => isAcknowledged(attempt) || arrived.has(attempt.key))
    .map((attempt) => {
      const twins = (byKey.get(attempt.key) ?? []).filter((one) => one !== attempt);
      return { attempt, ...judge(stage, attempt, arrived, messages.get(attempt.player) ?? [], twins) };
    });
}

function isOffered(attempt: Attempt): boolean {
  const own = ownMessage(attempt);
  return own !== undefined && toTelling(own) === 'offered';
}

const toLine = (what: string) => (ending: { attempt: Attempt; done: number }) => {
  const own = ownMessage(ending.attempt);
  return `${what}: ${ending.attempt.key} done ${ending.done}×, shows ${own ? JSON.stringify(textOf(own).slice(0, 150)) : 'nothing'}`;
};

/** Whether /credits balance works without another login. The game may be slow, so it tries a few times. */
export async function hasLink({ person }: Player): Promise<boolean> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const answer = await answerOf(person.run('credits balance'));
    if (answer && (asksToLogIn(answer) || !failed(answer))) return !asksToLogIn(answer);
    await sleep(NOTICE_MS);
  }
  return false;
}

/** Those whose changes are still being checked, by what /account shows. */
async function findPending(players: readonly Player[]): Promise<Player[]> {
  const accounts = await Promise.all(players.map(({ person }) => answerOf(person.run('account'))));
  return players.filter((_, at) => accounts[at] && hasPending(accounts[at]));
}

/** Each rotated token that its process didn't get, or can't have stored before it was killed, excuses one loss. */
function withoutExcused({ calls, bots }: Stage, losses: Loss[]): Loss[] {
  const rotations = new Set(findRotations(calls));
  return losses.filter(({ player, at }) => {
    const excuse = [...rotations].find(({ uid, call: { slot, arrivedAt, answeredAt } }) => {
      const kills = bots[slot]?.kills ?? [];
      return (
        (uid ?? player.uid) === player.uid &&
        arrivedAt < at &&
        // Its response was cut off, or its process was killed.
        (answeredAt === undefined ||
          kills.some((killedAt) => killedAt >= arrivedAt - ON_ITS_WAY_MS && killedAt <= answeredAt + STORING_MS))
      );
    });
    return excuse === undefined || !rotations.delete(excuse);
  });
}

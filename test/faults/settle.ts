import { setTimeout as sleep } from 'node:timers/promises';
import { type Attempt, answerOf, ownMessage, pressAgain } from './attempts.ts';
import { type Call, findOwners, findRotations, toKey } from './gate.ts';
import { type Ending, judge } from './judge.ts';
import type { Load, Loss } from './load.ts';
import { endLists } from './offers.ts';
import { asksToLogIn, failed, toWriteState } from './recognize.ts';
import type { Player, Stage } from './stage.ts';

export type Aftermath = Awaited<ReturnType<typeof settle>>;

/** A process killed this soon after it got a token may not have stored it. */
const STORING_MS = 500;
/** Requests this soon before a kill may be seen only afterwards. */
const ON_ITS_WAY_MS = 100;
const NOTICE_MS = 2_000;
const MAX_TRIES = 4;
/** The time after the last kill within which people must be notified. */
const PATIENCE_MS = 75_000;
const LISTS_MS = 240_000;
/** Requests that a single change takes after the press. */
const NEEDED = { transfer: 4, message: 3 };

/** Waits until everyone is notified or {@link PATIENCE_MS} have passed, and judges. */
export async function settle(stage: Stage, load: Load) {
  const { plan, players, bots, calls } = stage;
  const { attempts } = load;
  const kills = bots.flatMap((bot) => bot.kills);
  const until = Math.max(...kills, Date.now() - 10_000) + PATIENCE_MS;
  await endLists(load, players, LISTS_MS);
  const find = async (...states: Ending['state'][]): Promise<Attempt[]> =>
    (await judge(stage, attempts)).flatMap(([attempt, ending]) => (states.includes(ending.state) ? [attempt] : []));
  while ((await find('undelivered')).length > 0 && Date.now() < until) await sleep(NOTICE_MS);
  // Another press would notify them after all.
  const silent = new Set((await find('undelivered')).filter(isOffered));
  const singles = attempts.filter(({ offer }) => !offer?.list);
  for (const attempt of new Set([...(await find('undelivered', 'open')), ...singles.slice(-20)]))
    if (singles.includes(attempt)) void pressAgain(attempt);
  await sleep(NOTICE_MS);
  // Undelivered outcomes are shown at the next command.
  const haveLink = await Promise.all(players.map(hasLink));
  await sleep(2 * NOTICE_MS);
  const losses = [
    ...load.losses,
    ...players.flatMap((player, at) => (haveLink[at] || player.isLost ? [] : [{ player, at: Date.now() }])),
  ];
  const judged = await judge(stage, attempts);
  const endings = judged.map(([, ending]) => ending);
  const undelivered = judged.filter(([attempt, { state }]) => state === 'undelivered' || silent.has(attempt));
  const doubled = endings.flatMap((ending) => ending.doubled);
  const stuck = endings.flatMap((ending) => ending.stuck);
  const crashes = bots.flatMap((bot) => bot.crashes.map((output) => `a process ended by itself: ${output}`));
  const judgedFalse = endings.flatMap((ending) => ending.falseReports);
  const falseReports = [...judgedFalse, ...load.falseReports, ...findBroken(calls, load), ...crashes];
  const unexcused = withoutExcused(stage, losses);
  const unrecorded = plan.rounds === 'erasing' ? [] : await findUnrecorded(stage, attempts);
  const owners = findOwners(calls);
  return {
    kills: plan.rounds ? plan.kills : kills.length,
    changes: judged.length,
    rows: judged.reduce((sum, [{ offer }]) => sum + (offer?.list?.rows ?? 1), 0),
    doubled: doubled.length,
    falseReports: falseReports.length,
    undelivered: undelivered.length,
    unrecorded: unrecorded.length,
    stuck: stuck.length,
    unknown: endings.reduce((sum, ending) => sum + ending.unknown, 0),
    extra: judged.reduce((sum, [attempt, ending]) => sum + countExtra(calls, owners, attempt, ending), 0),
    lost: unexcused.length,
    /** Lost because a process died with a token that the game had just rotated. */
    excused: losses.length - unexcused.length,
    /** A line for each failure, the worst first. */
    examples: [
      ...doubled.map((line) => `doubled: ${line}`),
      ...falseReports.map((line) => `false: ${line}`),
      ...undelivered.map(([{ key, player }]) => `undelivered: ${key} of ${player.handle}`),
      ...unrecorded.map(({ key, player }) => `unrecorded: ${key} of ${player.handle}`),
      ...stuck.map((line) => `stuck: ${line}`),
      ...unexcused.map(({ player }) => `link lost: ${player.handle}`),
    ],
  };
}

function isOffered(attempt: Attempt): boolean {
  const own = ownMessage(attempt);
  return !attempt.offer?.list && own !== undefined && toWriteState(own) === 'offered';
}

/** Transfers that the game has done and that the person's own change history lacks. */
async function findUnrecorded({ game, players }: Stage, attempts: readonly Attempt[]): Promise<Attempt[]> {
  const missing = players.map(async (player): Promise<Attempt[]> => {
    const paid = game.world.paidBy(player.uid);
    const isDone = ({ key, offer, player: { uid } }: Attempt): boolean =>
      uid === player.uid && offer !== undefined && !offer.list && paid.some((reason) => reason.startsWith(key));
    const done = attempts.filter(isDone);
    const history = done.length === 0 ? '' : await readHistory(player);
    return done.filter(({ key }) => !history?.includes(key));
  });
  return (await Promise.all(missing)).flat();
}

/** The person's export. Tries again, as the store may just have returned. */
async function readHistory({ person }: Player): Promise<string | undefined> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const account = await answerOf(person.run('account'));
    const exported = account && (await answerOf(person.press(account, 'Export my data')));
    const [file] = exported?.attachments ?? [];
    if (file) return await (await fetch(file.url)).text();
    await sleep(NOTICE_MS);
  }
  return undefined;
}

/** Writes that were sent although people were told that they wouldn't be. */
function findBroken(calls: readonly Call[], { promises }: Load): string[] {
  return promises.flatMap(({ key, since, until }) => {
    const isIt = (call: Call): boolean =>
      toKey(call)?.startsWith(key) === true && call.arrivedAt > since && call.arrivedAt < until;
    return calls
      .filter(isIt)
      .map((call) => `${toKey(call)} was sent ${call.arrivedAt - since} ms after it was stopped`);
  });
}

/** Requests beyond the expected ones that a change took until its end was reported. */
function countExtra(
  calls: readonly Call[],
  owners: ReturnType<typeof findOwners>,
  { player, offer, presses }: Attempt,
  { notifiedAt = Number.POSITIVE_INFINITY }: Ending,
): number {
  const path = offer?.list && !offer.typed ? '/privileges' : offer ? '/credit' : '/messages';
  const needed = offer?.list?.cost ?? (offer ? NEEDED.transfer : NEEDED.message);
  const since = presses[0].record.startedAt;
  const made = calls.filter(
    (call) =>
      call.arrivedAt >= since &&
      call.arrivedAt <= notifiedAt &&
      call.path.includes(path) &&
      owners.get(call.token) === player.uid,
  );
  return Math.max(0, made.length - needed);
}

/** True if /credits balance works without another login. Tries again, as the game may be slow. */
export async function hasLink({ person }: Player): Promise<boolean> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const answer = await answerOf(person.run('credits balance'));
    if (answer && (asksToLogIn(answer) || !failed(answer))) return !asksToLogIn(answer);
    await sleep(NOTICE_MS);
  }
  return false;
}

/** Excuses a loss for each rotated token that a killed process can't have stored. */
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

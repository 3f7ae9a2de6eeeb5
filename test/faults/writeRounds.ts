import { setTimeout as sleep } from 'node:timers/promises';
import { buttonsOf } from '../support/messages.ts';
import { type Attempt, answerOf, hasEnded, haveArrived, ownMessage } from './attempts.ts';
import { type Load, toTransferKey } from './load.ts';
import { confirmAll, offerAll } from './offers.ts';
import { hasNoChanges, toWriteState } from './recognize.ts';
import type { Player, Stage } from './stage.ts';
import { waitUntil } from './waitUntil.ts';

const ENDS_MS = 15_000;
const ARRIVES_MS = 8_000;
/** By then, a process that remembers a list has noticed the restart of Redis. */
const RESTORED_MS = 7_000;
/** With clocks 290 s apart, this is enough for five minutes. */
const LATER_MS = 11_000;

/** The first of two equal transfers is lost, alone or with its process or the second's response. */
const DISRUPTIONS = ['is lost', 'dies with its process', 'is lost, and so is the response to the second'] as const;

/** People confirm a transfer that never reaches the game, and then the same transfer once more. */
export async function sendTwice(stage: Stage, load: Load, players: Player[], number: number): Promise<string> {
  const { tricks, bots } = stage;
  const disruption = DISRUPTIONS[number % DISRUPTIONS.length];
  const slot = number % bots.length;
  await stage.turnTo(slot);
  const amounts = players.map(load.nextAmount);
  const { promise: until, resolve: release } = Promise.withResolvers<void>();
  const isKilled = disruption === 'dies with its process';
  for (const amount of amounts) tricks.set(toTransferKey(amount), { cuts: 'request', ...(isKilled && { until }) });
  const firsts = await confirmAll(await offerAll(load, players, { lists: 0, amounts }));
  if (isKilled) {
    await waitUntil(() => haveArrived(stage.calls, firsts), ARRIVES_MS);
    await bots[slot]?.kill();
    release();
    void bots[slot]?.start();
    await stage.turnTo((slot + 1) % bots.length);
    await waitUntil(() => bots[(slot + 1) % bots.length]?.isUp() ?? false, ENDS_MS);
  } else await waitUntil(() => firsts.every(isUnknown), ENDS_MS);
  if (disruption?.includes('second'))
    for (const amount of amounts) tricks.set(toTransferKey(amount), { cuts: 'response' });
  const seconds = await confirmAll(await offerAll(load, players, { lists: 0, amounts }));
  await waitUntil(() => seconds.every(hasEnded), ENDS_MS);
  await Promise.all(firsts.map(checkAgain));
  await bots[slot]?.start();
  return `the first ${disruption}`;
}

/** Some transfers are lost and checked again in the other process; others are confirmed in each. */
export async function sendWithWrongClocks(
  stage: Stage,
  load: Load,
  [one, ...others]: Player[],
  number: number,
): Promise<string> {
  const [here, there] = number % 2 === 0 ? [0, 1] : [1, 0];
  await stage.turnTo(here);
  const loser = one ? [one] : [];
  const lostAmounts = loser.map(load.nextAmount);
  for (const amount of lostAmounts) stage.tricks.set(toTransferKey(amount), { cuts: 'request' });
  const lost = await confirmAll(await offerAll(load, loser, { lists: 0, amounts: lostAmounts }));
  const amounts = others.map(load.nextAmount);
  const paid = await confirmAll(await offerAll(load, others, { lists: 0, amounts }));
  await waitUntil(() => lost.every(isUnknown) && paid.every(hasEnded), ENDS_MS);
  await stage.turnTo(there);
  const again = await confirmAll(await offerAll(load, others, { lists: 0, amounts }));
  await waitUntil(() => again.every(hasEnded), ENDS_MS);
  await sleep(LATER_MS);
  await Promise.all(lost.map(checkAgain));
  return `from process ${here} to process ${there}`;
}

/** People erase their data while the other process sends their changes. Then Redis restarts. */
export async function eraseWhileSending(stage: Stage, load: Load, players: Player[]): Promise<string> {
  await stage.turnTo(0);
  const { promise: until, resolve: release } = Promise.withResolvers<void>();
  const offers = await offerAll(load, players);
  for (const { key } of offers) stage.tricks.set(key, { until });
  const attempts = await confirmAll(offers);
  await waitUntil(() => haveArrived(stage.calls, attempts), ARRIVES_MS);
  await stage.turnTo(1);
  const erasing = players.map(erase);
  await sleep(500);
  release();
  await Promise.all(erasing);
  await waitUntil(() => attempts.every(hasEnded), ENDS_MS);
  await stage.redis?.crash();
  await sleep(RESTORED_MS);
  for (const player of players) {
    await stage.logIn(player);
    const account = await answerOf(player.person.run('account'));
    if (account && hasNoChanges(account)) continue;
    load.falseReports.push(`everything about ${player.handle} was erased, and /account shows changes`);
  }
  return `${attempts.length} erased`;
}

async function checkAgain(attempt: Attempt): Promise<void> {
  const own = ownMessage(attempt);
  const id = own && buttonsOf(own).find(({ custom_id = '' }) => /\/check\b/.test(custom_id))?.custom_id;
  if (own && id) await answerOf(attempt.player.person.press(own, id));
}

async function erase({ person }: Player): Promise<void> {
  const account = await answerOf(person.run('account'));
  const question = account && (await answerOf(person.press(account, 'Erase everything')));
  if (question) await person.press(question, 'Erase everything').response();
}

function isUnknown(attempt: Attempt): boolean {
  const own = ownMessage(attempt);
  return own !== undefined && toWriteState(own) === 'unknown';
}

import { setTimeout as sleep } from 'node:timers/promises';
import { type Attempt, isOpenList, pressList } from './attempts.ts';
import type { Load } from './load.ts';
import type { Player } from './stage.ts';

const ROWS = 8;
const PRESS_EVERY_MS = 2_000;

/** Offers `lists` of payments, by default to the first person, and a transfer to each other one. */
export async function offerAll(
  load: Load,
  players: readonly Player[],
  { rows = ROWS, lists = 1, amounts = [] }: { rows?: number; lists?: number; amounts?: readonly number[] } = {},
) {
  const offer = (player: Player, at: number) =>
    at < lists ? load.offerPayments(player, rows) : load.offer(player, amounts[at]);
  // On a busy machine, the first response can be too late.
  const offers = players.map(async (player, at) => (await offer(player, at)) ?? (await offer(player, at)));
  return (await Promise.all(offers)).filter((one) => one !== undefined);
}

export async function confirmAll(offers: Awaited<ReturnType<typeof offerAll>>): Promise<Attempt[]> {
  return (await Promise.all(offers.map((one) => one.confirm()))).filter((one) => one !== undefined);
}

/** Ends lists of earlier rounds, so that their people can start others. */
export async function endLists(load: Load, players: readonly Player[], withinMs: number): Promise<void> {
  const open = () => load.attempts.filter((one) => players.includes(one.player) && isOpenList(one));
  const until = Date.now() + withinMs;
  for (; open().length > 0 && Date.now() < until; await sleep(PRESS_EVERY_MS))
    for (const attempt of open()) pressList(attempt, 'Cancel the rest');
}

import { setTimeout as sleep } from 'node:timers/promises';
import { MessageFlags } from 'discord-api-types/v10';
import { type InteractionHandle, NoAnswer } from '../../sandbox/discord/people/interactionHandle.ts';
import { createRandom, type Random } from '../../sandbox/game/seed/random.ts';
import { buttonsOf } from '../support/messages.ts';
import { type Attempt, isAcknowledged, ownMessage, pressAgain } from './attempts.ts';
import { asksToLogIn, toAmount, toTelling } from './recognize.ts';
import type { Player, Stage } from './stage.ts';

const READS: [string, ...string[]] = ['credits balance', 'profile', 'skills'];
const ANSWER_MS = 5_000;
const POLL_MS = 40;

/** Presses Confirm. */
type Offer = () => Attempt;

export type Loss = { player: Player; at: number };

export type Load = ReturnType<typeof createLoad>;

/** The message that answers; undefined where none comes in five seconds. */
export async function answerOf(handle: InteractionHandle) {
  const none = sleep(ANSWER_MS, undefined, { ref: false });
  return await Promise.race([handle.response(), none]).catch((error: unknown) => {
    if (error instanceof NoAnswer) return undefined;
    throw error;
  });
}

/** Whether its message still waits for the bot. */
function isBusy(attempt: Attempt): boolean {
  const own = ownMessage(attempt);
  const telling = own && toTelling(own);
  return isAcknowledged(attempt) && (telling === 'working' || telling === 'offered');
}

/** People who use the bot all at once. */
export function createLoad(stage: Stage) {
  const { players, bots, plan, others } = stage;
  const [attempts, commands]: [Attempt[], InteractionHandle[]] = [[], []];
  /** What turned out to be false about other things than writes. */
  const lies: string[] = [];
  /** When each link turned out to be lost. */
  const losses: Loss[] = [];
  let [isOver, amount] = [false, 10];

  const noteLoss = (player: Player): void => {
    if (!player.isLost) losses.push({ player, at: Date.now() });
    player.isLost = true;
  };
  const isShown = ({ record: { original } }: InteractionHandle): boolean =>
    original !== null && !((original.message.flags ?? 0) & MessageFlags.Loading);
  /** What was begun before a kill may have died with it. */
  const isNew = ({ record }: InteractionHandle): boolean =>
    record.state === 'acknowledged' && record.startedAt > Math.max(0, ...bots.flatMap(({ kills }) => kills));
  /** Confirmations that are under way. */
  const current = (): Attempt[] => attempts.filter((attempt) => isNew(attempt.presses[0]) && isBusy(attempt));

  /** Runs a command that ends in an offer, and gives what presses its Confirm. */
  const offerOf = async (
    player: Player,
    command: string,
    options: Record<string, string | number>,
    about: Pick<Attempt, 'key' | 'mention'>,
  ): Promise<Offer | undefined> => {
    const handle = player.person.run(command, options);
    commands.push(handle);
    const message = await answerOf(handle);
    if (message && asksToLogIn(message)) noteLoss(player);
    if (!message || toTelling(message) !== 'offered') return undefined;
    const confirmId = buttonsOf(message)[0]?.custom_id ?? '';
    return () =>
      add({ player, ...about, offer: { message, confirmId }, presses: [player.person.press(message, confirmId)] });
  };
  const add = (attempt: Attempt): Attempt => {
    attempts.push(attempt);
    return attempt;
  };
  const nextAmount = (): number => {
    amount += 1;
    return amount;
  };
  /** A transfer up to its press. The amount names it. */
  const offer = (player: Player, amount = nextAmount()): Promise<Offer | undefined> => {
    const to = players[(players.indexOf(player) + 1) % players.length];
    const key = toTransferKey(amount);
    const options = { amount, recipient: to?.handle ?? '', reason: key };
    return offerOf(player, 'credits transfer', options, { key, mention: toAmount(amount) });
  };
  const send = (player: Player, to: string | undefined): Attempt | undefined => {
    if (to === undefined) return undefined;
    const key = `${player.handle} writes to ${to}.`;
    return add({ player, key, mention: to, presses: [player.person.run('msg send', { to, text: key })] });
  };
  const read = async (player: Player, random: Random): Promise<undefined> => {
    const handle = player.person.run(random.pick(READS));
    commands.push(handle);
    const answer = await answerOf(handle);
    if (answer && asksToLogIn(answer)) noteLoss(player);
  };

  /** Waits for its end; after a kill most people press once more because they see nothing happen. */
  const follow = async (attempt: Attempt, random: Random): Promise<void> => {
    if (random.oneIn(5)) pressAgain(attempt);
    const until = Date.now() + ANSWER_MS;
    const killsBefore = countKills(stage);
    const isPatient = random.oneIn(3);
    while (Date.now() < until && !isOver) {
      await sleep(POLL_MS);
      const own = ownMessage(attempt);
      const telling = own && toTelling(own);
      if (telling !== 'offered' && telling !== 'working' && own) break;
      if (isPatient || countKills(stage) === killsBefore || random.oneIn(10)) continue;
      await untilUp(stage);
      pressAgain(attempt);
      await sleep(300);
      break;
    }
    const own = ownMessage(attempt);
    if (own && asksToLogIn(own)) noteLoss(attempt.player);
  };

  const play = async (player: Player, random: Random): Promise<void> => {
    const unwritten = [...others];
    while (!isOver) {
      await untilUp(stage);
      await sleep(random.between(0, 80));
      if (player.isLost || isOver) continue;
      const dice = random.between(1, 100);
      const attempt =
        dice <= 65
          ? (await offer(player))?.()
          : dice <= 85
            ? send(player, unwritten.shift())
            : await read(player, random);
      if (attempt) await follow(attempt, random);
    }
  };
  const playing =
    plan.rounds && plan.rounds !== 'hangs'
      ? []
      : players.map((player, index) => play(player, createRandom(plan.seed + index)));
  return {
    attempts,
    commands,
    lies,
    losses,
    current,
    /** For each interaction that is running: whether it has been answered by now. */
    running: (): (() => boolean)[] => [
      ...current().map((attempt) => () => !isBusy(attempt)),
      ...commands.filter((handle) => isNew(handle) && !isShown(handle)).map((handle) => () => isShown(handle)),
    ],
    offer,
    nextAmount,
    async stop(): Promise<void> {
      isOver = true;
      await Promise.all(playing);
    },
  };
}

/** The reason of a transfer of this amount. */
export const toTransferKey = (amount: number): string => `no. ${amount}.`;

function countKills({ bots }: Stage): number {
  return bots.reduce((sum, { kills }) => sum + kills.length, 0);
}

async function untilUp({ bots }: Stage): Promise<void> {
  while (!bots.some((bot) => bot.isUp())) await sleep(POLL_MS);
}

import { setTimeout as sleep } from 'node:timers/promises';
import { type APIMessage, MessageFlags } from 'discord-api-types/v10';
import type { InteractionHandle } from '../../sandbox/discord/people/interactionHandle.ts';
import { createRandom, type Random } from '../../sandbox/game/seed/random.ts';
import { privilegeCatalogue } from '../../sandbox/game/world/privilegeCatalogue.ts';
import { buttonsOf, textOf } from '../support/messages.ts';
import {
  type Attempt,
  answerOf,
  confirm,
  inTime,
  isAcknowledged,
  type List,
  type Offer,
  ownMessage,
  pressAgain,
} from './attempts.ts';
import { asksToLogIn, toAmount, toWriteState } from './recognize.ts';
import type { Player, Stage } from './stage.ts';

const READS: [string, ...string[]] = ['credits balance', 'profile', 'skills'];
const [ANSWER_MS, POLL_MS] = [5_000, 40];
/** More credits than any list of the harness pays, so that an amount identifies one transfer. */
const FIRST_AMOUNT = 400;
const RECIPIENTS = 3;
/** Few enough for the bot to read without asking, and disjoint privileges for each officer. */
const [MEMBERS, PRIVILEGES] = [8, 15];
const SENSITIVE = new Set(['members', 'privileges', 'second_in_command']);

export type Loss = { player: Player; at: number };

export type Load = ReturnType<typeof createLoad>;

/** True if its message still waits for the bot. */
function isBusy(attempt: Attempt): boolean {
  const own = ownMessage(attempt);
  const writeState = own && toWriteState(own);
  return isAcknowledged(attempt) && (writeState === 'working' || writeState === 'offered');
}

export function createLoad(stage: Stage) {
  const { players, bots, plan, others } = stage;
  const [attempts, commands]: [Attempt[], InteractionHandle[]] = [[], []];
  /** Wrong reports about other things than writes. */
  const falseReports: string[] = [];
  /** Writes that people were told won't be sent: the start of their keys, and the times. */
  const promises: { key: string; since: number; until: number }[] = [];
  /** The time at which each link was found to be lost. */
  const losses: Loss[] = [];
  let [isOver, amount, lists] = [false, FIRST_AMOUNT, 0];
  const privileges = Object.entries(privilegeCatalogue).flatMap(([group, all]) =>
    SENSITIVE.has(group) ? [] : all.map((privilege) => `${group}/${privilege}`),
  );
  const { world } = stage.game;
  const isPlayer = (uid: string): boolean => players.some((one) => one.uid === uid);
  const factionOf = (uid = ''): string | undefined => world.factionsOf(uid)[0]?.uid;
  const members = world
    .characters()
    .filter(({ uid }) => !isPlayer(uid) && factionOf(uid) === factionOf(players[0]?.uid))
    .slice(0, MEMBERS)
    .map(({ handle }) => handle);

  const noteLoss = (player: Player): void => {
    if (!player.isLost) losses.push({ player, at: Date.now() });
    player.isLost = true;
  };
  const isShown = ({ record: { original } }: InteractionHandle): boolean =>
    original !== null && !((original.message.flags ?? 0) & MessageFlags.Loading);
  /** Anything older than a kill may have died with it. */
  const isNew = ({ record }: InteractionHandle): boolean =>
    record.state === 'acknowledged' && record.startedAt > Math.max(0, ...bots.flatMap(({ kills }) => kills));
  /** Single changes that are under way. */
  const current = (): Attempt[] => attempts.filter((one) => !one.offer?.list && isNew(one.presses[0]) && isBusy(one));

  const readOffer = async (player: Player, handle: InteractionHandle, typed?: string): Promise<Offer | undefined> => {
    commands.push(handle);
    const message = await answerOf(handle);
    if (message && asksToLogIn(message)) noteLoss(player);
    if (!message || toWriteState(message) !== 'offered') return undefined;
    const [button] = buttonsOf(message);
    const list = toList(message, button?.label, typed);
    return { message, confirmId: button?.custom_id ?? '', ...(list && { list }), ...(typed && { typed }) };
  };
  const add = (attempt: Attempt): Attempt => {
    attempts.push(attempt);
    return attempt;
  };
  const toConfirm = (player: Player, offer: Offer | undefined, about: Pick<Attempt, 'key' | 'mention'>) =>
    offer && {
      ...{ offer, key: about.key },
      async confirm(): Promise<Attempt | undefined> {
        const press = await confirm(player, offer);
        return press && add({ player, ...about, offer, presses: [press] });
      },
    };
  const nextAmount = (): number => {
    amount += 1;
    return amount;
  };
  /** Offers a transfer, which its amount identifies. */
  const offer = async (player: Player, amount = nextAmount()) => {
    const to = players[(players.indexOf(player) + 1) % players.length];
    const key = toTransferKey(amount);
    const handle = player.person.run('credits transfer', { amount, recipient: to?.handle ?? '', reason: key });
    return toConfirm(player, await readOffer(player, handle), { key, mention: toAmount(amount) });
  };
  /** Offers a list of payments that are alike, except for the last one's reason. */
  const offerPayments = async (player: Player, rows: number) => {
    lists += 1;
    const key = `list ${lists}.`;
    const lines = Array.from({ length: rows }, (_, at) => `${others[at % RECIPIENTS]} | 1 | ${key}`);
    const modal = await inTime(player.person.run('credits pay').modal());
    const handle = modal && player.person.submit(modal, { list: `${lines.join('\n')} last` });
    const offer = handle && (await readOffer(player, handle, String(rows)));
    return toConfirm(player, offer, { key, mention: key });
  };
  /** Offers to grant an officer's privileges to the members, or to revoke granted ones. */
  const offerPrivileges = async (player: Player) => {
    const place = players.indexOf(player);
    const options = {
      character: members.join(),
      privilege: privileges.slice(place * PRIVILEGES, (place + 1) * PRIVILEGES).join(),
    };
    const isGranted = attempts.filter((one) => one.player === player && one.offer?.list).length % 2 === 1;
    for (const verb of isGranted ? ['revoke', 'grant'] : ['grant', 'revoke']) {
      const offer = await readOffer(player, player.person.run(`privileges ${verb}`, options));
      const id = offer?.list?.id ?? '';
      if (offer) return toConfirm(player, offer, { key: id, mention: id });
    }
    return undefined;
  };
  const send = (player: Player, to: string | undefined): Attempt | undefined => {
    if (to === undefined) return undefined;
    const key = `${player.handle} writes to ${to}.`;
    return add({ player, key, mention: to, presses: [player.person.run('msg send', { to, text: key })] });
  };

  /** Waits for its end; after a kill, most people press again because nothing happens. */
  const follow = async (attempt: Attempt, random: Random): Promise<void> => {
    if (random.oneIn(5)) void pressAgain(attempt);
    const until = Date.now() + ANSWER_MS;
    const killsBefore = countKills(stage);
    const isPatient = random.oneIn(3);
    while (Date.now() < until && !isOver) {
      await sleep(POLL_MS);
      const own = ownMessage(attempt);
      const writeState = own && toWriteState(own);
      if (own && writeState !== 'offered' && writeState !== 'working') break;
      if (isPatient || countKills(stage) === killsBefore || random.oneIn(10)) continue;
      await untilUp(stage);
      await pressAgain(attempt);
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
          ? await (await offer(player))?.confirm()
          : dice <= 85
            ? send(player, unwritten.shift())
            : void (await readOffer(player, player.person.run(random.pick(READS))));
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
    falseReports,
    promises,
    losses,
    current,
    /** For each running interaction: whether it has been answered by now. */
    running: (): (() => boolean)[] => [
      ...current().map((attempt) => () => !isBusy(attempt)),
      ...commands.filter((handle) => isNew(handle) && !isShown(handle)).map((handle) => () => isShown(handle)),
    ],
    offer,
    offerPayments,
    offerPrivileges,
    nextAmount,
    async stop(): Promise<void> {
      isOver = true;
      await Promise.all(playing);
    },
  };
}

/** A list by its preview. `typed`: the number of rows, if it must be typed. */
function toList(message: APIMessage, label = '', typed = /Confirm (\d+)/.exec(label)?.[1]): List | undefined {
  const drop = buttonsOf(message).find(({ custom_id = '' }) => /^account\/drop\b/.test(custom_id));
  const id = drop?.custom_id?.split('/').at(-1);
  const cost = Number(/about ([\d,]+) request/.exec(textOf(message))?.[1]?.replace(',', ''));
  return id === undefined ? undefined : { id, rows: Number(typed), cost };
}

/** The reason of a transfer of this amount. */
export const toTransferKey = (amount: number): string => `no. ${amount}.`;

function countKills({ bots }: Stage): number {
  return bots.reduce((sum, { kills }) => sum + kills.length, 0);
}

async function untilUp({ bots }: Stage): Promise<void> {
  while (!bots.some((bot) => bot.isUp())) await sleep(POLL_MS);
}

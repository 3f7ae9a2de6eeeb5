import type { APIMessage } from 'discord-api-types/v10';
import type { InteractionHandle } from '../../sandbox/discord/people/interactionHandle.ts';
import { type Call, toKey } from './gate.ts';
import { failed, isStillConfirmable, mentions, offersTooSoon, type Telling, toTelling } from './recognize.ts';
import type { Player, Stage } from './stage.ts';

/** A write that somebody confirmed: the press of Confirm, or /msg send itself. */
export type Attempt = {
  player: Player;
  /** Names it among the game's writes (see `toKey`), and in messages. Those with the same key come one after the other. */
  key: string;
  mention: string;
  /** Where Confirm was pressed, as it was then. */
  offer?: { message: APIMessage; confirmId: string };
  presses: [InteractionHandle, ...InteractionHandle[]];
};

/** How one attempt ended: how often it was done, and whether what was told is false. `open` is still offered, and the person knows. */
export type Ending = { done: number; isLie: boolean; told: 'told' | 'unknown' | 'undelivered' | 'open' };

/** The message that the person looks at for this attempt. */
export function ownMessage({ player, offer, presses }: Attempt): APIMessage | undefined {
  if (!offer) return presses[0].record.original?.message;
  return player.person.view.message(offer.message.channel_id, offer.message.id).message;
}

/** Presses Confirm as a client does whose view of the message is as old as the offer. */
export function pressAgain({ player: { person }, offer, presses }: Attempt): void {
  if (!offer) return;
  const stored = person.view.message(offer.message.channel_id, offer.message.id);
  const now = stored.message;
  stored.message = offer.message;
  try {
    presses.push(person.press(offer.message, offer.confirmId));
  } finally {
    stored.message = now;
  }
}

/** Whether a process took it up. */
export function isAcknowledged({ presses }: Attempt): boolean {
  return presses.some(({ record }) => record.state === 'acknowledged');
}

/** What a person was told of an attempt: by its own message, and by all others since that name it. */
export function tellingsOf(attempt: Attempt, messages: readonly APIMessage[]): Telling[] {
  const own = ownMessage(attempt);
  const since = BigInt(attempt.presses[0].id);
  const others = messages.filter(
    (message) => message.id !== own?.id && BigInt(message.id) > since && mentions(message, attempt.mention),
  );
  const toldByOwn = own && (toTelling(own) ?? (failed(own) ? 'notDone' : undefined));
  return [toldByOwn, ...others.map(toTelling).filter((telling) => telling !== 'offered')];
}

/** Everything that a person sees. */
export function messagesOf({ person }: Player): APIMessage[] {
  return [...person.messages(), ...person.dm()].filter(({ author }) => author.id !== person.id);
}

/** What the bot said to the presses beside the message itself. */
function answersTo({ presses }: Attempt): APIMessage[] {
  return presses.flatMap(({ record }) => record.followUps.map(({ message }) => message));
}

/** The requests of this attempt: those with its key until the next attempt that has it too. */
function callsOf({ key, presses }: Attempt, arrived: Arrived, twins: readonly Attempt[]): readonly Call[] {
  const [since, ...starts] = [presses[0], ...twins.map((twin) => twin.presses[0])].map(
    ({ record }) => record.startedAt,
  );
  const calls = arrived.get(key) ?? [];
  if (since === undefined || starts.length === 0) return calls;
  const next = Math.min(...starts.filter((start) => start > since));
  return calls.filter(({ arrivedAt }) => arrivedAt >= since && arrivedAt < next);
}

type Arrived = ReadonlyMap<string, readonly Call[]>;

/**
 * Compares what the game did with what the person was told; `arrived` are the writes that reached the game, by key; `twins` are the other attempts
 * with the same key.
 */
export function judge(
  { game }: Pick<Stage, 'game'>,
  attempt: Attempt,
  arrived: Arrived,
  messages: readonly APIMessage[],
  twins: readonly Attempt[] = [],
): Ending {
  const { player, key, presses } = attempt;
  const calls = callsOf(attempt, arrived, twins);
  const others = twins.flatMap((twin) => callsOf(twin, arrived, [attempt, ...twins.filter((one) => one !== twin)]));
  const done = inLedger(game, player.uid, key) - others.filter(({ status }) => status === 200).length;
  const isSo = done > 0;
  const own = ownMessage(attempt);
  const answers = answersTo(attempt);
  const tellings = tellingsOf(attempt, messages);
  const isDenied = answers.some(
    (answer) => isStillConfirmable(answer) && calls.some(({ arrivedAt }) => arrivedAt < Date.parse(answer.timestamp)),
  );
  const isTooSoon = own !== undefined && offersTooSoon(own, presses[0].record.startedAt);
  const isLie =
    isDenied ||
    isTooSoon ||
    tellings.includes(isSo ? 'notDone' : 'done') ||
    (!isSo && answers.map(toTelling).includes('done'));
  const isTold = tellings.some((telling) => telling === 'done' || telling === 'notDone');
  const isOpen = tellings[0] === 'offered' && answers.length > 0 && calls.length === 0 && !isSo;
  const told = isTold ? 'told' : tellings.includes('unknown') ? 'unknown' : isOpen ? 'open' : 'undelivered';
  return { done, isLie, told };
}

function inLedger({ world }: Stage['game'], uid: string, key: string): number {
  // The game puts the name of the client behind the reason of a transfer.
  const isIt = (entry: { sender?: { uid: string }; communication: string }): boolean =>
    entry.sender?.uid === uid && entry.communication.startsWith(key);
  return world.logOf(uid).filter(isIt).length + world.messagesOf(uid).filter(isIt).length;
}

/** The writes among the requests, by key. */
export function toArrived(calls: readonly Call[]): Map<string, Call[]> {
  const arrived = new Map<string, Call[]>();
  for (const call of calls) {
    const key = toKey(call);
    if (key !== undefined) arrived.set(key, [...(arrived.get(key) ?? []), call]);
  }
  return arrived;
}

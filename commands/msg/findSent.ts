import { toHandleKey } from '../../src/bot/findCharacter.ts';
import type { Game } from '../../src/game/client.ts';
import type { Message } from '../../src/game/records.ts';

/** More than one message can have recipients. */
const NEWEST = { mode: 'Sent', start_index: 1, item_count: 50 } as const;
/** As many characters of the first line as a subject holds (docs/wire.md, "Wire shapes"). */
const LONGEST_SUBJECT = 60;

export type Wanted = {
  /** Handles. */
  recipients: readonly string[];
  firstLine: string;
  /** The ids of the sent messages before. */
  knownIds: readonly string[];
};

/** The ids of the newest sent messages, read before another is sent, so that what is new afterwards can be told. */
export async function readSentIds(game: Game, uid: string): Promise<string[]> {
  const { items } = await game.character.messages.list({ uid, ...NEWEST });
  return items.map(({ messageId }) => messageId);
}

/**
 * Looks for a message whose answer did not arrive: those of the recipients to whom one was sent that was not there before
 * and begins like that. Undefined when it cannot be read. One request.
 */
export async function findSent(
  game: Game,
  uid: string,
  { recipients, firstLine, knownIds }: Wanted,
): Promise<string[] | undefined> {
  const known = new Set(knownIds);
  // The live service's lists have no subject: there the recipient and the newness must do.
  const isIt = ({ messageId, subject }: Message): boolean =>
    !known.has(messageId) && firstLine.startsWith(toFirstLine(subject));
  try {
    const { items } = await game.character.messages.list({ uid, ...NEWEST });
    const reached = new Set(items.filter(isIt).map(({ receiver }) => toHandleKey(receiver?.name ?? '')));
    return recipients.filter((handle) => reached.has(toHandleKey(handle)));
  } catch {
    return undefined;
  }
}

/** The first line of a text that is not blank, as far as a subject holds it, with single spaces. */
export function toFirstLine(text: string): string {
  const line = text.split(/\r\n|[\n\r]/).find((candidate) => candidate.trim() !== '') ?? '';
  return [...line.trim()].slice(0, LONGEST_SUBJECT).join('').replace(/\s+/g, ' ').trim();
}

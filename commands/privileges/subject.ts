import { z } from 'zod';
import type { Acting } from '../../src/discord/writeKind.ts';
import { party } from '../../src/game/party.ts';
import { UserError } from '../../src/view/errorView.ts';
import { plain } from '../../src/view/text.ts';
import { findCharacter } from '../characters/findCharacter.ts';
import { de } from './de.ts';
import { en } from './messages.ts';

/** Whose privileges, and in which faction; without one, in the main faction of the person. */
export const subject = z.object({ character: party, faction: party.partial().optional() });
export type Subject = z.output<typeof subject>;

export type NamedSubject = { character?: string | undefined; faction?: string | undefined };

const FACTION_UID = /^20:\d+$/;
const EXAMPLE = '20:12345';
const MAX_ECHO = 60;

/** The subject that a person named. Throws a {@link UserError} if it isn't found. */
export async function findSubject(asking: Acting, { character, faction }: NamedSubject): Promise<Subject> {
  const { uid, name } = character === undefined ? asking.me : await findCharacter(asking, character);
  return { character: { uid, name }, ...(faction !== undefined && { faction: await findFaction(asking, faction) }) };
}

async function findFaction({ game, language }: Acting, named: string): Promise<Subject['faction']> {
  const text = named.trim();
  if (FACTION_UID.test(text)) return { uid: text };
  // Not from the store, which must not decide where a change is made.
  const own = await readOwnFactions(game);
  const found = own.find(({ name }) => name.toLowerCase() === text.toLowerCase());
  if (found) return found;
  const example = plain(own[0]?.name ?? EXAMPLE, MAX_ECHO);
  throw new UserError({ en, de }[language].unknownFaction(plain(text, MAX_ECHO), example));
}

/** The factions of the linked character, the main one first. */
export async function readOwnFactions(game: Acting['game']): Promise<z.output<typeof party>[]> {
  const { faction, factions } = await game.character.me();
  const known = [faction, ...factions].flatMap((one) =>
    one?.uid === undefined ? [] : { uid: one.uid, name: one.name },
  );
  return [...new Map(known.map((one) => [one.uid, one])).values()];
}

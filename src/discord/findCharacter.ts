import { z } from 'zod';
import type { Character, ResolvedHandle } from '../game/character.ts';
import type { Game } from '../game/client.ts';
import { isGameError } from '../game/errors.ts';
import { Mistake } from '../view/errorView.ts';
import { plain } from '../view/text.ts';
import type { Services } from './context.ts';
import { type Memory, remember } from './remember.ts';
import type { Tally } from './tally.ts';

const UID = /^\d+:\d+$/;

/** For reading only: what money or privileges follow is resolved afresh, by {@link findCharacter}. */
const HANDLES: Memory<ResolvedHandle> = {
  name: 'handles',
  schema: z.object({ uid: z.string(), handle: z.string() }),
  ttlMs: 60_000,
};

type Asking = { game: Game; services: Pick<Services, 'store'>; tally: Tally };

/**
 * The character that a person named by handle or by UID, with both: a handle is resolved without a token, a UID needs
 * CHARACTER_READ. Throws a {@link Mistake} when nobody is called so.
 */
export async function findCharacter(game: Game, named: string): Promise<{ uid: string; name: string }> {
  return await orNobody(named, async (text) => {
    if (UID.test(text)) {
      const { uid, name } = await game.character.get({ uid: text });
      return { uid, name };
    }
    const { uid, handle } = await game.character.getByHandle({ handle: text });
    return { uid, name: handle };
  });
}

/**
 * Who has this handle, without a token. Throws a {@link Mistake} when nobody has it; and for a UID, which without a token nobody can be
 * found by.
 */
export async function findByHandle(asking: Asking, named: string): Promise<ResolvedHandle> {
  return await orNobody(named, async (text) => {
    if (UID.test(text)) throw new Mistake(({ lookup }) => lookup.notByUid(plain(text)));
    return await readHandle(asking, text);
  });
}

/** The profile of a character named like that; needs CHARACTER_READ. */
export async function findProfile(asking: Asking, named: string): Promise<Character> {
  return await orNobody(named, async (text) => {
    const uid = UID.test(text) ? text : (await readHandle(asking, text)).uid;
    return await asking.game.character.get({ uid });
  });
}

function readHandle({ game, services, tally }: Asking, handle: string): Promise<ResolvedHandle> {
  return remember(services.store, HANDLES, toHandleKey(handle), () => game.character.getByHandle({ handle }), tally);
}

async function orNobody<T>(named: string, find: (text: string) => Promise<T>): Promise<T> {
  const text = named.trim();
  if (text === '') throw new Mistake(({ lookup }) => lookup.nobodyNamed);
  try {
    return await find(text);
  } catch (error) {
    if (!isGameError(error, 'not_found')) throw error;
    throw new Mistake(({ lookup }) => (UID.test(text) ? lookup.unknownUid : lookup.unknown)(plain(text)));
  }
}

/** The form in which handles are compared: accents written in two ways and case do not tell two apart. */
export function toHandleKey(handle: string): string {
  return handle.trim().normalize('NFC').toLowerCase();
}

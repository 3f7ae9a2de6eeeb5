import { z } from 'zod';
import { noneIfBroken } from '../../src/account/seal.ts';
import type { Target } from '../../src/discord/declare/command.ts';
import type { HandlerContext } from '../../src/discord/declare/context.ts';
import { isGameError } from '../../src/game/errors.ts';
import { isUid, toHandleKey } from '../../src/game/parameters.ts';
import type { Character, ResolvedHandle } from '../../src/game/resources/character.ts';
import { collection } from '../../src/store/declared.ts';
import { UserError } from '../../src/view/errorView.ts';
import { plain } from '../../src/view/text.ts';
import { TEXTS } from './en.ts';

/** Cached handles, only to read. Money and privileges depend on {@link findCharacter} instead. */
const HANDLES = collection('handles', z.object({ uid: z.string(), handle: z.string() }), {
  about: 'game',
  keptForMs: 60_000,
});

/** Set if others may look up the user's character from the user menu. */
export const DISCOVERABLE = collection('findable', z.literal(true), {
  about: 'person',
  says: 'discoverable',
  wasUnsealed: true,
  toExport: async (reading) => ({ discoverable: (await reading) ?? false }),
});

type Named = { uid: string; name: string };
type FindContext = Pick<HandlerContext<undefined>, 'game' | 'language'>;
type ReadContext = FindContext & Pick<HandlerContext<undefined>, 'services' | 'usage'>;

/** Looks up the character now; a UID needs CHARACTER_READ. Throws a {@link UserError}. */
export async function findCharacter(context: FindContext, named: string): Promise<Named> {
  return await orNotFound(context, named, async (text) => {
    if (isUid(text)) {
      const { uid, name } = await context.game.character.get({ uid: text });
      return { uid, name };
    }
    const { uid, handle } = await context.game.character.getByHandle({ handle: text });
    return { uid, name: handle };
  });
}

/** Calls `read` for the named character or one's own. Throws a {@link UserError} if refused. */
export async function readOf<T>(
  context: FindContext & { me: Named },
  named: string | undefined,
  read: (character: Named) => Promise<T>,
): Promise<{ character: Named; found: T }> {
  const { me, language } = context;
  const character = named === undefined ? me : await findCharacter(context, named);
  const found = await read(character).catch((error: unknown) => {
    if (character.uid === me.uid || !isGameError(error, 'refused')) throw error;
    throw new UserError(TEXTS[language].onlyOwn(plain(character.name)));
  });
  return { character, found };
}

/** The character with this handle; needs no token. Throws a {@link UserError}, also for a UID. */
export async function findByHandle(context: ReadContext, named: string): Promise<ResolvedHandle> {
  return await orNotFound(context, named, async (text) => {
    if (isUid(text)) throw new UserError(TEXTS[context.language].uidNeedsLogin(plain(text)));
    return await readHandle(context, text);
  });
}

/** The profile by handle or UID; needs CHARACTER_READ. Throws a {@link UserError} if unknown. */
export async function findProfile(context: ReadContext, named: string): Promise<Character> {
  return await orNotFound(context, named, async (text) => {
    return await context.game.character.get({ uid: isUid(text) ? text : (await readHandle(context, text)).uid });
  });
}

/** A discoverable user's character. All causes get the same {@link UserError}: they're private. */
export async function findTarget(
  { services, language }: Pick<ReadContext, 'services' | 'language'>,
  { id, mention }: Target,
): Promise<Named> {
  const isDiscoverable = await services.kept(DISCOVERABLE, { id }).get();
  const link = await services.links.get(id).catch(noneIfBroken);
  if (!isDiscoverable || !link) throw new UserError(TEXTS[language].notDiscoverable(mention));
  return link.character;
}

function readHandle({ game, services, usage }: ReadContext, handle: string): Promise<ResolvedHandle> {
  const kept = services.kept(HANDLES, toHandleKey(handle));
  return services.cached(kept, () => game.character.getByHandle({ handle }), usage);
}

async function orNotFound<T>({ language }: FindContext, named: string, find: (text: string) => Promise<T>): Promise<T> {
  const texts = TEXTS[language];
  const text = named.trim();
  if (text === '') throw new UserError(texts.required);
  try {
    return await find(text);
  } catch (error) {
    if (!isGameError(error, 'not_found')) throw error;
    throw new UserError((isUid(text) ? texts.unknownUid : texts.unknownHandle)(plain(text)));
  }
}

import { z } from 'zod';
import { LINKS } from '../../src/account/links.ts';
import type { Keeping } from '../../src/account/sealedStore.ts';
import type { Target } from '../../src/discord/declare/command.ts';
import type { HandlerContext } from '../../src/discord/declare/context.ts';
import { isGameError } from '../../src/game/errors.ts';
import { isUid, toHandleKey } from '../../src/game/parameters.ts';
import type { Character, ResolvedHandle } from '../../src/game/resources/character.ts';
import { otherSpelling, tidyName } from '../../src/input/names.ts';
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
type FindContext = Pick<HandlerContext<undefined>, 'game' | 'language'> & { services: Pick<Keeping, 'kept'> };
export type ReadContext = FindContext & Pick<HandlerContext<undefined>, 'services' | 'usage'>;

/** A Discord mention, as Discord sends a chosen one in a text. */
const MENTION = /^<@!?(\d{1,20})>$/;

/** Looks up the character now; a UID needs CHARACTER_READ, a Discord mention no request. Throws a
 * {@link UserError}. */
export async function findCharacter(context: FindContext, named: string): Promise<Named> {
  const target = toTarget(named);
  if (target) return await findTarget(context, target);
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
  const target = toTarget(named);
  if (target) {
    const { uid, name } = await findTarget(context, target);
    return { uid, handle: name };
  }
  return await orNotFound(context, named, async (text) => {
    if (isUid(text)) throw new UserError(TEXTS[context.language].uidNeedsLogin(plain(text)));
    return await readHandle(context, text);
  });
}

/** The profile by handle or UID; needs CHARACTER_READ. Throws a {@link UserError} if unknown. */
export async function findProfile(context: ReadContext, named: string): Promise<Character> {
  const target = toTarget(named);
  if (target) {
    const { uid } = await findTarget(context, target);
    return await context.game.character.get({ uid });
  }
  return await orNotFound(context, named, async (text) => {
    return await context.game.character.get({ uid: isUid(text) ? text : (await readHandle(context, text)).uid });
  });
}

/** A discoverable user's character. All causes get the same {@link UserError}: they're private. */
export async function findTarget(
  { services, language }: Pick<FindContext, 'services' | 'language'>,
  { id, mention }: Pick<Target, 'id' | 'mention'>,
): Promise<Named> {
  const isDiscoverable = await services.kept(DISCOVERABLE, { id }).get();
  const link = await services.kept(LINKS, { id }).get();
  const isTheirs = link?.discordUserId === id;
  if (!isDiscoverable || !link || !isTheirs) throw new UserError(TEXTS[language].notDiscoverable(mention));
  return link.character;
}

function readHandle({ game, services, usage }: ReadContext, handle: string): Promise<ResolvedHandle> {
  const kept = services.kept(HANDLES, toHandleKey(handle));
  return services.cached(kept, () => game.character.getByHandle({ handle }), usage);
}

/** The person that a Discord mention names. */
export function toTarget(typed: string): Pick<Target, 'id' | 'mention'> | undefined {
  const mention = typed.trim();
  const [, id] = MENTION.exec(mention) ?? [];
  return id === undefined ? undefined : { id, mention };
}

/** Finds what was typed. If there's no such name, finds what was probably meant, which costs
 * another request: a real character with an unusual name must come first. */
async function orNotFound<T>({ language }: FindContext, named: string, find: (text: string) => Promise<T>): Promise<T> {
  const texts = TEXTS[language];
  const text = named.trim();
  const meant = tidyName(text);
  if (meant === '') throw new UserError(texts.required);

  const found = await orUndefined(find(text));
  if (found !== undefined) return found;
  const other = otherSpelling(text);
  const foundOtherwise = other === undefined ? undefined : await orUndefined(find(other));
  if (foundOtherwise !== undefined) return foundOtherwise;
  throw new UserError((isUid(meant) ? texts.unknownUid : texts.unknownHandle)(plain(meant)));
}

/** The result of a look-up, undefined if the game doesn't know the character. */
async function orUndefined<T>(found: Promise<T>): Promise<T | undefined> {
  try {
    return await found;
  } catch (error) {
    if (isGameError(error, 'not_found')) return undefined;
    throw error;
  }
}

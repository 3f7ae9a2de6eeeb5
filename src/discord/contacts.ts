import { z } from 'zod';
import { correspondentOf } from '../game/messages.ts';
import type { Reference } from '../game/wire.ts';
import { unformatted } from '../view/text.ts';
import type { Autocomplete, AutocompleteContext, Services } from './context.ts';
import { toHandleKey } from './findCharacter.ts';
import { forgetRecent, readRecent } from './recentMessages.ts';

type Person = { id: string };
type Keeping = { person: Person; me: { uid: string }; services: Pick<Services, 'store'> };

/** Who stood in what was shown to a person, by handle, the newest first: only for suggestions, and only for a while. */
const CONTACTS = { name: 'contacts', schema: z.array(z.string()), ttlMs: 30 * 60_000 };
const MOST_CONTACTS = 50;
const CHARACTER_UID = /^1:/;

/** Suggests a character among those that the bot has come across: no request is made beside that for recent messages. */
export const suggestCharacters: Autocomplete = async (context) =>
  (await findContacts(context, context.typed)).map((name) => ({ name: unformatted(name), value: name }));

/** Notes who was shown, as far as they are characters. Never rejects: suggestions are no reason to keep an answer back. */
export async function noteContacts({ person, me, services }: Keeping, shown: readonly Reference[]): Promise<void> {
  const names = shown.filter(({ uid }) => uid !== me.uid && CHARACTER_UID.test(uid ?? '')).map(({ name }) => name);
  if (names.length === 0) return;
  const contacts = toCollection(services);
  try {
    const all = [...names, ...((await contacts.get(person.id)) ?? [])];
    await contacts.set(person.id, unique(all).slice(0, MOST_CONTACTS), CONTACTS.ttlMs);
  } catch {
    // Fewer suggestions.
  }
}

/** Forgets whom the person came across, and the messages that were remembered for suggestions. Never rejects. */
export async function forgetContacts(services: Pick<Services, 'store' | 'links'>, person: Person): Promise<void> {
  const link = await services.links.get(person.id).catch(() => undefined);
  if (link) await forgetRecent(services, { person, me: link.character });
  await toCollection(services)
    .delete(person.id)
    .catch(() => {});
}

/** The known handles that hold what is typed, those that begin with it first, without the ones already named. */
export async function findContacts(
  context: AutocompleteContext,
  typed: string,
  taken: readonly string[] = [],
): Promise<string[]> {
  const { me, person, services } = context;
  if (!me) return [];
  const [recent, noted] = await Promise.all([readRecent(context), toCollection(services).get(person.id)]);
  const correspondents = recent.flatMap((message) => correspondentOf(me, message)?.name ?? []);
  const [wanted, named] = [toHandleKey(typed), new Set(taken.map(toHandleKey))];
  return unique([...correspondents, ...(noted ?? [])])
    .map((name) => ({ name, key: toHandleKey(name) }))
    .filter(({ key }) => key.includes(wanted) && !named.has(key))
    .toSorted((a, b) => Number(b.key.startsWith(wanted)) - Number(a.key.startsWith(wanted)))
    .map(({ name }) => name);
}

/** Each name once, where it stands first. */
function unique(names: readonly string[]): string[] {
  return [...new Map(names.toReversed().map((name) => [toHandleKey(name), name]))].map(([, name]) => name).toReversed();
}

function toCollection({ store }: Pick<Services, 'store'>) {
  return store.collection(CONTACTS.name, CONTACTS.schema);
}

import { z } from 'zod';
import type { Keeping } from '../../src/account/sealedStore.ts';
import type { Autocomplete } from '../../src/discord/declare/context.ts';
import { createMatcher, sortByMatch, toFoldedName } from '../../src/galaxy/nameMatch.ts';
import { toHandleKey } from '../../src/game/parameters.ts';
import { correspondentOf } from '../../src/game/resources/messages.ts';
import type { Reference } from '../../src/game/wire/wire.ts';
import { collection } from '../../src/store/declared.ts';
import type { Language } from '../../src/view/languages.ts';
import { plain } from '../../src/view/text.ts';
import { TEXTS } from './en.ts';
import { recallCharacters } from './known.ts';
import { forgetRecent, readRecent, type Suggesting } from './recentMessages.ts';

type Noting = { person: { id: string }; me: { uid: string }; services: Keeping };

/** The handles that a person was shown lately, the newest first, for suggestions only. */
const CONTACTS = collection('contacts', z.array(z.string()), {
  about: 'person',
  says: 'suggestions',
  keptForMs: 30 * 60_000,
});
const MAX_CONTACTS = 50;
/** Similar names that are shown, and pairs of names that are compared for it. */
const [MAX_SIMILAR, MAX_COMPARED] = [3, 1_000];

/** Suggests characters seen lately; the only request it makes is that for recent messages. */
const suggestCharacters: Autocomplete = async (context) =>
  (await findContacts(context, context.typed)).map((value) => ({ value }));

/** The option that names a character by handle or UID, or leaves out one's own. */
export const CHARACTER_OPTION = {
  kind: 'text',
  description: ({ language }: { language: Language }) => TEXTS[language].option,
  maxLength: 100,
  autocomplete: suggestCharacters,
} as const;

/** {@link CHARACTER_OPTION} where something is sent or changed. */
export const RECIPIENT_OPTION = { ...CHARACTER_OPTION, keepsTyped: true } as const;

/** Remembers the characters that were shown. Never rejects. */
export async function noteContacts({ person, me, services }: Noting, shown: readonly Reference[]): Promise<void> {
  const names = shown.filter(({ uid }) => uid !== me.uid && uid?.startsWith('1:')).map(({ name }) => name);
  if (names.length === 0) return;
  const contacts = services.kept(CONTACTS, person);
  try {
    const known = Map.groupBy([...names, ...((await contacts.get()) ?? [])], toHandleKey);
    await contacts.set([...known.values()].flatMap(([name = '']) => name).slice(0, MAX_CONTACTS));
  } catch {
    // Fewer suggestions.
  }
}

/** Deletes the person's contacts and cached messages. Never rejects. */
export async function forgetContacts(services: Keeping, person: { id: string }): Promise<void> {
  await Promise.allSettled([forgetRecent(services, person), services.kept(CONTACTS, person).delete()]);
}

/** The known handles that are like what is typed, best first, without those in `taken`. */
export async function findContacts(context: Suggesting, typed: string, taken: readonly string[] = [], mayAsk = true) {
  const { me, person, services } = context;
  if (!me) return [];
  const [recent, noted] = await Promise.all([readRecent(context, mayAsk), services.kept(CONTACTS, person).get()]);
  const lookedUp = (await recallCharacters(context, me.uid)).map(({ name }) => name);
  const correspondents = recent.flatMap((message) => correspondentOf(me, message)?.name ?? []);
  const named = new Set(taken.map(toHandleKey));
  const known = Map.groupBy([...correspondents, ...(noted ?? []), ...lookedUp], toHandleKey);
  const names = [...known].flatMap(([key, [name = '']]) => (named.has(key) ? [] : name));
  return sortByMatch(typed, names, (name) => name);
}

/** The line of a preview that names known characters like the shown ones, since the bot never learns
 * what was typed before a choice. Never rejects. */
export async function warnOfSimilar(context: Suggesting & { language: Language }, shown: Iterable<{ name: string }>) {
  const names = [...new Set(Array.from(shown, ({ name }) => name))];
  const known = await findContacts(context, '', [context.me?.name ?? '', ...names], false).catch(() => []);
  const bold = (name: string): string => `**${plain(name, 60)}**`;
  const isLike = (name: string, other: string): boolean => createMatcher(name)(toFoldedName(other)) < Infinity;
  const said = names.flatMap((name) =>
    known
      .slice(0, MAX_COMPARED / names.length)
      .filter((other) => isLike(name, other) || isLike(other, name))
      .map((other) => (names.length > 1 ? `${bold(other)} (≠ ${bold(name)})` : bold(other))),
  );
  return said.length > 0 ? [TEXTS[context.language].similar(said.slice(0, MAX_SIMILAR).join(', '))] : [];
}

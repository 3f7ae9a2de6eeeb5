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
import { forgetRecent, readRecent, type SuggestContext } from './recentMessages.ts';

type NoteContext = { person: { id: string }; me: { uid: string }; services: Keeping };

/** Handles that a person was shown lately, newest first. Only for suggestions. */
const CONTACTS = collection('contacts', z.array(z.string()), {
  about: 'person',
  says: 'suggestions',
  keptForMs: 30 * 60_000,
});
const MAX_CONTACTS = 50;
/** Max similar names shown, and max pairs of names compared to find them. */
const [MAX_SIMILAR, MAX_COMPARED] = [3, 1_000];

/** Suggests recently seen characters. Its only request is for recent messages. */
const suggestCharacters: Autocomplete = async (context) =>
  (await findContacts(context, context.typed)).map((value) => ({ value }));

/** A character by handle or UID; without it, the person's own. */
export const CHARACTER_OPTION = {
  kind: 'text',
  description: ({ language }: { language: Language }) => TEXTS[language].option,
  maxLength: 100,
  autocomplete: suggestCharacters,
} as const;

/** For commands that send or change something. */
export const RECIPIENT_OPTION = { ...CHARACTER_OPTION, keepsTyped: true } as const;

/** Remembers the characters that were shown. Never rejects. */
export async function noteContacts({ person, me, services }: NoteContext, shown: readonly Reference[]): Promise<void> {
  const names = shown.filter(({ uid }) => uid !== me.uid && uid?.startsWith('1:')).map(({ name }) => name);
  if (names.length === 0) return;
  const contacts = services.kept(CONTACTS, person);
  try {
    const known = Map.groupBy([...names, ...((await contacts.get()) ?? [])], toHandleKey);
    await contacts.set([...known.values()].flatMap(([name = '']) => name).slice(0, MAX_CONTACTS));
  } catch {
    // There are only fewer suggestions.
  }
}

/** Deletes the person's contacts and cached messages. Never rejects. */
export async function forgetContacts(services: Keeping, person: { id: string }): Promise<void> {
  await Promise.allSettled([forgetRecent(services, person), services.kept(CONTACTS, person).delete()]);
}

/** The known handles that match the input, best first, except those in `taken`. */
export async function findContacts(context: SuggestContext, typed: string, taken: string[] = [], mayAsk = true) {
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

/** A line about known characters with similar names: the choice may be a mistake. Never rejects. */
export async function warnOfSimilar(context: SuggestContext & { language: Language }, shown: Iterable<Reference>) {
  const names = [...new Set(Array.from(shown, ({ name }) => name))];
  const known = await findContacts(context, '', [context.me?.name ?? '', ...names], false).catch(() => []);
  const bold = (name: string): string => `**${plain(name, 60)}**`;
  const isLike = (name: string, other: string): boolean => createMatcher(name)(toFoldedName(other)) < Infinity;
  const lines = names.flatMap((name) =>
    known
      .slice(0, MAX_COMPARED / names.length)
      .filter((other) => isLike(name, other) || isLike(other, name))
      .map((other) => (names.length > 1 ? `${bold(other)} (≠ ${bold(name)})` : bold(other))),
  );
  return lines.length > 0 ? [TEXTS[context.language].similar(lines.slice(0, MAX_SIMILAR).join(', '))] : [];
}

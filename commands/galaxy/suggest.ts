import type { Autocomplete } from '../../src/discord/declare/context.ts';
import type { PickReference } from '../../src/galaxy/atlas.ts';
import { fold, sortByMatch } from '../../src/galaxy/nameMatch.ts';
import { type GalaxyPlace, KINDS, type Kind } from '../../src/galaxy/places.ts';
import { unformatted } from '../../src/view/text.ts';
import { listBookmarks } from './bookmarks.ts';
import type { GalaxyTexts } from './en.ts';
import { findReferences, toLabel } from './findPlace.ts';
import { knownPosition } from './location.ts';

const MAX_CHOICES = 25;
/** Max nearby places before the bookmarks. */
const MAX_BEFORE_BOOKMARKS = 5;

/** Exact matches, then bookmarks, then similar names; places nearby before anything is typed. */
export function suggestPlaces(kinds: readonly Kind[] = KINDS): Autocomplete<GalaxyTexts> {
  return async (context) => {
    const { typed, services, texts } = context;
    const { atlas } = services.galaxy.now();
    const bookmarks = await listBookmarks(context).catch(() => []);
    const marked = bookmarks.flatMap(({ uid }) => atlas.find(uid) ?? []).filter(({ kind }) => kinds.includes(kind));
    const found = atlas.search(typed, MAX_CHOICES, kinds);
    const same = found.filter(({ name }) => fold(name) === fold(typed));
    const suggested =
      typed.trim() === ''
        ? await suggestNearby(context, kinds, marked)
        : [...same, ...sortByMatch(typed, marked, ({ name }) => name), ...found];
    return [...new Set(suggested)].slice(0, MAX_CHOICES).map((place) => ({
      name: `${marked.includes(place) ? '★ ' : ''}${toLabel(atlas, place, texts)}`,
      value: place.uid,
    }));
  };
}

/** Places near the character, if known without a request, and bookmarks. */
async function suggestNearby(
  context: Parameters<typeof knownPosition>[0],
  kinds: readonly Kind[],
  marked: readonly GalaxyPlace[],
): Promise<GalaxyPlace[]> {
  const { atlas } = context.services.galaxy.now();
  const position = await knownPosition(context);
  const near = position ? atlas.near(position, kinds, MAX_CHOICES) : [];
  return [...near.slice(0, MAX_BEFORE_BOOKMARKS), ...marked, ...near, ...atlas.list(kinds[0] ?? 'sectors')];
}

export function suggestReferences(pick: PickReference): Autocomplete {
  return async ({ typed, services }) =>
    findReferences(services.galaxy.now().atlas, pick, typed)
      .slice(0, MAX_CHOICES)
      .map(({ uid, name }) => ({ name: unformatted(name), value: uid }));
}

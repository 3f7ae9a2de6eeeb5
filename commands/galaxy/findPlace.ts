import type { Atlas, PickReference } from '../../src/galaxy/atlas.ts';
import { fold, sortByMatch } from '../../src/galaxy/nameMatch.ts';
import { type GalaxyPlace, KINDS, type Kind } from '../../src/galaxy/places.ts';
import { UserError } from '../../src/view/errorView.ts';
import { plain, unformatted } from '../../src/view/text.ts';
import type { GalaxyTexts } from './en.ts';
import { type GalaxyContext, knownGalaxy } from './knownGalaxy.ts';

/** The place with a name or UID, and others with that name; or only similar names. */
export type Found = { place: GalaxyPlace; others: GalaxyPlace[] } | { place?: undefined; similar: GalaxyPlace[] };

const MAX_CHOICES = 25;
const MAX_SIMILAR = 3;
/** Discord counts an emoji as two. */
const MAX_LABEL_NAME = 30;
const MAX_LABEL_OUTER = 12;

export function lookUpPlace(context: GalaxyContext, typed: string, kinds: readonly Kind[] = KINDS): Found {
  const { atlas } = knownGalaxy(context);
  const label = typed.trim().replace(/^★ /, '');
  const labeled = atlas.search(label.split(' · ')[0] ?? '', MAX_CHOICES, kinds);
  const chosen = atlas.find(label) ?? labeled.find((place) => toLabel(atlas, place, context.texts) === label);
  if (chosen && kinds.includes(chosen.kind)) return { place: chosen, others: [] };
  const found = atlas.search(typed, MAX_CHOICES, kinds);
  const [place, ...others] = found.filter(({ name }) => fold(name) === fold(typed));
  return place ? { place, others } : { similar: found.slice(0, MAX_SIMILAR) };
}

/** Throws a UserError with similar names, or with the kinds that fit. */
export function findPlace(context: GalaxyContext, typed: string, kinds: readonly Kind[] = KINDS): GalaxyPlace {
  const { texts } = context;
  const found = lookUpPlace(context, typed, kinds);
  if (found.place) return found.place;
  const { place: unfit } = lookUpPlace(context, typed);
  if (unfit) {
    const fitting = kinds.map((kind) => texts[kind].one).reduce(texts.amounts.either);
    throw new UserError(texts.find.unfit(plain(unfit.name, 60), fitting));
  }
  throw toUnknown(context, typed, found.similar);
}

export const ownerOf: PickReference = ({ controlledBy }) => controlledBy;
export const typeOf: PickReference = ({ type }) => type;

/** The UID of an owner or type, by UID or name. Throws a UserError. */
export function findReference(context: GalaxyContext, pick: PickReference, typed: string): string {
  const found = findReferences(knownGalaxy(context).atlas, pick, typed);
  const wanted = fold(typed);
  const containing = found.filter(({ name }) => fold(name).includes(wanted));
  const [only, another] = containing.length > 0 ? containing : found;
  const meant = another ? containing.find(({ name }) => fold(name) === wanted) : only;
  if (!meant) throw toUnknown(context, typed, found.slice(0, MAX_SIMILAR));
  return meant.uid;
}

function toUnknown({ texts, services }: GalaxyContext, typed: string, similar: readonly { name: string }[]): UserError {
  const { find, age } = texts;
  const { atlas, completedAt } = services.galaxy.now();
  const names = similar.map(({ name }) => `**${plain(name, MAX_LABEL_NAME)}**`);
  const offer = names.length > 0 ? `${find.didYouMean} ${names.join(', ')}` : find.nothingAlike;
  const sentences = [find.unknown(plain(typed, 60)), offer, completedAt ? '' : age.reading(atlas.size)];
  return new UserError(sentences.filter(Boolean).join(' '));
}

/** A place on one line without markdown, at most 100 characters: `Kessanor · star system, Foo`. */
export function toLabel(atlas: Atlas, place: GalaxyPlace, texts: GalaxyTexts): string {
  const outer = place.kind === 'systems' ? atlas.sectorOf(place) : atlas.systemOf(place);
  const where = [texts[place.kind].one, outer && unformatted(outer.name, MAX_LABEL_OUTER)].filter(Boolean);
  return `${unformatted(place.name, MAX_LABEL_NAME)} · ${where.join(', ')}`;
}

/** Owners or types by UID or by name, the best match first. */
export function findReferences(atlas: Atlas, pick: PickReference, typed: string) {
  const all = atlas.references(pick);
  const byUid = all.filter(({ uid }) => uid === typed.trim());
  return byUid.length > 0 ? byUid : sortByMatch(typed, all, ({ name }) => name);
}

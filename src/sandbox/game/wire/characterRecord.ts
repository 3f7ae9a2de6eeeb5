import type { Character, Membership, Named } from '../world/characters.ts';
import type { Place } from '../world/galaxy.ts';
import { toWireLocation } from './galaxyRecord.ts';
import { toWireTime } from './gameTime.ts';
import { type Hrefs, toWireReference } from './reference.ts';

/** What of a character may be shown: to everybody, to its own token, and besides to a token that may see credits. */
export type ProfileView = { own: false } | { own: true; credits: boolean };

/**
 * A character → the wire's profile (wire.md, "Wire shapes"). Others see what is public: of a private profile little more than the name. Health,
 * experience, whereabouts and the last login are for the character's own token, credits for one that may see them.
 */
export function toWireCharacter(
  hrefs: Hrefs,
  character: Character,
  factions: readonly Membership[],
  place: Place | undefined,
  view: ProfileView,
): Record<string, unknown> {
  const { uid, handle, gender, race, isPrivate } = character;
  const primary = factions.find((faction) => faction.primary);
  const hidden = isPrivate && !view.own;
  const outline = {
    uid,
    name: handle,
    image: hrefs.below(`images/${uid}.png`),
    attributes: { isprivate: String(isPrivate) },
  };
  if (hidden) return { ...outline, faction: {}, factions: [], location: {} };
  const open = {
    ...outline,
    gender,
    race: { attributes: { uid: `21:${race.length}`, href: hrefs.below(`types/races/${race.length}`) }, value: race },
    shortdescription: character.shortdescription,
    biography: character.biography,
    faction: toWireReference(hrefs, primary, 'faction'),
    factions: factions.map((faction) => ({ ...toWireReference(hrefs, faction, 'faction'), primary: faction.primary })),
  };
  if (!view.own) return open;
  return {
    ...open,
    lastlogin: toWireTime(character.lastLogin),
    health: String(character.health),
    healthMax: String(character.healthMax),
    XP: String(character.xp),
    XPLevel: character.xpLevel,
    location: place ? toWireLocation(hrefs, place, selfAndAncestors(place)) : {},
    ...(view.credits ? { credits: { value: String(character.credits) } } : {}),
  };
}

/** A character stands in the place it is at, which is a container when it is a station. */
function selfAndAncestors(place: Place): (Named & { kind: Place['kind'] })[] {
  return [{ uid: place.uid, name: place.name, kind: place.kind }, ...place.within];
}

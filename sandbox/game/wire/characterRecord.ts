import type { Character, Membership } from '../world/characters.ts';
import type { Place } from '../world/galaxy.ts';
import { toWireLocation, type Writer } from './galaxyRecord.ts';
import { toWireTime } from './gameTime.ts';
import { toWireReference } from './reference.ts';

/** The visible parts of the token's own character, by scope. */
export type ProfileView = { own: false } | { own: true; credits: boolean; stats: boolean; location: boolean };

/**
 * A profile (docs/interface.md, "Wire"). Others only see public parts; a private profile shows them
 * little more than the name.
 */
export function toWireCharacter(
  writer: Writer,
  character: Character,
  factions: readonly Membership[],
  place: Place | undefined,
  view: ProfileView,
): Record<string, unknown> {
  const { hrefs, number } = writer;
  const { uid, handle, gender, race, isPrivate } = character;
  const primary = factions.find((faction) => faction.primary);
  const outline = {
    uid,
    name: handle,
    image: hrefs.below(`images/${uid}.png`),
    attributes: { isprivate: String(isPrivate) },
  };
  if (isPrivate && !view.own) return { ...outline, faction: {}, factions: [], location: {} };
  const wireFactions = factions.map((faction) => ({
    ...toWireReference(hrefs, faction, 'faction'),
    primary: faction.primary,
  }));
  const isFreelance = writer.quirks.looseFactions && factions.length === 0;
  const open = {
    ...outline,
    gender,
    race: { attributes: { uid: `21:${race.length}`, href: hrefs.below(`types/races/${race.length}`) }, value: race },
    shortdescription: character.shortdescription,
    biography: character.biography,
    faction: isFreelance ? 'Freelance' : toWireReference(hrefs, primary, 'faction'),
    lastlogin: toWireTime(character.lastLogin),
    factions: writer.quirks.looseFactions ? { faction: isFreelance ? ['Freelance'] : wireFactions } : wireFactions,
  };
  if (!view.own) return open;
  return {
    ...open,
    ...(view.stats && {
      health: number(character.health),
      healthMax: number(character.healthMax),
      XP: number(character.xp),
      XPLevel: character.xpLevel,
    }),
    // A station is a container: the character's location includes the place itself.
    ...(view.location && { location: place ? toWireLocation(writer, place, [place, ...place.within]) : {} }),
    ...(view.credits && { credits: { value: number(character.credits) } }),
  };
}

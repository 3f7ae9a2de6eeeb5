import { setImmediate } from 'node:timers/promises';
import type { Link } from '../../src/account/links.ts';
import type { Atlas } from '../../src/galaxy/atlas.ts';
import type { Point } from '../../src/galaxy/places.ts';
import { GameError } from '../../src/game/errors.ts';
import { coversScope } from '../../src/game/scopes.ts';
import type { Location } from '../../src/game/wire/records.ts';
import { UserError } from '../../src/view/errorView.ts';
import { plain } from '../../src/view/text.ts';
import { findPlace } from './findPlace.ts';
import type { Context } from './knownGalaxy.ts';

/** The place or character that distances are measured from. */
export type Origin = { name: string; point: Point; isSector?: boolean };

const TTL_MS = 10 * 60_000;

/** A place by UID or name, or the person's character. Throws a UserError without coordinates. */
export async function findOrigin(context: Context, typed: string | undefined): Promise<Origin> {
  const { texts, services } = context;
  if (typed === undefined) return { name: texts.distance.you, point: await locateMe(context) };
  const place = findPlace(context, typed);
  const point = services.galaxy.now().atlas.centerOf(place);
  if (!point) throw new UserError(texts.near.nowhere(plain(place.name, 60)));
  return { name: place.name, point, isSector: place.kind === 'sectors' };
}

/** The character's position, if it's known without a request. */
export async function knownPosition(context: Pick<Context, 'link' | 'person' | 'services'>) {
  const { link, person, services } = context;
  const known = link && services.locations.get(toKey(person, link));
  if (!known || known.until <= Date.now()) return undefined;
  // Suggestions don't wait for a pending request.
  const location = await Promise.race([known.location.catch(() => undefined), setImmediate(undefined)]);
  return toPoint(services.galaxy.now().atlas, location);
}

/** The position, if known, for a view that's useful without it. Undefined in public: a few
 * distances would reveal it. */
export async function locateInPrivate(context: Context): Promise<Point | undefined> {
  return context.isPrivate && context.link ? await locateMe(context).catch(() => undefined) : undefined;
}

/** The character's position from the profile. Throws `not_linked`; if it's hidden, `scope_missing`
 * or, with that permission, a UserError. */
export async function locateMe({ link, person, game, services, texts }: Context): Promise<Point> {
  if (!link) throw new GameError({ code: 'not_linked', scopes: ['CHARACTER_LOCATION'] });
  const lacking = new GameError({ code: 'scope_missing', scope: 'CHARACTER_LOCATION' });
  if (link.withheld?.includes('CHARACTER_LOCATION')) throw lacking;
  const mayLocate = coversScope(link.scopes, 'CHARACTER_LOCATION');
  const known = services.locations;
  for (const [key, { until }] of known) if (until <= Date.now()) known.delete(key);
  const key = toKey(person, link);
  const location = known.get(key)?.location ?? game.character.me().then((me) => me.location);
  if (!known.has(key)) known.set(key, { until: Date.now() + TTL_MS, location });
  location.catch(() => known.delete(key));
  const shown = await location;
  if (!shown && !mayLocate) throw lacking;
  const point = toPoint(services.galaxy.now().atlas, shown);
  if (!point) throw new UserError(texts.near.lost);
  return point;
}

/** A new permission may show more. */
const toKey = ({ id }: { id: string }, { character, scopes }: Link): string =>
  `${id}:${character.uid}:${coversScope(scopes, 'CHARACTER_LOCATION')}`;

/** The character's own coordinates, else those of the place around it. */
function toPoint(atlas: Atlas, location: Location | undefined): Point | undefined {
  const { galaxy, container, city, planet, system } = location ?? {};
  if (galaxy) return galaxy;
  const around = [container, city, planet, system].flatMap((each) => atlas.find(each?.uid ?? '') ?? []);
  return around.map((place) => atlas.positionOf(place)).find((point) => point !== undefined);
}

import { toDistance } from '../../src/galaxy/places.ts';
import { message, text } from '../../src/view/message.ts';
import { plain, unbroken } from '../../src/view/text.ts';
import { ageLine, type Context } from './knownGalaxy.ts';
import { findOrigin, type Origin } from './location.ts';
import { drawPicture, toMapSystems } from './map/mapPicture.ts';
import { toMapBetween } from './map/mapScope.ts';

/** The distance between two places, by UID or name; `from` defaults to the person's character. */
export async function showDistance(context: Context, from: string | undefined, to: string) {
  const { texts, services } = context;
  const [start, end] = [await findOrigin(context, from), await findOrigin(context, to)];
  const measured = toDistance(start.point, end.point);
  const isToMiddle = start.isSector || end.isSector;
  const line = ({ name, point }: Origin) => `**${plain(name, 60)}** ${unbroken(`(${point.x}, ${point.y})`)}`;
  const distance = texts.units(measured);
  return message(
    'neutral',
    text(`## ${distance}`, `${line(start)} → ${line(end)}`, measured === 0 && !isToMiddle && texts.distance.within),
    await drawLine(context, start, end, distance),
    text(
      `-# ${texts.distance.straight}`,
      isToMiddle && `-# ${texts.near.toMiddle}`,
      ageLine(texts, services.galaxy.now()),
    ),
  );
}

/** The distance is useful without its line. */
async function drawLine(context: Context, start: Origin, end: Origin, distance: string) {
  const { atlas } = context.services.galaxy.now();
  const { near, ...frame } = toMapBetween(atlas, start.point, end.point);
  const marks = [start, end].map(({ name, point }) => ({ kind: 'asked' as const, name, ...point }));
  const title = `${start.name} → ${end.name}: ${distance}`;
  const map = { ...frame, title, systems: toMapSystems(atlas, near), marks, line: [start.point, end.point] as const };
  return await drawPicture(context, map, { about: [start.name, end.name] }).catch(() => undefined);
}

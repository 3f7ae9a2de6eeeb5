import { type GalaxyPlace, toDistance } from '../../src/galaxy/places.ts';
import { UserError } from '../../src/view/errorView.ts';
import { buttons, message, text } from '../../src/view/message.ts';
import { plain, unformatted } from '../../src/view/text.ts';
import { cardView } from './cardView.ts';
import { lookUpPlace } from './findPlace.ts';
import { goButton, type History } from './ids.ts';
import { ageLine, type Context, knownGalaxy } from './knownGalaxy.ts';
import { locateMe } from './location.ts';

const MAX_LABEL_NAME = 28;

/** The card of the place that is typed, by UID or name; else the places that are nearest to it in name. */
export async function findAndShow(context: Context, typed: string) {
  const { texts } = context;
  const found = lookUpPlace(context, typed);
  if (found.place) return await showCard(context, found.place, [{ card: found.place.uid }], found.others);
  const offered = found.similar.map(({ uid, name, kind }) =>
    goButton(`${unformatted(name, MAX_LABEL_NAME)} · ${texts[kind].one}`, [{ card: uid }]),
  );
  const { unknown, didYouMean, nothingAlike } = texts.find;
  return message(
    'warning',
    text(unknown(plain(typed, 60)), offered.length > 0 ? didYouMean : nothingAlike),
    buttons(...offered),
    text(ageLine(texts, knownGalaxy(context))),
  );
}

export async function openCard(context: Context, uid: string, way: History) {
  const place = knownGalaxy(context).atlas.find(uid);
  if (!place) throw new UserError(context.texts.find.gone);
  return await showCard(context, place, way);
}

async function showCard(context: Context, place: GalaxyPlace, way: History, others: readonly GalaxyPlace[] = []) {
  const distance = await findDistance(context, place);
  return cardView(context.texts, knownGalaxy(context), { place, others, distance, way });
}

/** Only where no one else reads it: a few distances tell where someone is. */
async function findDistance(context: Context, place: GalaxyPlace): Promise<number | undefined> {
  if (!context.isPrivate || place.kind === 'sectors' || !context.link) return undefined;
  const point = knownGalaxy(context).atlas.positionOf(place);
  // The card is worth showing without it.
  const me = point && (await locateMe(context).catch(() => undefined));
  return me && toDistance(me, point);
}

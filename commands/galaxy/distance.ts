import type { HandlerContext } from '../../src/discord/declare/context.ts';
import { toDistance } from '../../src/galaxy/places.ts';
import { type MessageView, message, text } from '../../src/view/message.ts';
import { plain, unbroken } from '../../src/view/text.ts';
import { ageLine } from './age.ts';
import type { GalaxyTexts } from './en.ts';
import { findOrigin, type Origin } from './location.ts';

type Context = HandlerContext<undefined, GalaxyTexts>;

/** How far two places are from each other; each by UID or name. Without `from`, from the person's character. */
export async function showDistance(context: Context, from: string | undefined, to: string): Promise<MessageView> {
  const { texts, services } = context;
  const [start, end] = [await findOrigin(context, from), await findOrigin(context, to)];
  const line = ({ name, point }: Origin) => `**${plain(name, 60)}** ${unbroken(`(${point.x}, ${point.y})`)}`;
  return message(
    'neutral',
    text(`## ${texts.units(toDistance(start.point, end.point))}`, `${line(start)} → ${line(end)}`),
    text(`-# ${texts.distance.straight}`, ageLine(texts, services.galaxy.now())),
  );
}

import type { HandlerContext, Services } from '../../src/discord/declare/context.ts';
import type { Galaxy } from '../../src/galaxy/galaxy.ts';
import { UserError } from '../../src/view/errorView.ts';
import { timestamp } from '../../src/view/text.ts';
import type { GalaxyTexts } from './en.ts';

export type Context = HandlerContext<undefined, GalaxyTexts>;
export type GalaxyContext = { services: Pick<Services, 'galaxy'>; texts: GalaxyTexts };

const WEEK_MS = 7 * 24 * 60 * 60_000;

/** The known part of the galaxy. Throws a UserError while it's empty. */
export function knownGalaxy({ services, texts }: GalaxyContext) {
  const galaxy = services.galaxy.now();
  if (!galaxy.completedAt && galaxy.atlas.size === 0) throw new UserError(texts.notYet);
  return galaxy;
}

export function ageLine({ age }: GalaxyTexts, { atlas, completedAt }: Galaxy): string {
  if (!completedAt) return `-# ${age.reading(atlas.size)}`;
  const isOld = Date.now() - completedAt.getTime() > WEEK_MS;
  return `-# ${(isOld ? age.old : age.copied)(timestamp(completedAt, 'R'))}`;
}

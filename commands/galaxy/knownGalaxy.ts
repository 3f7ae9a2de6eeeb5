import type { HandlerContext, Services } from '../../src/discord/declare/context.ts';
import type { Galaxy } from '../../src/galaxy/galaxy.ts';
import { UserError } from '../../src/view/errorView.ts';
import { timestamp } from '../../src/view/text.ts';
import type { GalaxyTexts } from './en.ts';

export type Context = HandlerContext<undefined, GalaxyTexts>;
/** What looking up places needs. */
export type Looking = { services: Pick<Services, 'galaxy'>; texts: GalaxyTexts };

const WEEK_MS = 7 * 24 * 60 * 60_000;

/** The galaxy as far as it's known. Throws a UserError while nothing is. */
export function knownGalaxy({ services, texts }: Looking) {
  const galaxy = services.galaxy.now();
  if (!galaxy.completedAt && galaxy.atlas.size === 0) throw new UserError(texts.notYet);
  return galaxy;
}

/** A small line that says how old the copy of the galaxy is, or how far it is. */
export function ageLine({ age }: GalaxyTexts, { atlas, completedAt }: Galaxy): string {
  if (!completedAt) return `-# ${age.reading(atlas.size)}`;
  const isOld = Date.now() - completedAt.getTime() > WEEK_MS;
  return `-# ${(isOld ? age.old : age.copied)(timestamp(completedAt, 'R'))}`;
}

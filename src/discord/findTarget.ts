import { createDiscoverability } from '../account/discoverability.ts';
import { SealBroken } from '../account/seal.ts';
import { Mistake } from '../view/errorView.ts';
import type { Target } from './command.ts';
import type { HandlerContext } from './context.ts';

/**
 * The character of a Discord user who allowed to be found; not one whose name only an earlier release's record says. Throws the same {@link Mistake} for who did not allow it, who
 * has no character here, and whose link cannot be read: none of these is anybody else's business.
 */
export async function findTarget(
  { services }: Pick<HandlerContext<undefined>, 'services'>,
  { id, mention }: Target,
): Promise<{ uid: string; name: string }> {
  const isDiscoverable = await createDiscoverability(services.store).isDiscoverable(id);
  const link = await services.links.get(id).catch((error: unknown) => {
    if (error instanceof SealBroken) return undefined;
    throw error;
  });
  if (!isDiscoverable || !link || link.isUnverified)
    throw new Mistake(({ messages }) => messages.menu.notFindable(mention));
  return link.character;
}

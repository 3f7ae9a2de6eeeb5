import { createDiscoverability } from '../../src/account/discoverability.ts';
import { SealBroken } from '../../src/account/seal.ts';
import type { Target } from '../../src/discord/command.ts';
import type { HandlerContext } from '../../src/discord/context.ts';
import { UserError } from '../../src/view/errorView.ts';
import { de } from './de.ts';
import { en } from './messages.ts';

/**
 * The character of a discoverable Discord user. Throws the same {@link UserError} for a user who
 * isn't discoverable, has no character here, has a link that can't be read or one whose name only an
 * earlier release recorded: the difference is private.
 */
export async function findTarget(
  { services, language }: Pick<HandlerContext<undefined>, 'services' | 'language'>,
  { id, mention }: Target,
): Promise<{ uid: string; name: string }> {
  const isDiscoverable = await createDiscoverability(services.store).isDiscoverable(id);
  const link = await services.links.get(id).catch((error: unknown) => {
    if (error instanceof SealBroken) return undefined;
    throw error;
  });
  if (!isDiscoverable || !link || link.isUnverified) throw new UserError({ en, de }[language].notDiscoverable(mention));
  return link.character;
}

import { z } from 'zod';
import type { Store } from '../store/store.ts';

/** Which Discord users let others look up their character from their user menu. Off by default. */
export function createDiscoverability(store: Store) {
  const choices = store.collection('findable', z.literal(true));
  return {
    isDiscoverable: async (discordUserId: string) => (await choices.get(discordUserId)) ?? false,
    /** Turning it off leaves nothing stored. */
    async setDiscoverable(discordUserId: string, isDiscoverable: boolean): Promise<void> {
      if (isDiscoverable) await choices.set(discordUserId, true);
      else await choices.delete(discordUserId);
    },
  };
}

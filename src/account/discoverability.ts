import { z } from 'zod';
import type { Store } from '../store/store.ts';

/** Which Discord users let others look up their character from their user menu. Off by default. */
export type Discoverability = {
  isDiscoverable(discordUserId: string): Promise<boolean>;
  /** Switching it off leaves nothing stored. */
  setDiscoverable(discordUserId: string, isDiscoverable: boolean): Promise<void>;
};

/** Keeps the choices in the store's collection `findable`. */
export function createDiscoverability(store: Store): Discoverability {
  const choices = store.collection('findable', z.literal(true));
  return {
    isDiscoverable: async (discordUserId) => (await choices.get(discordUserId)) ?? false,
    async setDiscoverable(discordUserId, isDiscoverable) {
      if (isDiscoverable) await choices.set(discordUserId, true);
      else await choices.delete(discordUserId);
    },
  };
}

import { z } from 'zod';
import type { Store } from '../store/store.ts';

/** Which Discord users allowed others to find their game character by their Discord user menu. Nobody, unless they said so. */
export type Findable = {
  isFindable(discordUserId: string): Promise<boolean>;
  /** Off leaves nothing behind. */
  setFindable(discordUserId: string, isFindable: boolean): Promise<void>;
};

/** The users' choices, kept in the store's collection `findable`. */
export function createFindable(store: Store): Findable {
  const collection = store.collection('findable', z.literal(true));
  return {
    isFindable: async (discordUserId) => (await collection.get(discordUserId)) ?? false,
    async setFindable(discordUserId, isFindable) {
      if (isFindable) await collection.set(discordUserId, true);
      else await collection.delete(discordUserId);
    },
  };
}

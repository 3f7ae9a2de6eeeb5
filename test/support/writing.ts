import type { Game } from '../../src/game/client.ts';
import type { Writing } from '../../src/writes/kind.ts';

/** What a look-up gets: this game, and what other writes have. */
export function toWriting(game: Game, { taken = [] as readonly string[], isOnly = true, now = 0 } = {}): Writing {
  return {
    game: Object.assign(game, { now: () => now }),
    me: { uid: '1:1', name: 'Vael Ondar' },
    person: { id: '1' },
    language: 'en',
    services: { now: () => now } as Writing['services'],
    evidence: { free: async (ids) => ids.filter((id) => !taken.includes(id)), isOnly: async () => isOnly },
  };
}

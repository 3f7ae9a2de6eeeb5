import type { PersonSpec } from './world.ts';

/** The three people of the sandbox. Their ids are fixed: what a bot stored about them outlives a restart. */
export const defaultPeople = {
  player: {
    id: '1000000000000000001',
    username: 'kestrel',
    displayName: 'Kestrel',
    role: 'a player',
  },
  officer: {
    id: '1000000000000000002',
    username: 'tamsin',
    displayName: 'Tamsin',
    role: 'a faction officer',
    owner: true,
    installed: true,
  },
  visitor: {
    id: '1000000000000000003',
    username: 'juno',
    displayName: 'Juno',
    role: 'a visitor without a game account',
  },
} as const satisfies Record<string, PersonSpec>;

/** What the default people are called in tests. */
export type DefaultName = keyof typeof defaultPeople;

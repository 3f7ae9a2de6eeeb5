import type { PersonSpec } from '../world.ts';

/** Fixed ids: the bot's stored data outlives a restart. They also give different colors. */
export const defaultPeople = {
  player: { id: '1000000000004194304', username: 'kestrel', displayName: 'Kestrel', role: 'a player' },
  officer: {
    id: '1000000000016777216',
    ...{ username: 'tamsin', displayName: 'Tamsin', role: 'a faction officer' },
    ...{ owner: true, installed: true },
  },
  visitor: {
    id: '1000000000008388608',
    ...{ username: 'juno', displayName: 'Juno', role: 'a visitor without a game account' },
  },
} as const satisfies Record<string, PersonSpec>;

export type DefaultName = keyof typeof defaultPeople;

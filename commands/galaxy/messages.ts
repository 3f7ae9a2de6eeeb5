import { en as kit } from '../../src/view/messages.ts';

export const en = {
  description: 'Browse the galaxy',
  page: 'The page to start on',
  systems: { description: 'All star systems', title: 'Star systems' },
  planets: { description: 'All planets', title: 'Planets' },
  sectors: { description: 'All sectors', title: 'Sectors' },
  stations: { description: 'All space stations', title: 'Stations' },
  cities: { description: 'All cities', title: 'Cities' },
  controlledBy: (name: string): string => `held by ${name}`,
  population: (value: number): string => `pop. ${kit.number(value)}`,
  knownSystems: (value: number): string => `${kit.number(value)} ${value === 1 ? 'system' : 'systems'}`,
};

export type GalaxyMessages = typeof en;

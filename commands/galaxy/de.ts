import { de as kit } from '../../src/view/de.ts';
import type { GalaxyMessages } from './messages.ts';

export const de: GalaxyMessages & { names: Record<string, string> } = {
  names: {
    galaxy: 'galaxie',
    systems: 'systeme',
    planets: 'planeten',
    sectors: 'sektoren',
    stations: 'stationen',
    cities: 'städte',
  },
  description: 'Sieh dich in der Galaxie um',
  page: 'Die Seite, mit der die Liste beginnt',
  systems: { description: 'Alle Sternsysteme', title: 'Sternsysteme' },
  planets: { description: 'Alle Planeten', title: 'Planeten' },
  sectors: { description: 'Alle Sektoren', title: 'Sektoren' },
  stations: { description: 'Alle Raumstationen', title: 'Raumstationen' },
  cities: { description: 'Alle Städte', title: 'Städte' },
  controlledBy: (name) => `gehört ${name}`,
  population: (value) => `${kit.number(value)} Einw.`,
  knownSystems: (value) => `${kit.number(value)} ${value === 1 ? 'System' : 'Systeme'}`,
};

import type { Database } from '../world/database.ts';
import { createNames } from './names.ts';
import { createRandom } from './random.ts';
import { seedFolk } from './seedFolk.ts';
import { seedGalaxy } from './seedGalaxy.ts';
import { seedHistory } from './seedHistory.ts';

const SEED = 27_088;

/**
 * Fills an empty database with the world, always the same one. Its dates count back from
 * `startedAt` (unix seconds).
 */
export function seedWorld(database: Database, startedAt: number): void {
  database.atomically(() => {
    if (database.first('SELECT 1 FROM seed')) return;
    const random = createRandom(SEED);
    const names = createNames(random);
    const places = seedGalaxy(database, random, names);
    const everyone = seedFolk({ database, random, names, places, startedAt });
    seedHistory(database, random, everyone, startedAt);
    database.insert('seed', { fingerprint: String(SEED) });
  });
}

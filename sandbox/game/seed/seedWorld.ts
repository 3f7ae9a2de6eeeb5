import type { Database } from '../world/database.ts';
import { createNames } from './names.ts';
import { createRandom } from './random.ts';
import { seedFolk } from './seedFolk.ts';
import { seedGalaxy } from './seedGalaxy.ts';
import { seedHistory } from './seedHistory.ts';

const seed = 27_088;

/**
 * Fills an empty database with the world on its first day: always the same one, its dates relative
 * to `startedAt` (unix seconds). Leaves a database alone that was filled before.
 */
export function seedWorld(database: Database, startedAt: number): void {
  database.atomically(() => {
    if (database.first('SELECT 1 FROM seed')) return;
    const random = createRandom(seed);
    const names = createNames(random);
    const places = seedGalaxy(database, random, names);
    const everybody = seedFolk(database, random, names, places, startedAt);
    seedHistory(database, random, everybody, startedAt);
    database.run('INSERT INTO seed (fingerprint) VALUES (?)', String(seed));
  });
}

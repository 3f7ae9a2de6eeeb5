import type { Database } from '../world/database.ts';
import { createNames } from './names.ts';
import { createRandom } from './random.ts';
import { seedFolk } from './seedFolk.ts';
import { seedGalaxy } from './seedGalaxy.ts';
import { seedHistory } from './seedHistory.ts';

const seed = 27_088;

/** Fills an empty database with the world as it is on its first day, always the same one. A database that was filled before is left alone. */
export function seedWorld(database: Database): void {
  database.atomically(() => {
    if (database.first('SELECT 1 FROM seed')) return;
    const random = createRandom(seed);
    const names = createNames(random);
    const places = seedGalaxy(database, random, names);
    const everybody = seedFolk(database, random, names, places);
    seedHistory(database, random, everybody);
    database.run('INSERT INTO seed (fingerprint) VALUES (?)', String(seed));
  });
}

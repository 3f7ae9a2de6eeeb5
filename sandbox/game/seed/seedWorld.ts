import { type Database, openDatabase } from '../world/database.ts';
import { createNames } from './names.ts';
import { createRandom } from './random.ts';
import { seedCharacters } from './seedCharacters.ts';
import { seedFaction } from './seedFaction.ts';
import { seedGalaxy } from './seedGalaxy.ts';
import { seedHistory } from './seedHistory.ts';

const SEED = 27_088;

const IN_MEMORY = ':memory:';
/** The first world in memory of this process. The others are copies. */
let first: { content: Uint8Array; startedAt: number } | undefined;

/** Opens a database with the usual world; dates count back from `startedAt` (unix seconds). */
export function openWorld(location: string, startedAt: number): Database {
  if (location !== IN_MEMORY || first === undefined) {
    const database = openDatabase(location);
    seedWorld(database, startedAt);
    if (location === IN_MEMORY) first = { content: database.serialize(), startedAt };
    return database;
  }
  const database = openDatabase(location, first.content);
  const later = startedAt - first.startedAt;
  database.run('UPDATE characters SET last_login = last_login + ?', later);
  database.run('UPDATE messages SET sent_at = sent_at + ?', later);
  database.run('UPDATE transactions SET made_at = made_at + ?', later);
  return database;
}

/** Fills an empty database. */
function seedWorld(database: Database, startedAt: number): void {
  database.atomically(() => {
    if (database.first('SELECT 1 FROM seed')) return;
    const random = createRandom(SEED);
    const names = createNames(random);
    const places = seedGalaxy(database, random, names);
    const everyone = seedCharacters({ database, random, names, places, startedAt });
    seedHistory(database, random, everyone, startedAt);
    // Last and by its own random source, so that the rest of the world stays the same.
    seedFaction({ database, random: createRandom(SEED + 1), names, places, startedAt });
    database.insert('seed', { fingerprint: String(SEED) });
  });
}

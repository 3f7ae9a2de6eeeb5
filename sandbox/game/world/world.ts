import { createCharacters } from './characters.ts';
import { createCredits } from './credits.ts';
import type { Database } from './database.ts';
import { createGalaxy } from './galaxy.ts';
import { createMessages } from './messages.ts';
import { createPrivileges } from './privileges.ts';

export type World = ReturnType<typeof createWorld>;

export function createWorld(database: Database) {
  return {
    characters: createCharacters(database),
    messages: createMessages(database),
    credits: createCredits(database),
    privileges: createPrivileges(database),
    galaxy: createGalaxy(database),
  };
}

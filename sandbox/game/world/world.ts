import { type Characters, createCharacters } from './characters.ts';
import { type Credits, createCredits } from './credits.ts';
import type { Database } from './database.ts';
import { createGalaxy, type Galaxy } from './galaxy.ts';
import { createMessages, type Messages } from './messages.ts';
import { createPrivileges, type Privileges } from './privileges.ts';

/** All that is in the game, as the operations see it. */
export interface World {
  characters: Characters;
  messages: Messages;
  credits: Credits;
  privileges: Privileges;
  galaxy: Galaxy;
}

/** The world that is kept in `database`. */
export function createWorld(database: Database): World {
  return {
    characters: createCharacters(database),
    messages: createMessages(database),
    credits: createCredits(database),
    privileges: createPrivileges(database),
    galaxy: createGalaxy(database),
  };
}

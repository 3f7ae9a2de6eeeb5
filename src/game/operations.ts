import { characterOperations } from './resources/character.ts';
import { creditOperations } from './resources/credits.ts';
import { galaxyOperations } from './resources/galaxy.ts';
import { messageOperations } from './resources/messages.ts';
import { privilegeOperations } from './resources/privileges.ts';
import { skillOperations } from './resources/skills.ts';

/** All operations by their dotted names, one file per resource (docs/interface.md). */
export const operations = {
  ...characterOperations,
  ...messageOperations,
  ...skillOperations,
  ...creditOperations,
  ...privilegeOperations,
  ...galaxyOperations,
};

export type Operations = typeof operations;
export type OperationName = keyof Operations;

import { characterOperations } from './character.ts';
import { creditOperations } from './credits.ts';
import { galaxyOperations } from './galaxy.ts';
import { messageOperations } from './messages.ts';
import { privilegeOperations } from './privileges.ts';
import { skillOperations } from './skills.ts';

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

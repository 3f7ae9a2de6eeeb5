import { commands } from '../../commands/index.ts';
import { createIds } from '../../src/view/customId.ts';
import type { PageIds } from '../../src/view/pager.ts';

/** A Discord user with an id as long as they get. */
export const OWNER = '1'.repeat(20);

/** The custom ids that a command's handlers make. */
export const idsOf = (command: string) => createIds(commands)(command, OWNER);

/** Ids that only have to be apart. */
export const PAGE_IDS: PageIds = {
  to: (page, role) => `page/${page}/${role}`,
  jump: (pages) => `jump/${pages}`,
};

import type { PageIds } from '../../src/view/pager.ts';

/** A Discord user with an id as long as they get. */
export const OWNER = '1'.repeat(20);

/** Ids that only have to be apart. */
export const PAGE_IDS: PageIds = {
  to: (page, role) => `page/${page}/${role}`,
  jump: (pages) => `jump/${pages}`,
};

import { idsOf, paged } from '../../src/view/customId.ts';

/** The custom ids of `/skills`. */
export const ids = idsOf('skills', paged('page', {}));

import { idsOf, paged } from '../../src/view/customId.ts';

export const ids = idsOf('skills', paged('page', {}));

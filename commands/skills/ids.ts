import { idsOf, optional, paged, text } from '../../src/view/customId.ts';

/** The custom ids of `/skills`; `character` is another one's UID. */
export const ids = idsOf('skills', paged('page', { character: optional(text) }));

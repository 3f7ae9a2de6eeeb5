import { idsOf, optional, paged, text } from '../../src/view/customId.ts';

/** The custom ids of `/skills`; `of` is another character's UID. */
export const ids = idsOf('skills', paged('page', { of: optional(text) }));

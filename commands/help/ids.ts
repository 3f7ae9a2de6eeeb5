import { idsOf, optional, paged, text } from '../../src/view/customId.ts';

/** `command`: the one that the page is about. Earlier releases left it out, for all of them. */
export const ids = idsOf('help', { show: {}, ...paged('page', { command: optional(text) }) });

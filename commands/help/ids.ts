import { idsOf, optional, paged, text } from '../../src/view/customId.ts';

/** `command`: the one that the page is about; earlier releases' buttons have none. */
export const ids = idsOf('help', { show: {}, ...paged('page', { command: optional(text) }) });

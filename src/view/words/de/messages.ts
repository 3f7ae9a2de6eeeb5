import type { Words } from '../en.ts';

/** Words of the area "messages", in German. */
export const messages: Words['messages'] = {};

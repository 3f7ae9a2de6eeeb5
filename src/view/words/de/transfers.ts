import type { Words } from '../en.ts';

/** Words of the area "transfers", in German. */
export const transfers: Words['transfers'] = {};

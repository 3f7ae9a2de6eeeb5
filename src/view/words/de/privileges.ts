import type { Words } from '../en.ts';

/** Words of the area "privileges", in German. */
export const privileges: Words['privileges'] = {};

import type { Words } from '../en.ts';

/** Words of the area "account", in German. */
export const account: Words['account'] = {};

import { flag, idsOf } from '../../src/view/customId.ts';

/** The custom ids of `/account`; `wanted`: whether others may find the character. */
export const ids = idsOf('account', {
  ...{ show: {}, discoverable: { wanted: flag }, export: {}, erase: {}, eraseAll: {}, batch: {} },
});

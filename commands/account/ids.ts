import { flag, idsOf } from '../../src/view/customId.ts';

/** `wanted`: whether others may look up the character. */
export const ids = idsOf('account', {
  ...{ show: {}, discoverable: { wanted: flag }, export: {}, forget: {}, erase: {}, eraseAll: {}, batch: {} },
});

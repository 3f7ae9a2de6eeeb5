import { flag, idsOf, integer, text } from '../../src/view/customId.ts';

const BATCH = { id: text };

/** The custom ids of `/account`, and of every batch; `wanted`: whether others may find the character. */
export const ids = idsOf('account', {
  ...{ show: {}, discoverable: { wanted: flag }, export: {}, erase: {}, eraseAll: {} },
  confirm: { ticket: text },
  type: { ticket: text, expected: integer },
  drop: { ticket: text },
  ...{ pause: BATCH, resume: BATCH, stop: BATCH, undo: BATCH, rest: BATCH, batch: {} },
});

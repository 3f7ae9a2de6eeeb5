import { idsOf, optional, text } from '../../src/view/customId.ts';

const RANK = { rank: optional(text) };
const MEMBER = { uid: text };

export const ids = idsOf('rank', {
  ...{ again: RANK, open: RANK, restore: RANK },
  ...{ restoreOne: MEMBER, accept: MEMBER },
});

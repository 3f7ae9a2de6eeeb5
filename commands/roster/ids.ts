import { idsOf, paged, text } from '../../src/view/customId.ts';

export const ids = idsOf('roster', {
  ...paged('show', {}),
  ...paged('check', {}),
  again: {},
  member: {},
  remove: { uid: text },
  strip: { uid: text },
  invite: {},
  join: {},
  accept: {},
  import: {},
  delete: {},
  me: {},
  object: { server: text },
});

import { idsOf, integer, optional, paged, text } from '../../src/view/customId.ts';

/** `name` only saves a request. */
const WHO = { uid: text, faction: optional(text), name: optional(text) };
const TICKET = { ticket: text };

export const ids = idsOf('privileges', {
  ...paged('list', WHO),
  show: WHO,
  pick: WHO,
  ...paged('parts', TICKET),
  open: TICKET,
  choose: { ...TICKET, part: integer },
  review: TICKET,
});

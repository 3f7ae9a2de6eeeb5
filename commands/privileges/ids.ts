import { idsOf, integer, paged, text } from '../../src/view/customId.ts';

const TICKET = { ticket: text };
/** A group by its place in the list that the ticket is for. */
const ON_GROUP = { ...TICKET, index: integer };
const WRITE = { id: text };

export const ids = idsOf('privileges', {
  ...paged('groups', TICKET),
  pick: TICKET,
  ...paged('group', ON_GROUP),
  edit: { ...ON_GROUP, page: integer },
  choose: TICKET,
  confirm: TICKET,
  cancel: TICKET,
  again: WRITE,
  undo: WRITE,
  check: WRITE,
});

import { idsOf, integer, text } from '../../src/view/customId.ts';

/** The ticket of a confirmation is the id of its transfer too. */
const TICKET = { ticket: text };

export const ids = idsOf('credits', {
  confirm: TICKET,
  type: { ...TICKET, amount: integer },
  cancel: TICKET,
  again: TICKET,
  check: { id: text },
  startOver: TICKET,
  log: {},
});

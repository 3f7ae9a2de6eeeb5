import { flag, idsOf, integer, text } from '../../src/view/customId.ts';

/** The ticket of a confirmation is the id of its transfer too. */
const TICKET = { ticket: text };

/** The ticket of a list as it was written. */
const DRAFT = { draft: text };

export const ids = idsOf('credits', {
  confirm: TICKET,
  type: { ...TICKET, amount: integer },
  cancel: TICKET,
  again: TICKET,
  check: { id: text },
  startOver: TICKET,
  log: {},
  pay: {},
  saveList: {},
  payFix: DRAFT,
  payDraft: { ...DRAFT, isAddedUp: flag, isAsked: flag },
});

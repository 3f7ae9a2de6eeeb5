import { flag, idsOf, integer, oneOf, optional, paged, text } from '../../src/view/customId.ts';

/** The ticket of a confirmation is the id of its transfer too. */
const TICKET = { ticket: text };

export const ids = idsOf('credits', {
  confirm: TICKET,
  type: { ...TICKET, amount: integer },
  cancel: TICKET,
  again: TICKET,
  check: { id: text },
  startOver: TICKET,
});

/** The ticket of a list as it was written. */
const DRAFT = { draft: text };

export const payIds = idsOf('credits', {
  pay: {},
  saveList: {},
  payFix: DRAFT,
  payDraft: { ...DRAFT, isAddedUp: flag, isAsked: flag },
});

/** `filter`: its ticket. */
const LISTED = { window: oneOf('newest', 'oldest'), filter: optional(text) };
/** As `monthOf` counts. */
const MONTH = { month: integer };

export const logIds = idsOf('credits', {
  log: {},
  ...paged('page', LISTED),
  refresh: LISTED,
  export: { ...LISTED, month: optional(integer) },
  report: MONTH,
  entries: MONTH,
});

/** `of`: the asker's Discord user and the code. What is optional can be chosen in a select. */
export const requestIds = idsOf('credits', {
  askAll: {},
  payRequest: { of: optional(text) },
  checkRequest: { code: optional(text) },
  postRequest: { code: text },
  endRequest: { code: text },
});

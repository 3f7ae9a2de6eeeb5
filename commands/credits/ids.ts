import { flag, idsOf, integer, oneOf, optional, paged, text } from '../../src/view/customId.ts';

/** The confirmation's ticket is also its transfer's id. */
const TICKET = { ticket: text };

export const ids = idsOf('credits', {
  confirm: TICKET,
  type: { ...TICKET, amount: integer },
  cancel: TICKET,
  again: TICKET,
  check: { id: text },
  startOver: TICKET,
});

/** The ticket of a list's text. */
const DRAFT = { draft: text };

export const payIds = idsOf('credits', {
  pay: {},
  saveList: {},
  payFix: DRAFT,
  payDraft: { ...DRAFT, isAddedUp: flag, isAsked: flag, isRounded: flag, leavesPaid: flag },
  /** The form of a draft, whose answers still count. */
  payAgain: DRAFT,
  saveAgain: DRAFT,
  /** `of`: the question's key. An answer may come from a select. */
  payAnswer: { ...DRAFT, of: text, answer: optional(text), isAsked: flag, isRounded: flag },
  saveAnswer: { ...DRAFT, of: text, answer: optional(text) },
  payLookUp: { ...DRAFT, isAddedUp: flag, isRounded: flag, leavesPaid: flag },
});

/** `filter` is a ticket. */
const LISTED = { window: oneOf('newest', 'oldest'), filter: optional(text) };
/** Months as `monthOf` numbers them. */
const MONTH = { month: integer };

export const logIds = idsOf('credits', {
  log: {},
  ...paged('page', LISTED),
  refresh: LISTED,
  export: { ...LISTED, month: optional(integer) },
  report: MONTH,
  entries: MONTH,
});

/** `of`: the asker's Discord user and the code. Optional values may come from a select. */
export const requestIds = idsOf('credits', {
  askAll: {},
  payRequest: { of: optional(text) },
  checkRequest: { code: optional(text) },
  postRequest: { code: text },
  endRequest: { code: text },
});

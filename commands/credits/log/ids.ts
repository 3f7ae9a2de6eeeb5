import { idsOf, integer, oneOf, optional, paged, text } from '../../../src/view/customId.ts';

/** `filter`: its ticket. */
const LISTED = { window: oneOf('newest', 'oldest'), filter: optional(text) };
/** As `monthOf` counts. */
const MONTH = { month: integer };

export const logIds = idsOf('credits', {
  ...paged('page', LISTED),
  refresh: LISTED,
  export: { ...LISTED, month: optional(integer) },
  report: MONTH,
  entries: MONTH,
});

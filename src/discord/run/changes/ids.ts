import { idsOf, integer, text } from '../../../view/customId.ts';

const [LIST, TICKET] = [{ id: text }, { ticket: text }];

/** The custom ids of previews, lists and reports: those of `/account`, for older messages. */
export const ids = idsOf('account', {
  ...{ leaveOut: LIST, againWithout: LIST },
  ...{ confirm: TICKET, drop: TICKET, type: { ...TICKET, expected: integer } },
  ...{ pause: LIST, resume: LIST, stop: LIST, undo: LIST, rest: LIST, check: LIST, again: LIST },
});

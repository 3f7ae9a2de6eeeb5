import { idsOf, oneOf, optional, paged, text } from '../../src/view/customId.ts';

const QUESTION = { is: oneOf('check', 'rank', 'who'), of: optional(text) };

export const ids = idsOf('roster', {
  ...paged('show', {}),
  ...paged('ask', QUESTION),
  ...{ open: QUESTION, again: QUESTION, post: { of: optional(text) } },
  member: {},
  restore: { of: optional(text), uid: optional(text) },
  ...{ acceptDrift: { uid: text }, remove: { uid: text }, strip: { uid: text } },
  ...{ invite: {}, join: {}, accept: {}, import: {}, delete: {}, me: {} },
  object: { server: text },
});

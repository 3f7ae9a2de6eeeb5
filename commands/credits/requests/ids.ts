import { idsOf, optional, text } from '../../../src/view/customId.ts';

/** `of`: the asker's Discord user and the code. What is optional can be chosen in a select. */
export const requestIds = idsOf('credits', {
  askAll: {},
  payRequest: { of: optional(text) },
  checkRequest: { code: optional(text) },
  postRequest: { code: text },
  endRequest: { code: text },
});

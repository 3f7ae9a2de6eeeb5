import { idsOf, list, optional, text } from '../../src/view/customId.ts';

/** `waiting`: the ticket of the command to run afterwards. */
const STEP = { loginId: text, waiting: optional(text) };
/** `uid`: the character that the code is for. */
const AS = { ...STEP, uid: text };

export const ids = idsOf('login', {
  start: { waiting: optional(text), scopes: list },
  code: STEP,
  submitCode: STEP,
  link: AS,
  submitLink: AS,
  confirm: STEP,
  cancel: STEP,
  again: { waiting: text },
  permissions: {},
  keepOnly: {},
});

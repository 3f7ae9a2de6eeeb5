import { idsOf, list, optional, text } from '../../src/view/customId.ts';

/** The login, and the ticket of the command to run afterwards. */
const STEP = { loginId: text, waiting: optional(text) };
/** `uid`: the character that the code is typed for, if the invitation names it. */
const CODE = { ...STEP, uid: optional(text) };

/** The custom ids of `/login`; `start` has scopes to ask for. */
export const ids = idsOf('login', {
  start: { waiting: optional(text), scopes: list },
  choose: STEP,
  code: CODE,
  submitCode: CODE,
  confirm: STEP,
  cancel: STEP,
  again: { waiting: text },
  permissions: {},
  keepOnly: {},
});

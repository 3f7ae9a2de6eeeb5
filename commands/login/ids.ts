import { idsOf, list, optional, text } from '../../src/view/customId.ts';

/** The login, and the ticket of the command to run afterwards. */
const STEP = { loginId: text, waiting: optional(text) };
/** The character that the code is typed for. */
const AS = { ...STEP, uid: text };

/** The custom ids of `/login`; `start` has scopes to ask for. */
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

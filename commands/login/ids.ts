import { idsOf, list, optional, text } from '../../src/view/customId.ts';

/** The login, and the ticket of the command to run afterwards. */
const STEP = { loginId: text, waiting: optional(text) };

/** The custom ids of `/login`; `start` has scopes to ask for. */
export const ids = idsOf('login', {
  start: { waiting: optional(text), scopes: list },
  choose: STEP,
  code: STEP,
  submitCode: STEP,
  confirm: STEP,
  cancel: STEP,
  again: { waiting: text },
});

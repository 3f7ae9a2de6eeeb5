import { idsOf, integer } from '../../src/view/customId.ts';

/** `linkedAt`: which link the confirmation is about. */
export const ids = idsOf('logout', { run: {}, keep: {}, confirm: { linkedAt: integer } });

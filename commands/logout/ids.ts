import { idsOf, integer } from '../../src/view/customId.ts';

/** The custom ids of `/logout`; `linkedAt` tells which link the question was about. */
export const ids = idsOf('logout', { run: {}, keep: {}, confirm: { linkedAt: integer } });

import { idsOf } from '../../src/view/customId.ts';

/** The custom ids of `/logout`. */
export const ids = idsOf('logout', { run: {} });

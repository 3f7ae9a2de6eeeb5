import { idsOf } from '../../src/view/customId.ts';

/** The custom ids of `/help`. */
export const ids = idsOf('help', { show: {} });

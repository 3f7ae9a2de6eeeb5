import { idsOf } from '../../src/view/customId.ts';

export const ids = idsOf('help', { show: {} });

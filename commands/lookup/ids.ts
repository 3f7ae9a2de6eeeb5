import { idsOf, text } from '../../src/view/customId.ts';

export const ids = idsOf('lookup', { share: { uid: text, handle: text } });

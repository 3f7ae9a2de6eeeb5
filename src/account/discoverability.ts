import { z } from 'zod';
import { collection } from '../store/declared.ts';

/** Whether others may look up a Discord user's character from their user menu. Only stored if so. */
export const DISCOVERABLE = collection('findable', z.literal(true), {
  about: 'person',
  says: 'discoverable',
  toExport: async (reading) => ({ discoverable: (await reading) ?? false }),
});

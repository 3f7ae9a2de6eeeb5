import { z } from 'zod';
import { collection } from '../../store/declared.ts';
import type { Collection } from '../../store/store.ts';

/** How the service names things, as it showed: a `faction_id` by UID or by the number in it, the
 * `recipient` of a transfer by UID or by handle. */
export type WireForms = Collection<'uid' | 'number' | 'handle'>;

/** Kept for all processes, until the service shows another form. */
export const WIRE_FORMS = collection('wire-forms', z.enum(['uid', 'number', 'handle']), { about: 'game' });

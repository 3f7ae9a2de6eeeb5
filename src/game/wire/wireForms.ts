import { z } from 'zod';
import { collection } from '../../store/declared.ts';
import type { Collection } from '../../store/store.ts';

/** How the service names a faction (UID or number) and a recipient (UID or handle). */
export type WireForms = Collection<'uid' | 'number' | 'handle'>;

/** Kept for all processes, until the service shows another form. */
export const WIRE_FORMS = collection('wire-forms', z.enum(['uid', 'number', 'handle']), { about: 'game' });

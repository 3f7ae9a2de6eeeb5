import { z } from 'zod';
import { collection } from '../../store/declared.ts';
import type { Collection } from '../../store/store.ts';

/** The forms in which the service names factions (UID, number) and recipients (UID, handle). */
export type WireForms = Collection<'uid' | 'number' | 'handle'>;

/** Shared by all processes, until the service shows another form. */
export const WIRE_FORMS = collection('wire-forms', z.enum(['uid', 'number', 'handle']), { about: 'game' });

import { z } from 'zod';
import { reference } from '../game/parameters.ts';
import { collection } from '../store/declared.ts';

const KEPT_MS = 95 * 24 * 60 * 60_000;
const OF_SERVER = { about: 'server', says: 'trail', keptForMs: KEPT_MS } as const;
const row = z.object({ action: z.string(), target: reference, detail: z.string(), state: z.string() });

export const ENTRIES = collection('trail', z.object({ at: z.number(), rows: z.array(row) }), OF_SERVER);

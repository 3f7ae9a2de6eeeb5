import { names } from './de/names.ts';
import { server } from './de/server.ts';
import type { en } from './en.ts';

/** The German sentences of the commands without a folder. */
export const de: typeof en = { names, server };

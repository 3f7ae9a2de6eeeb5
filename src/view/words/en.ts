import type { Messages } from '../language.ts';
import { names } from './en/names.ts';
import { server } from './en/server.ts';

/** The English sentences of the commands without a folder. */
export const en = { names, server };

/** This catalogue goes into the commands' folders, area by area. */
export type Words = Messages<typeof en>;

import type { Words } from '../en.ts';

/** The names of commands, subcommands and options, in German. */
export const names: Words['names'] = {
  list: 'liste',
  page: 'seite',
  server: 'server',
  audit: 'protokoll',
  channel: 'kanal',
};

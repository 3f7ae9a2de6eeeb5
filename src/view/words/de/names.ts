import type { Words } from '../en.ts';

/** The names of commands, subcommands and options, in German. */
export const names: Words['names'] = {
  msg: 'nachricht',
  send: 'senden',
  to: 'an',
  text: 'text',
  list: 'liste',
  mode: 'art',
  page: 'seite',
  read: 'lesen',
  message: 'nachricht',
  delete: 'löschen',
  server: 'server',
  audit: 'protokoll',
  channel: 'kanal',
};

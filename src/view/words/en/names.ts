/** The names of commands, subcommands and options, in English: those that the code and Discord know them by. */
export const names = {
  list: 'list',
  page: 'page',
  server: 'server',
  audit: 'audit',
  channel: 'channel',
};

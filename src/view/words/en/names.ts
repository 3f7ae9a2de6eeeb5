/** The names of commands, subcommands and options, in English: those that the code and Discord know them by. */
export const names = {
  msg: 'msg',
  send: 'send',
  to: 'to',
  text: 'text',
  list: 'list',
  mode: 'mode',
  page: 'page',
  read: 'read',
  message: 'message',
  delete: 'delete',
  server: 'server',
  audit: 'audit',
  channel: 'channel',
};

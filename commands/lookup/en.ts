export const en = {
  description: 'Find a character by handle; works without a login',
  handle: "The character's name in the game",
  found: (handle: string): string => `**${handle}** is a character in the game.`,
  profile: 'Show profile',
  write: 'Write a message',
};

export type LookupMessages = typeof en;

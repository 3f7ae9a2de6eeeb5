/** Privileges over money, members and privileges. The names of groups are the live game's. */
const MATTERS = /^(?:finance|privileges|second_in_command|faction_management)\/|^members\/(?!view$)/i;

/** True for a privilege that an officer should know about, as `group/privilege`. */
export const matters = (path: string): boolean => MATTERS.test(path) && !/\/view$/i.test(path);

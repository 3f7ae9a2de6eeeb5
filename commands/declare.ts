import { commandsIn } from '../src/discord/command.ts';
import { WORDS } from '../src/view/words/wordsFor.ts';

/** For commands whose messages are still in the catalogue of all. */
export const { command, group, subcommand, userMenu, update, reply, modal, pages } = commandsIn(WORDS);

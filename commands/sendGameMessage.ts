import { writeToView } from '../src/view/sentMessageViews.ts';
import { findTarget } from './characters/findTarget.ts';
import { userMenu } from './declare.ts';
import { toComposeId } from './msg/compose.ts';

/** Says first who the user is, for a modal could only be opened before that is known, and the text be written in vain. */
export const sendGameMessage = userMenu({
  name: 'sendGameMessage',
  label: ({ messages }) => messages.menu.send,
  needs: ['MESSAGES_SEND', 'MESSAGES_READ'],
  run: async ({ target, idFor, words, ...context }) => {
    const character = await findTarget(context, target);
    return writeToView(words, target.mention, character, toComposeId(idFor, character.name));
  },
});

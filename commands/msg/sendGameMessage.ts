import { commandsIn } from '../../src/discord/command.ts';
import { message, text } from '../../src/view/message.ts';
import { plain } from '../../src/view/text.ts';
import { findTarget } from '../characters/findCharacter.ts';
import { de } from './de.ts';
import { toComposeId } from './ids.ts';
import { en } from './messages.ts';
import { row } from './messageViews.ts';

const { userMenu } = commandsIn({ en, de });

/** Says first who the user is: a window opens before that is known, so its text could be wasted. */
export const sendGameMessage = userMenu({
  name: 'sendGameMessage',
  label: ({ menu }) => menu.send,
  needs: ['MESSAGES_SEND', 'MESSAGES_READ'],
  run: async ({ target, idFor, messages: { menu }, ...context }) => {
    const { name } = await findTarget(context, target);
    const sentence = text(menu.writeTo(target.mention, plain(name, 60)));
    return message('neutral', sentence, row([menu.write, toComposeId(idFor, [name]), 'primary']));
  },
});

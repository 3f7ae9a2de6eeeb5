import { commandsIn } from '../../src/discord/command.ts';
import { button, buttons, message, text } from '../../src/view/message.ts';
import { plain } from '../../src/view/text.ts';
import { CHARACTER_OPTION } from '../characters/contacts.ts';
import { findByHandle } from '../characters/findCharacter.ts';
import { toComposeId } from '../msg/ids.ts';
import { de } from './de.ts';
import { en } from './messages.ts';

const { command } = commandsIn({ en, de });

export const lookup = command({
  name: 'lookup',
  description: ({ description }) => description,
  visibility: 'public',
  options: { handle: { ...CHARACTER_OPTION, description: ({ handle }) => handle, required: true } },
  run: async ({ options, messages, idFor, ...context }) => {
    const { uid, handle } = await findByHandle(context, options.handle);
    return message(
      'neutral',
      text(messages.found(plain(handle)), `**UID:** ${plain(uid)}`),
      buttons(
        button(messages.profile, idFor('profile/show', { uid }), { style: 'primary' }),
        button(messages.write, toComposeId(idFor, [handle])),
      ),
    );
  },
});

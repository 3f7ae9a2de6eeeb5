import { commandsIn } from '../../src/discord/command.ts';
import { CHARACTER_OPTION } from '../characters/contacts.ts';
import { findByHandle } from '../characters/findCharacter.ts';
import { toComposeId } from '../msg/ids.ts';
import { de } from './de.ts';
import { lookupView } from './lookupView.ts';
import { en } from './messages.ts';

const { command } = commandsIn({ en, de });

export const lookup = command({
  name: 'lookup',
  description: ({ description }) => description,
  visibility: 'public',
  options: { handle: { ...CHARACTER_OPTION, description: ({ handle }) => handle, required: true } },
  run: async ({ options: { handle }, ...context }) => {
    const { messages, idFor } = context;
    const found = await findByHandle(context, handle);
    return lookupView(messages, found, {
      profile: idFor('profile/show', { uid: found.uid }),
      compose: toComposeId(idFor, [found.handle]),
    });
  },
});

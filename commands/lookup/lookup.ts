import { commandsIn } from '../../src/discord/declare/command.ts';
import type { ResolvedHandle } from '../../src/game/resources/character.ts';
import { button, buttons, type MessageView, message, text } from '../../src/view/message.ts';
import { plain } from '../../src/view/text.ts';
import { CHARACTER_OPTION } from '../characters/contacts.ts';
import { findByHandle } from '../characters/findCharacter.ts';
import { toComposeId } from '../msg/ids.ts';
import { profileButton } from '../profile/ids.ts';
import { type LookupTexts, TEXTS } from './en.ts';

const { command } = commandsIn(TEXTS);

export const lookup = command({
  name: 'lookup',
  description: ({ description }) => description,
  visibility: 'public',
  options: { handle: { ...CHARACTER_OPTION, description: ({ handle }) => handle, required: true } },
  run: async (context) => foundView(context.texts, await findByHandle(context, context.options.handle)),
});

/** Handle and UID; the profile isn't offered where the UID is too long for a custom id. */
export function foundView(texts: LookupTexts, { uid, handle }: ResolvedHandle): MessageView {
  return message(
    'neutral',
    text(texts.found(plain(handle)), `**UID:** ${plain(uid)}`),
    buttons(profileButton(texts.profile, { uid }, { style: 'primary' }), button(texts.write, toComposeId([handle]))),
  );
}

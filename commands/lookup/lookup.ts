import { commandsIn } from '../../src/discord/declare/command.ts';
import type { ResolvedHandle } from '../../src/game/resources/character.ts';
import { ifFits } from '../../src/view/customId.ts';
import { button, buttons, message, text } from '../../src/view/message.ts';
import { plain } from '../../src/view/text.ts';
import { CHARACTER_OPTION } from '../characters/contacts.ts';
import { findByHandle } from '../characters/findCharacter.ts';
import { toComposeId } from '../msg/ids.ts';
import { profileButton } from '../profile/ids.ts';
import { type LookupTexts, TEXTS } from './en.ts';
import { ids } from './ids.ts';

const { command, on, post } = commandsIn(TEXTS);

export const lookup = command({
  name: 'lookup',
  description: ({ description }) => description,
  options: { handle: { ...CHARACTER_OPTION, description: ({ handle }) => handle, required: true } },
  run: async ({ options, isInBotDm, ...context }) =>
    foundView(context.texts, await findByHandle(context, options.handle), !isInBotDm),
  // The custom id has the result, so sharing it costs no request.
  actions: on(ids, { share: post({ run: async ({ texts, args }) => foundView(texts, args) }) }),
});

/** Handle and UID; only offers to share what fits into a custom id. */
export function foundView(texts: LookupTexts, { uid, handle }: ResolvedHandle, canShare = false) {
  return message(
    'neutral',
    text(texts.found(plain(handle)), `**UID:** ${plain(uid)}`),
    buttons(
      profileButton(texts.shared.showProfile, { uid }, { style: 'primary' }),
      button(texts.shared.writeMessage, toComposeId([handle])),
    ),
    // Three buttons don't fit into one row on a phone.
    buttons(canShare && ifFits(() => button(texts.shared.showEveryone, ids.share({ uid, handle })))),
  );
}

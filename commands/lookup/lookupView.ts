import type { ResolvedHandle } from '../../src/game/character.ts';
import type { Messages } from '../../src/view/language.ts';
import { button, buttons, type MessageView, message, text } from '../../src/view/message.ts';
import { plain } from '../../src/view/text.ts';
import type { LookupMessages } from './messages.ts';

/** A character that was found, with what can be done next. */
export function lookupView(
  { found, profile, write }: Messages<LookupMessages>,
  { uid, handle }: ResolvedHandle,
  ids: { profile: string; compose: string },
): MessageView {
  return message(
    'neutral',
    text(found(plain(handle)), `**UID:** ${plain(uid)}`),
    buttons(button(profile, ids.profile, { style: 'primary' }), button(write, ids.compose)),
  );
}

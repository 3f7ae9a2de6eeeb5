import type { HandlerContext } from '../../src/discord/context.ts';
import type { Character } from '../../src/game/character.ts';
import type { MessageView } from '../../src/view/message.ts';
import { noteContacts } from '../characters/contacts.ts';
import { toComposeId } from '../msg/ids.ts';
import type { ProfileMessages } from './messages.ts';
import { profileView, toPublicCharacter } from './profileView.ts';

/** The profile as the reader may see it, or as everyone may when it is shared; another's offers to write a message. */
export async function showProfile(
  context: HandlerContext<['CHARACTER_READ'], ProfileMessages>,
  found: Character,
  isShared = false,
): Promise<MessageView> {
  const { me, messages, idFor } = context;
  await noteContacts(context, [found]);
  if (found.uid !== me.uid)
    return profileView(messages, isShared ? toPublicCharacter(found) : found, {
      composeId: toComposeId(idFor, [found.name]),
    });
  return isShared ? profileView(messages, toPublicCharacter(found)) : profileView(messages, found, { isOwn: true });
}

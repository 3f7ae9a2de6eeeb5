import { z } from 'zod';
import type { WriteKind } from '../../src/discord/writeKind.ts';
import { isGameError } from '../../src/game/errors.ts';
import { deletionView } from '../../src/view/messageViews.ts';
import { WORDS } from '../../src/view/words/wordsFor.ts';
import { forgetRecent } from '../characters/recentMessages.ts';
import { MODES, toUnknownMessage } from './read.ts';

/** The message, and the page of a list to go back to. */
export const deletion = z.object({
  messageId: z.string(),
  ownerUid: z.string(),
  correspondent: z.string().optional(),
  place: z.object({ mode: z.enum(MODES), page: z.number() }).optional(),
});
const outcome = z.object({ deletion: z.enum(['deleted', 'foundDeleted', 'stillThere', 'unreadable']) });

/** Deletes a message from the person's own list. */
export const DELETION: WriteKind<z.output<typeof deletion>, object, z.output<typeof outcome>, typeof WORDS.en> = {
  name: 'message.delete',
  messages: WORDS,
  command: 'msg',
  data: deletion,
  baseline: z.object({}),
  outcome,
  before: async () => ({}),
  async send({ game, me, services, person }, { messageId }) {
    try {
      await game.character.messages.delete({ uid: me.uid, messageId });
      return { deletion: 'deleted' };
    } catch (error) {
      throw toUnknownMessage(error, messageId);
    } finally {
      await forgetRecent(services, { person, me });
    }
  },
  lostView: (words) => deletionView(words, 'unknown'),
  lookUp: ({ game, me }, { messageId }) =>
    game.character.messages.get({ uid: me.uid, messageId }).then(
      () => ({ deletion: 'stillThere' }),
      (error: unknown) => ({ deletion: isGameError(error, 'not_found') ? 'foundDeleted' : 'unreadable' }),
    ),
  isOpen: (result) => result.deletion === 'stillThere' || result.deletion === 'unreadable',
  changes: ({ messageId, correspondent }, result) => [
    {
      action: 'message.delete',
      targets: correspondent === undefined ? [] : [{ name: correspondent }],
      detail: messageId,
      result: result?.deletion === 'deleted' || result?.deletion === 'foundDeleted' ? 'done' : 'unknown',
    },
  ],
  notDone: ({ messages }) => messages.deletion.kept,
  gone: ({ messages }) => messages.deletion.gone,
  view: (words, { id, data: { place }, outcome: result }, idFor) =>
    deletionView(words, result.deletion, {
      look: idFor('lookDeleted', { id }),
      back: place && idFor('page', place),
    }),
};

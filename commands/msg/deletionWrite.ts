import { z } from 'zod';
import type { WriteKind } from '../../src/discord/writeKind.ts';
import { isGameError } from '../../src/game/errors.ts';
import { inLanguage } from '../../src/view/language.ts';
import { forgetRecent } from '../characters/recentMessages.ts';
import { mayStartOver } from './checks.ts';
import { de } from './de.ts';
import { deletionView } from './deletionView.ts';
import { toDeleteId } from './ids.ts';
import { en, type MsgMessages } from './messages.ts';
import { MODES, START } from './place.ts';
import { toUnknownMessage } from './read.ts';

/** The message, and the page of a list to go back to. */
export const deletion = z.object({
  messageId: z.string(),
  ownerUid: z.string(),
  correspondent: z.string().optional(),
  place: z.object({ mode: z.enum(MODES), page: z.number() }).default(START),
});
const outcome = z.object({
  deletion: z.enum(['deleted', 'foundDeleted', 'stillThere', 'unreadable']),
  /** When a lost response was last checked, in ms since the epoch. */
  checkedAt: z.number().optional(),
});

/** Deletes a message from the person's own list. */
export const DELETION: WriteKind<z.output<typeof deletion>, object, z.output<typeof outcome>, MsgMessages> = {
  name: 'message.delete',
  messages: { en, de },
  command: 'msg',
  data: deletion,
  baseline: z.object({}),
  outcome,
  before: async () => ({}),
  async send({ game, me, services, person, language }, { messageId }) {
    try {
      await game.character.messages.delete({ uid: me.uid, messageId });
      return { deletion: 'deleted' };
    } catch (error) {
      throw toUnknownMessage(inLanguage({ en, de }, language), error, messageId);
    } finally {
      await forgetRecent(services, { person, me });
    }
  },
  lostView: (messages) => deletionView(messages, 'checking'),
  async lookUp({ game, me }, { messageId }) {
    const found = await game.character.messages.get({ uid: me.uid, messageId }).then(
      () => 'stillThere' as const,
      (error: unknown) => (isGameError(error, 'not_found') ? 'foundDeleted' : 'unreadable'),
    );
    return { deletion: found, checkedAt: Date.now() };
  },
  isOpen: (result) => result.deletion === 'stillThere' || result.deletion === 'unreadable',
  changes: ({ messageId, correspondent }, result) => [
    {
      action: 'message.delete',
      targets: correspondent === undefined ? [] : [{ name: correspondent }],
      detail: messageId,
      result: result?.deletion === 'deleted' || result?.deletion === 'foundDeleted' ? 'done' : 'unknown',
    },
  ],
  notDone: (messages) => messages.deletion.kept,
  gone: (messages) => messages.deletion.gone,
  view: (messages, { id, data: { messageId, place }, outcome: { deletion, checkedAt }, startedAt }, idFor) =>
    deletionView(messages, deletion, {
      checkedAt,
      ids: {
        check: idFor('checkDeletion', { id }),
        startOver: mayStartOver(startedAt, checkedAt) ? toDeleteId(idFor, messageId, place) : undefined,
        list: idFor('page', place),
      },
    }),
};

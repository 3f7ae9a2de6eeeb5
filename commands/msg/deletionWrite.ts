import { z } from 'zod';
import type { IdFor } from '../../src/discord/customId.ts';
import type { Finished, WriteKind } from '../../src/discord/writeKind.ts';
import { isGameError } from '../../src/game/errors.ts';
import { noticeView } from '../../src/view/errorView.ts';
import { inLanguage, type Messages } from '../../src/view/language.ts';
import { button, buttons, type MessageView, message, text } from '../../src/view/message.ts';
import { lastChecked, mayStartOver } from '../../src/view/recheck.ts';
import { forgetRecent } from '../characters/recentMessages.ts';
import { de } from './de.ts';
import { deleteButton, place, START } from './ids.ts';
import { en, type MsgMessages } from './messages.ts';
import { toUnknownMessage } from './read.ts';

/** The message, and the page of a list to go back to. */
export const deletion = z.object({
  messageId: z.string(),
  ownerUid: z.string(),
  correspondent: z.string().optional(),
  place: place.default(START),
});
type Deletion = z.output<typeof deletion>;

const outcome = z.object({
  deletion: z.enum(['deleted', 'foundDeleted', 'stillThere', 'unreadable']),
  /** When a lost answer was last checked, in ms since the epoch. */
  checkedAt: z.number().optional(),
});
type Outcome = z.output<typeof outcome>;

/** Deletes a message from the person's own list. */
export const DELETION: WriteKind<Deletion, object, Outcome, MsgMessages> = {
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
  lostView: (messages) => noticeView(messages.deletion.checking, 'warning'),
  async lookUp({ game, me }, { messageId }) {
    const found = await game.character.messages.get({ uid: me.uid, messageId }).then(
      () => 'stillThere' as const,
      (error: unknown) => (isGameError(error, 'not_found') ? 'foundDeleted' : 'unreadable'),
    );
    return { deletion: found, checkedAt: Date.now() };
  },
  isOpen: (result) => !isDeleted(result),
  changes: ({ messageId, correspondent }, result) => [
    {
      action: 'message.delete',
      targets: correspondent === undefined ? [] : [{ name: correspondent }],
      detail: messageId,
      result: result && isDeleted(result) ? 'done' : 'unknown',
    },
  ],
  notDone: (messages) => messages.deletion.kept,
  gone: (messages) => messages.deletion.gone,
  view: deletionView,
};

function isDeleted({ deletion }: Outcome): boolean {
  return deletion === 'deleted' || deletion === 'foundDeleted';
}

/** What became of a deletion, and the next step. */
export function deletionView(
  messages: Messages<MsgMessages>,
  { id, data, outcome, startedAt }: Finished<Deletion, Outcome>,
  idFor: IdFor,
): MessageView {
  const { deletion, recheck, showList } = messages;
  const list = button(showList, idFor('page', data.place));
  const sentence = deletion[outcome.deletion];
  if (isDeleted(outcome)) return message('good', text(sentence), buttons(list));
  return message(
    'warning',
    text(sentence, lastChecked(messages, outcome.checkedAt)),
    buttons(
      button(recheck.again, idFor('checkDeletion', { id }), { style: 'primary' }),
      mayStartOver(startedAt, outcome.checkedAt) && deleteButton(idFor, recheck.startOver, data),
      list,
    ),
  );
}

import type { Message } from '../../src/game/messages.ts';
import type { Messages } from '../../src/view/language.ts';
import { type MessageView, message, text } from '../../src/view/message.ts';
import { timestamp } from '../../src/view/text.ts';
import { toCheckedLine } from './checks.ts';
import type { MsgMessages } from './messages.ts';
import { row, toLines } from './messageViews.ts';

type Said = Messages<MsgMessages>;

/** Asks before a message is deleted. */
export function deleteQuestionView(
  messages: Said,
  me: { uid: string },
  item: Message,
  { expiresAt, ids }: { expiresAt: number; ids: { confirm: string; keep: string } },
): MessageView {
  const { deletion } = messages;
  return message(
    'warning',
    text(`## ${deletion.title}`),
    text(toLines(messages, me, item)),
    text(deletion.explanation(timestamp(new Date(expiresAt), 't'))),
    row([deletion.confirm, ids.confirm, 'danger'], [deletion.keep, ids.keep]),
  );
}

/** A deletion: done, not confirmed, or the result of a check after a lost response. */
export type Deletion = 'deleted' | 'kept' | 'expired' | 'checking' | 'foundDeleted' | 'stillThere' | 'unreadable';

type Next = {
  /** When it was last checked, in ms since the epoch. */
  checkedAt?: number | undefined;
  ids?: { [Button in 'check' | 'askAgain' | 'startOver' | 'list']?: string | undefined };
};

export function deletionView(messages: Said, deletion: Deletion, { checkedAt, ids = {} }: Next = {}): MessageView {
  const { deletion: said, checkAgain, showList } = messages;
  const isDeleted = deletion === 'deleted' || deletion === 'foundDeleted';
  const canCheck = deletion === 'stillThere' || deletion === 'unreadable';
  return message(
    isDeleted ? 'good' : deletion === 'kept' || deletion === 'expired' ? 'neutral' : 'warning',
    text(said[deletion], canCheck && toCheckedLine(messages, checkedAt)),
    row(
      [checkAgain, canCheck && ids.check, 'primary'],
      [said.startOver, canCheck && ids.startOver],
      [said.askAgain, ids.askAgain, 'primary'],
      [showList, ids.list],
    ),
  );
}

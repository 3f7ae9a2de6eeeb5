import type { HandlerContext } from '../../src/discord/context.ts';
import { Mistake } from '../../src/view/errorView.ts';
import type { MessageView } from '../../src/view/message.ts';
import { LONGEST_TEXT } from '../../src/view/sentMessageViews.ts';
import { parseRecipients } from './recipients.ts';
import { SEND } from './sendWrite.ts';

type Context = HandlerContext<['MESSAGES_SEND', 'MESSAGES_READ']>;

/** Sends a message, once, and shows who got it. Throws a {@link Mistake} before anything is sent when it cannot be sent like that. */
export async function sendMessage(context: Context, asked: { to: string; text: string }): Promise<MessageView> {
  const data = { recipients: parseRecipients(asked.to), text: checkText(asked.text) };
  return await context.services.writes.once(context, SEND, data);
}

/** Looks once more for a message whose outcome is unknown. Sends nothing. */
export async function lookForSent(context: HandlerContext<['MESSAGES_READ']>, id = ''): Promise<MessageView> {
  return await context.services.writes.lookAgain(context, SEND, id);
}

function checkText(text: string): string {
  if (text.trim() === '') throw new Mistake(({ messages }) => messages.mistakes.emptyText);
  const { length } = [...text];
  if (length > LONGEST_TEXT) throw new Mistake(({ messages }) => messages.mistakes.tooLong(length, LONGEST_TEXT));
  return text;
}

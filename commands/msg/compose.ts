import type { Autocomplete } from '../../src/discord/declare/context.ts';
import { isUid } from '../../src/game/parameters.ts';
import { MAX_RECEIVERS } from '../../src/game/resources/messages.ts';
import { quoteName, splitUnfinished } from '../../src/input/names.ts';
import { modal } from '../../src/view/message.ts';
import { plain } from '../../src/view/text.ts';
import { findContacts } from '../characters/contacts.ts';
import type { MsgTexts } from './en.ts';
import { ids } from './ids.ts';

/** Discord's limit for a modal's text; the service would take 10,000 characters. */
export const MAX_TEXT_LENGTH = 4_000;
/** For all recipients: 25 of the longest handles. */
export const MAX_TO_LENGTH = 2_000;
const SEPARATOR = ';';

/** The handles as `to` takes them. */
export const joinRecipients = (recipients: readonly string[]): string => recipients.map(quoteName).join(SEPARATOR);

/** The problem with a message, if any. Without a text, only the recipients count. */
export function findProblem({ problems, number }: MsgTexts, recipients: readonly string[], text?: string) {
  if (recipients.length === 0) return problems.noRecipient;
  if (recipients.length > MAX_RECEIVERS) return problems.tooMany(number(recipients.length), MAX_RECEIVERS);
  const uid = recipients.find(isUid);
  if (uid !== undefined) return problems.uid(plain(uid, 40));
  if (text?.trim() === '') return problems.emptyText;
  const { length } = [...(text ?? '')];
  return length > MAX_TEXT_LENGTH ? problems.tooLong(number(length), number(MAX_TEXT_LENGTH)) : undefined;
}

/** Suggests characters for the last part. */
export const suggestRecipients: Autocomplete<MsgTexts> = async (context) => {
  const { before, term } = splitUnfinished(context.typed);
  return (await findContacts(context, term, before)).map((name) => ({ value: joinRecipients([...before, name]) }));
};

/** The form for a message, filled in. Its fields are the options of `/msg send`. */
export function composeModal(texts: MsgTexts, recipients: readonly string[], written = '', submit = ids.send()) {
  const { send, shared } = texts;
  const to = { customId: 'to', label: shared.to, description: send.toHint, minLength: 1, maxLength: MAX_TO_LENGTH };
  const text = { customId: 'text', label: send.textLabel, minLength: 1, maxLength: MAX_TEXT_LENGTH };
  const filledIn = { ...to, value: joinRecipients(recipients) };
  return modal(send.modalTitle, submit, filledIn, { ...text, value: written, isParagraph: true });
}

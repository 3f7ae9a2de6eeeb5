import type { Autocomplete } from '../../src/discord/context.ts';
import { toHandleKey } from '../../src/game/party.ts';
import { Mistake } from '../../src/view/errorView.ts';
import { plain, unformatted } from '../../src/view/text.ts';
import { findContacts } from '../characters/contacts.ts';

/** docs/interface.md, "Limits". */
const MOST_RECIPIENTS = 25;
const UID = /^\d+:\d+$/;

/** The handles of semicolon-separated text, each once; accents and case do not tell two apart. Throws a {@link Mistake} where no message can go to them. */
export function parseRecipients(to: string): string[] {
  const handles = splitRecipients(to);
  const unique = [...new Map(handles.map((handle) => [toHandleKey(handle), handle])).values()];
  if (unique.length === 0) throw new Mistake(({ messages }) => messages.mistakes.nobody);
  const uid = unique.find((handle) => UID.test(handle));
  if (uid !== undefined) throw new Mistake(({ messages }) => messages.mistakes.uid(plain(uid, 40)));
  if (unique.length > MOST_RECIPIENTS)
    throw new Mistake(({ messages }) => messages.mistakes.tooMany(unique.length, MOST_RECIPIENTS));
  return unique;
}

/** The parts between semicolons that are not empty. */
export function splitRecipients(to: string): string[] {
  return to
    .split(';')
    .map((handle) => handle.trim())
    .filter((handle) => handle !== '');
}

/** Whether {@link parseRecipients} would take it. */
export function canSendTo(to: string): boolean {
  try {
    return parseRecipients(to).length > 0;
  } catch {
    return false;
  }
}

/** Suggests characters for the part after the last semicolon, and leaves alone what stands before it. */
export const suggestRecipients: Autocomplete = async (context) => {
  const end = context.typed.lastIndexOf(';') + 1;
  const before = splitRecipients(context.typed.slice(0, end));
  return (await findContacts(context, context.typed.slice(end), before))
    .map((name) => [...before, name].join(';'))
    .map((value) => ({ name: unformatted(value), value }));
};

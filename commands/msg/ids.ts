import type { APIButtonComponent } from 'discord-api-types/v10';
import { z } from 'zod';
import { type IdFor, idIfFits } from '../../src/view/customId.ts';
import { type ButtonLook, button } from '../../src/view/message.ts';

/** Which messages a list shows; how options and custom ids say it. */
export const MODES = ['sent', 'received', 'both'] as const;

/** A page of a list of messages. */
export const place = z.object({ mode: z.enum(MODES), page: z.number() });
export type Place = z.output<typeof place>;

/** Where the list starts. */
export const START: Place = { mode: 'both', page: 1 };

/** Opens the window in which a message to these handles is written. Handles that are too long for a
 * custom id are left for the person to enter. */
export function toComposeId(idFor: IdFor, to: readonly string[]): string {
  return idIfFits(() => idFor('msg/compose', { to })) ?? idFor('msg/compose');
}

/** Asks whether to delete the message; undefined when the game's id is too long for a custom id. */
export function deleteButton(
  idFor: IdFor,
  label: string,
  { messageId, place }: { messageId: string; place: Place },
  look?: ButtonLook,
): APIButtonComponent | undefined {
  const id = idIfFits(() => idFor('delete', { messageId, ...place }));
  return id === undefined ? undefined : button(label, id, look);
}

/** Shows the profile; undefined for a party that isn't a character or whose UID is too long. */
export function profileButton(
  idFor: IdFor,
  label: string,
  { uid }: { uid?: string },
  look?: ButtonLook,
): APIButtonComponent | undefined {
  const id = uid?.startsWith('1:') ? idIfFits(() => idFor('profile/show', { uid })) : undefined;
  return id === undefined ? undefined : button(label, id, look);
}

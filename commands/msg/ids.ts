import { z } from 'zod';
import { idsOf, ifFits, integer, list, oneOf, paged, text } from '../../src/view/customId.ts';
import { type ButtonOptions, button } from '../../src/view/message.ts';
import type { MsgTexts } from './en.ts';

/** The messages that a list shows, in options and custom ids. */
export const MODES = ['sent', 'received', 'both'] as const;

export const position = z.object({ mode: z.enum(MODES), page: z.number() });
export type ListPosition = z.output<typeof position>;

export const START: ListPosition = { mode: 'both', page: 1 };

const MODE = { mode: oneOf(...MODES) };
/** The confirmation's ticket is also its deletion's id. */
const TICKET = { ticket: text };

export const ids = idsOf('msg', {
  compose: { to: list },
  send: {},
  sent: {},
  check: { id: text },
  correct: { id: text },
  resend: { id: text },
  ...paged('page', MODE),
  open: { ...MODE, page: integer },
  delete: { messageId: text, ...MODE, page: integer },
  confirm: TICKET,
  keep: TICKET,
  checkDeletion: { id: text },
});

/** Opens the form. Handles that are too long for a custom id are left out. */
export function toComposeId(to: readonly string[]): string {
  return ifFits(() => ids.compose({ to })) ?? ids.compose({ to: [] });
}

export const listButton = ({ showList }: MsgTexts, place: ListPosition) => button(showList, ids.page(place));

/** Undefined if the game's id is too long for a custom id. */
export function deleteButton(label: string, shown: { messageId: string; place: ListPosition }, look?: ButtonOptions) {
  return ifFits(() => button(label, ids.delete({ messageId: shown.messageId, ...shown.place }), look));
}

import { z } from 'zod';
import type { HandlerContext } from '../../src/discord/context.ts';
import type { TicketKind } from '../../src/discord/tickets.ts';
import { UserError } from '../../src/view/errorView.ts';
import { changes } from './changes.ts';
import type { PrivilegesMessages } from './messages.ts';
import { subject } from './subject.ts';

/** What every command and button of this group needs. */
export const NEEDS = ['CHARACTER_READ', 'CHARACTER_PRIVILEGES'] as const;

export type Context = HandlerContext<typeof NEEDS, PrivilegesMessages>;

const MINUTE_MS = 60_000;
/** How long an offer can be confirmed. */
export const OFFER_MS = 2 * MINUTE_MS;

/** A list that was shown; its components name groups by their places in it. */
export const LIST = {
  name: 'privilege-list',
  schema: z.object({ subject, groups: z.array(z.string()) }),
  ttlMs: 24 * 60 * MINUTE_MS,
};

const privilege = z.object({ name: z.string(), isGranted: z.boolean() });
/** An editor that was shown, with the values that were selected in it. */
export const EDITOR = {
  name: 'privilege-editor',
  schema: z.object({ subject, group: z.string(), shown: z.array(privilege) }),
  ttlMs: 30 * MINUTE_MS,
};

/** Changes to confirm until `expiresAt` (ms); for a while after that they can be offered again. */
export const OFFER = {
  name: 'privilege-changes',
  schema: changes.extend({ expiresAt: z.number() }),
  ttlMs: 60 * MINUTE_MS,
};

/** Tickets belong to a person as one character, so that none is used after a login as another. */
export function ownerOf({ person, link }: Pick<Context, 'person' | 'link'>): string {
  return `${person.id}:${link?.character.uid}`;
}

/** The ticket's value, not used up. Throws a {@link UserError} if it is gone. */
export async function findTicket<T>(context: Context, kind: TicketKind<T>, id: string): Promise<T> {
  const value = await context.services.tickets.look(kind, id, ownerOf(context));
  if (value === undefined) throw new UserError(context.messages.errors.ticketGone);
  return value;
}

import { z } from 'zod';
import type { HandlerContext } from '../../src/discord/context.ts';
import type { TicketKind } from '../../src/discord/tickets.ts';
import { Mistake } from '../../src/view/errorView.ts';
import type { PrivilegeSubject } from '../../src/view/privilegeViews.ts';

/** What every command and button of this group needs. */
export const NEEDS = ['CHARACTER_READ', 'CHARACTER_PRIVILEGES'] as const;

export type Context = HandlerContext<typeof NEEDS>;

const MINUTE_MS = 60_000;

const subjectSchema: z.ZodType<PrivilegeSubject> = z.object({
  character: z.object({ uid: z.string(), name: z.string() }),
  faction: z.object({ uid: z.string().optional(), name: z.string().optional() }).optional(),
});
const changeShape = { privilege: z.string(), revoke: z.boolean() };
/** Who acts: a ticket of one character must not be used as another after a new login. */
const by = { actor: z.string(), subject: subjectSchema };

/** A list that was shown; its components name groups by their places in it. */
export const LIST: TicketKind<{ actor: string; subject: PrivilegeSubject; groups: string[] }> = {
  name: 'privilege-list',
  schema: z.object({ ...by, groups: z.array(z.string()) }),
  ttlMs: 24 * 60 * MINUTE_MS,
};

/** An editor that was shown: what was ticked in it tells what is changed. */
export const EDITOR: TicketKind<{
  actor: string;
  subject: PrivilegeSubject;
  group: string;
  shown: { name: string; isGranted: boolean }[];
}> = {
  name: 'privilege-editor',
  schema: z.object({
    ...by,
    group: z.string(),
    shown: z.array(z.object({ name: z.string(), isGranted: z.boolean() })),
  }),
  ttlMs: 30 * MINUTE_MS,
};

/** Changes of one group, as they are kept. */
export const changesSchema = z.object({
  subject: subjectSchema,
  group: z.string(),
  changes: z.array(z.object(changeShape)),
});
export const resultSchema = z.object({
  ...changeShape,
  outcome: z.enum(['done', 'already', 'refused', 'failed', 'unknown', 'untried']),
  isGranted: z.boolean().optional(),
  wasFound: z.boolean().optional(),
  reason: z.string().optional(),
});

/** Changes that wait for being confirmed. */
export const CHANGES: TicketKind<z.output<typeof changesSchema> & { actor: string }> = {
  name: 'privilege-changes',
  schema: changesSchema.extend({ actor: z.string() }),
  ttlMs: 2 * MINUTE_MS,
};

/** The ticket's value, not used up; throws a {@link Mistake} when it is gone or was another character's. */
export async function look<T extends { actor: string }>(
  { services, person, me }: Context,
  kind: TicketKind<T>,
  id: string,
): Promise<T> {
  const value = await services.tickets.look(kind, id, person.id);
  if (value?.actor !== me.uid) throw ticketGone();
  return value;
}

/** The sentence for a ticket that was used, or is too old. */
export function ticketGone(): Mistake {
  return new Mistake(({ errors }) => errors.ticketGone);
}

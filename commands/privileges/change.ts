import { z } from 'zod';
import { withPostingNotice } from '../../src/discord/declare/postingNotice.ts';
import { noticeView, UserError } from '../../src/view/errorView.ts';
import type { MessageView } from '../../src/view/message.ts';
import { plain } from '../../src/view/text.ts';
import { ticketKind } from '../../src/writes/tickets.ts';
import { type Changes, changes, toUndo } from './changes.ts';
import { changesPreview, expiredView } from './changesView.ts';
import { CHANGE } from './changeWrite.ts';
import { type Context, findPrivilege, type NamedPrivilege, readPrivileges } from './read.ts';
import { ownerOf } from './suggest.ts';

type OnOffer = Context & { args: { ticket: string } };
type OnReceipt = Context & { args: { id: string } };

const CONFIRMABLE_MS = 2 * 60_000;
/** Changes to confirm until `expiresAt` (ms); for an hour they can be offered again. */
const OFFER = ticketKind('privilege-changes', changes.extend({ expiresAt: z.number() }), 60 * 60_000);

/** Proposes one change; if it is already set, says only that. */
export async function proposeOne(
  context: Context & { options: NamedPrivilege },
  revoke: boolean,
): Promise<MessageView> {
  // From the list, because it names the faction in which the change would be made.
  const { subject, group, privilege } = await findPrivilege(context, context.options);
  if (privilege.isGranted === revoke)
    return await previewChanges(context, { subject, group, changes: [{ privilege: privilege.name, revoke }] });
  const say = context.texts[revoke ? 'notGranted' : 'alreadyGranted'];
  return noticeView(say(plain(subject.character.name, 60), plain(`${group}/${privilege.name}`, 120)));
}

/** The changes with their values now, to confirm. Changes nothing. */
export async function previewChanges(context: Context, wanted: Changes): Promise<MessageView> {
  const { me, texts, services } = context;
  if (wanted.changes.length === 0) throw new UserError(texts.nothingToChange);
  const offer = { ...wanted, actor: me.uid, expiresAt: services.now() + CONFIRMABLE_MS };
  const ticket = await services.tickets.issue(OFFER, ownerOf(context), offer);
  return await withPostingNotice(context, changesPreview(texts, offer, ticket));
}

/** Previews the changes of an expired preview or an open receipt again, except those already set. */
export async function proposeAgain(context: OnReceipt): Promise<MessageView> {
  const { services, args } = context;
  const offer: Changes | undefined = await services.tickets.peek(OFFER, args.id, ownerOf(context));
  const wanted = offer ?? (await services.writes.find(context, CHANGE, args.id)).data;
  const { subject, groups } = await readPrivileges(context, wanted.subject);
  const now = groups.find(({ name }) => name === wanted.group)?.privileges ?? [];
  const missing = wanted.changes.filter(({ privilege, revoke }) =>
    now.some(({ name, isGranted }) => name === privilege && isGranted === revoke),
  );
  return await previewChanges(context, { subject, group: wanted.group, changes: missing });
}

/** Makes the changes of an offer once, however often it is confirmed, and shows their receipt. */
export async function confirmChanges(context: OnOffer): Promise<MessageView> {
  const { texts, args } = context;
  const { tickets, writes, now } = context.services;
  const offer = await tickets.peek(OFFER, args.ticket, ownerOf(context));
  if (!offer) return await writes.show(context, CHANGE, args.ticket);
  const { expiresAt, ...wanted } = offer;
  const hasExpired = (): boolean => expiresAt <= now();
  if (hasExpired()) return expiredView(texts, args.ticket);
  // Reading what is granted now may take longer than the offer lasts.
  const take = async () => !hasExpired() && (await tickets.take(OFFER, args.ticket, ownerOf(context))) !== undefined;
  return await writes.once(context, CHANGE, { ...wanted, isUndo: false }, { id: args.ticket, take });
}

export async function cancelChanges(context: OnOffer): Promise<MessageView> {
  const { services, texts, args } = context;
  if (await services.tickets.take(OFFER, args.ticket, ownerOf(context))) return noticeView(texts.preview.canceled);
  throw new UserError(texts.errors.ticketGone);
}

export function toUndoId(id: string): string {
  return `${id}.undo`;
}

/** Undoes what a receipt shows as done, once. */
export async function undoChanges(context: OnReceipt): Promise<MessageView> {
  const { services, texts, args } = context;
  const undo = toUndo(await services.writes.find(context, CHANGE, args.id), services.now());
  if (!undo) throw new UserError(texts.errors.ticketGone);
  return await services.writes.once(context, CHANGE, undo.data, { id: toUndoId(args.id), take: async () => true });
}

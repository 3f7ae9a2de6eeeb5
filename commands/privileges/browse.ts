import { z } from 'zod';
import { UserError } from '../../src/view/errorView.ts';
import type { MessageView } from '../../src/view/message.ts';
import { type TicketKind, ticketKind } from '../../src/writes/tickets.ts';
import { previewChanges } from './change.ts';
import { editorView, type GroupList, groupsView, groupView, type OpenGroup, toPage } from './privilegesView.ts';
import { type Context, findSubject, type NamedSubject, readPrivileges, subject } from './read.ts';
import { ownerOf } from './suggest.ts';

type OnTicket = Context & { args: { ticket: string } };
type OnGroup = Context & { args: { ticket: string; index: number; page: number } };

/** Whose list was shown; its components name groups by their places in the list. */
const LIST = ticketKind('privilege-list', subject, 24 * 60 * 60_000);

const privilege = z.object({ name: z.string(), isGranted: z.boolean() });
/** An editor that was shown, with the values that were selected in it. */
const editor = z.object({ subject, group: z.string(), shown: z.array(privilege) });
const EDITOR = ticketKind('privilege-editor', editor, 30 * 60_000);

export async function listGroups(context: Context & { options: NamedSubject }): Promise<MessageView> {
  const { texts, services, options } = context;
  const list = await readPrivileges(context, await findSubject(context, options));
  const ticket = await services.tickets.issue(LIST, ownerOf(context), list.subject);
  return groupsView(texts, { ...list, ticket }, 1);
}

export async function showGroups(context: OnTicket & { args: { page: number } }): Promise<MessageView> {
  return groupsView(context.texts, await readList(context), context.args.page);
}

export async function showGroup(context: OnGroup): Promise<MessageView> {
  return groupView(context.texts, await openGroup(context), context.args.page);
}

/** A page of a group with its privileges selected as they are now. */
export async function showEditor(context: OnGroup): Promise<MessageView> {
  const { texts, services, args } = context;
  const open = await openGroup(context);
  const { subject, group, ticket, index } = open;
  const { items: shown, position } = toPage(group.privileges, args.page);
  if (shown.length === 0) return groupView(texts, open, 1);
  const editor = { subject, group: group.name, shown };
  const ofEditor = await services.tickets.issue(EDITOR, ownerOf(context), editor);
  return editorView(texts, { ...editor, ticket: ofEditor }, { ticket, index, page: position.page });
}

/** Proposes what was selected or deselected in an editor; `values` are places in it. */
export async function chooseSelected(context: OnTicket & { values: readonly string[] }): Promise<MessageView> {
  const { subject, group, shown } = await findTicket(context, EDITOR);
  const changes = shown.flatMap(({ name, isGranted }, place) =>
    isGranted === context.values.includes(String(place)) ? [] : [{ privilege: name, revoke: isGranted }],
  );
  return await previewChanges(context, { subject, group, changes });
}

async function openGroup(context: OnGroup): Promise<OpenGroup> {
  const list = await readList(context);
  const { index } = context.args;
  const group = list.groups[index];
  if (!group) throw new UserError(context.texts.groupGone);
  return { ...list, group, index };
}

async function readList(context: OnTicket): Promise<GroupList> {
  return { ...(await readPrivileges(context, await findTicket(context, LIST))), ticket: context.args.ticket };
}

async function findTicket<T>(context: OnTicket, kind: TicketKind<T>): Promise<T> {
  const value = await context.services.tickets.peek(kind, context.args.ticket, ownerOf(context));
  if (value === undefined) throw new UserError(context.texts.errors.ticketGone);
  return value;
}

import { UserError } from '../../src/view/errorView.ts';
import type { MessageView } from '../../src/view/message.ts';
import { propose } from './change.ts';
import { editorView, type GroupList, groupsView, groupView, type OpenGroup, toPage } from './privilegesView.ts';
import { readPrivileges } from './read.ts';
import { findSubject, type NamedSubject, type Subject } from './subject.ts';
import { type Context, EDITOR, findTicket, LIST, ownerOf } from './tickets.ts';

/** The first page of the groups of a character. */
export async function listGroups(context: Context & { options: NamedSubject }): Promise<MessageView> {
  const list = await readList(context, await findSubject(context, context.options));
  return groupsView(context.messages, list, 1, context.idFor);
}

/** A page of the groups in a list, as they are now. */
export async function showGroups(context: Context & { args: { ticket: string; page: number } }): Promise<MessageView> {
  const { messages, idFor, args } = context;
  const { subject, groups } = await findTicket(context, LIST, args.ticket);
  return groupsView(messages, await readList(context, subject, { ticket: args.ticket, groups }), args.page, idFor);
}

type GroupArgs = { ticket: string; index: number; page: number };

/** A page of a group in a list, as it is now. */
export async function showGroup(context: Context & { args: GroupArgs }): Promise<MessageView> {
  return groupView(context.messages, await openGroup(context, context.args), context.args.page, context.idFor);
}

/** A page of a group with its privileges selected as they are now. */
export async function showEditor(context: Context & { args: GroupArgs }): Promise<MessageView> {
  const { messages, services, idFor, args } = context;
  const open = await openGroup(context, args);
  const { subject, group, ticket, index } = open;
  const { items: shown, position } = toPage(group.privileges, args.page);
  if (shown.length === 0) return groupView(messages, open, 1, idFor);
  const editor = { subject, group: group.name, shown };
  const ids = {
    choose: idFor('choose', { ticket: await services.tickets.issue(EDITOR, ownerOf(context), editor) }),
    back: idFor('group', { ticket, index, page: position.page }),
  };
  return editorView(messages, editor, ids);
}

/** Proposes what was selected or deselected in an editor; `values` are places in it. */
export async function chooseSelected(
  context: Context & { args: { ticket: string }; values: readonly string[] },
): Promise<MessageView> {
  const { subject, group, shown } = await findTicket(context, EDITOR, context.args.ticket);
  const changes = shown.flatMap(({ name, isGranted }, place) =>
    isGranted === context.values.includes(String(place)) ? [] : [{ privilege: name, revoke: isGranted }],
  );
  return await propose(context, { subject, group, changes });
}

/** The group of a list, wherever it is now. */
async function openGroup(context: Context, { ticket, index }: Omit<GroupArgs, 'page'>): Promise<OpenGroup> {
  const shown = await findTicket(context, LIST, ticket);
  const list = await readList(context, shown.subject, { ticket, groups: shown.groups });
  const place = list.groups.findIndex(({ name }) => name === shown.groups[index]);
  const group = list.groups[place];
  if (!group) throw new UserError(context.messages.groupGone);
  return { ...list, group, index: place };
}

/** The groups now. The ticket of those that were shown is kept as long as they are the same. */
async function readList(
  context: Context,
  asked: Subject,
  shown?: { ticket: string; groups: readonly string[] },
): Promise<GroupList> {
  const { subject, groups } = await readPrivileges(context, asked);
  const names = groups.map(({ name }) => name);
  if (shown && shown.groups.join('\n') === names.join('\n')) return { subject, groups, ticket: shown.ticket };
  const ticket = await context.services.tickets.issue(LIST, ownerOf(context), { subject, groups: names });
  return { subject, groups, ticket };
}

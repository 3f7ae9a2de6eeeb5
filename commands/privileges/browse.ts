import { pageIds } from '../../src/discord/command.ts';
import type { Privileges } from '../../src/game/privileges.ts';
import { Mistake } from '../../src/view/errorView.ts';
import type { MessageView } from '../../src/view/message.ts';
import {
  type PrivilegeIds,
  type PrivilegeSubject,
  privilegeEditorView,
  privilegeGroupsView,
  privilegeGroupView,
  toPage,
} from '../../src/view/privilegeViews.ts';
import { propose } from './change.ts';
import { readPrivileges } from './read.ts';
import { type Context, EDITOR, LIST, look } from './tickets.ts';

/** A page of somebody's groups as they are now; `ticket` is of the list that was shown before. */
export async function showGroups(
  context: Context,
  asked: PrivilegeSubject,
  page: number,
  ticket?: string,
): Promise<MessageView> {
  const { subject, privileges } = await readPrivileges(context, asked);
  const ids = toIds(context, await keepList(context, subject, privileges, ticket));
  return privilegeGroupsView(context.words, subject, privileges, page, ids);
}

/** The group at a place of a list that was shown. */
export async function showGroup(context: Context, ticket: string, index: number, page: number): Promise<MessageView> {
  const { subject, privileges, place } = await readGroup(context, ticket, index);
  const ids = toIds(context, await keepList(context, subject, privileges, ticket));
  return privilegeGroupView(context.words, subject, privileges, { index: place, page }, ids);
}

/** A page of a group with its privileges ticked as they are now. */
export async function showEditor(context: Context, ticket: string, index: number, page: number): Promise<MessageView> {
  const { me, person, words, services, idFor } = context;
  const { subject, group } = await readGroup(context, ticket, index);
  const shown = toPage(group.privileges, page).items;
  if (shown.length === 0) return await showGroup(context, ticket, index, 1);
  const editor = { actor: me.uid, subject, group: group.name, shown };
  const ids = {
    choose: idFor('choose', { ticket: await services.tickets.issue(EDITOR, person.id, editor) }),
    back: idFor('group', { ticket, index, page }),
  };
  return privilegeEditorView(words, subject, group.name, shown, ids);
}

/** What the ticks of an editor say is to be changed, to confirm; `ticked` are places in it. */
export async function chooseTicked(context: Context, ticket: string, ticked: readonly string[]): Promise<MessageView> {
  const { subject, group, shown } = await look(context, EDITOR, ticket);
  const changes = shown.flatMap(({ name, isGranted }, place) =>
    isGranted === ticked.includes(String(place)) ? [] : [{ privilege: name, revoke: isGranted }],
  );
  if (changes.length === 0) throw new Mistake(({ privileges }) => privileges.nothingChosen);
  return await propose(context, { subject, group, changes });
}

/** The group at a place of a list that was shown, as it is now, and its place now. */
async function readGroup(context: Context, ticket: string, index: number) {
  const { subject: asked, groups } = await look(context, LIST, ticket);
  const { subject, privileges } = await readPrivileges(context, asked);
  const place = privileges.groups.findIndex(({ name }) => name === groups[index]);
  const group = privileges.groups[place];
  if (!group) throw new Mistake(({ privileges }) => privileges.groupGone);
  return { subject, privileges, group, place };
}

/** A ticket whose places are those of this list: the one there is, or a new one when the game's groups have changed. */
async function keepList(
  { me, person, services }: Context,
  subject: PrivilegeSubject,
  privileges: Privileges,
  ticket: string | undefined,
): Promise<string> {
  const groups = privileges.groups.map(({ name }) => name);
  const kept = ticket === undefined ? undefined : await services.tickets.look(LIST, ticket, person.id);
  if (ticket !== undefined && kept && kept.groups.join('\n') === groups.join('\n')) return ticket;
  return await services.tickets.issue(LIST, person.id, { actor: me.uid, subject, groups });
}

function toIds({ idFor }: Context, ticket: string): PrivilegeIds {
  return {
    groups: pageIds(idFor, 'groups', { ticket }),
    pick: idFor('pick', { ticket }),
    group: (index) => pageIds(idFor, 'group', { ticket, index }),
    edit: (index, page) => idFor('edit', { ticket, index, page }),
  };
}

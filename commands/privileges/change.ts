import { withPostingNotice } from '../../src/discord/postingNotice.ts';
import { noticeView } from '../../src/view/errorView.ts';
import type { MessageView } from '../../src/view/message.ts';
import { type PrivilegeChanges, privilegeChangesView } from '../../src/view/privilegeChangeViews.ts';
import { plain } from '../../src/view/text.ts';
import { CHANGE, toUndo } from './changeWrite.ts';
import { findPrivilege, findSubject, readPrivileges } from './read.ts';
import { CHANGES, type Context, ticketGone } from './tickets.ts';

export type NamedPrivilege = {
  group: string;
  privilege: string;
  character?: string | undefined;
  faction?: string | undefined;
};

/** The preview of one change; where it is so already, only that is said. */
export async function proposeOne(context: Context, named: NamedPrivilege, revoke: boolean): Promise<MessageView> {
  const asked = await findSubject(context, named);
  // The list, for it names the faction that the change would be made in.
  const { subject, privileges } = await readPrivileges(context, asked);
  const { group, privilege } = findPrivilege(privileges, subject, named);
  if (privilege.isGranted === !revoke) {
    const [who, what] = [plain(subject.character.name, 60), plain(`${group}/${privilege.name}`, 120)];
    const { alreadyGranted, notGrantedAnyway } = context.words.privileges;
    return noticeView(revoke ? notGrantedAnyway(who, what) : alreadyGranted(who, what));
  }
  return await propose(context, { subject, group, changes: [{ privilege: privilege.name, revoke }] });
}

/** The changes with their values now, to confirm within two minutes. Changes nothing. */
export async function propose(context: Context, wanted: PrivilegeChanges): Promise<MessageView> {
  const { me, person, words, services, idFor } = context;
  const until = new Date(Date.now() + CHANGES.ttlMs);
  const ticket = await services.tickets.issue(CHANGES, person.id, {
    ...wanted,
    changes: [...wanted.changes],
    actor: me.uid,
  });
  const ids = { confirm: idFor('confirm', { ticket }), cancel: idFor('cancel', { ticket }) };
  return await withPostingNotice(context, privilegeChangesView(words, wanted, until, ids));
}

/** Makes the changes of a preview. Of any number of presses, one does it; the others are shown what became of it. */
export async function confirmChanges(context: Context, ticket: string): Promise<MessageView> {
  const { services, person, me } = context;
  const kept = await services.tickets.look(CHANGES, ticket, person.id);
  if (!kept) return await services.writes.show(context, CHANGE, ticket);
  const { actor, ...wanted } = kept;
  if (actor !== me.uid) throw ticketGone();
  return await services.writes.once(
    context,
    CHANGE,
    { ...wanted, isUndo: false },
    {
      id: ticket,
      take: async () => (await services.tickets.take(CHANGES, ticket, person.id)) !== undefined,
    },
  );
}

/** Takes back what a receipt says was done, once. */
export async function undoChanges(context: Context, id: string): Promise<MessageView> {
  const { writes } = context.services;
  const undo = toUndo(await writes.find(context, CHANGE, id));
  if (!undo) throw ticketGone();
  return await writes.once(context, CHANGE, undo, { id: `${id}.undo`, take: async () => true });
}

/** Reads again what became of changes whose answer was lost; sends nothing. */
export async function lookAgain(context: Context, id: string): Promise<MessageView> {
  return await context.services.writes.lookAgain(context, CHANGE, id);
}

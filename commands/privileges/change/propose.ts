import { UserError } from '../../../src/view/errorView.ts';
import type { MessageView } from '../../../src/view/message.ts';
import { plain } from '../../../src/view/text.ts';
import { type FoundMembers, findSubject, type NamedSubject, readMembers } from '../members.ts';
import { listNames, type Name, requireNames, toKey, toPath } from '../names.ts';
import { type Context, type FoundGroups, readMember } from '../read.ts';
import { PRIVILEGE_CHANGES, type Row, toRow, toValues } from './changeBatch.ts';
import { CHANGE, toUndo } from './earlier.ts';
import { findRight, isCopied } from './rights.ts';

type Change = Name & { revoke: boolean };
type Named = NamedSubject & { group?: string | undefined; privilege: string };
type OnReceipt = Context & { args: { id: string } };

/** Proposes to grant or revoke each of the named privileges, for each of the named members. */
export async function proposeNamed(context: Context & { options: Named }, revoke: boolean): Promise<MessageView> {
  const { texts, options } = context;
  const found = await readMembers(context, options);
  // The game shows the same privileges for all members of a faction.
  const names = requireNames(texts, found.members[0]?.groups ?? [], options);
  return await proposeChanges(context, found, () => names.map((name) => ({ ...name, revoke })));
}

/** Proposes to give others what a member has; made equal, they lose what the member doesn't have. */
export async function proposeCopy(
  context: Context & {
    options: { from: string; to: string; mode?: 'add' | 'equal' | undefined; faction?: string | undefined };
  },
): Promise<MessageView> {
  const { texts, options } = context;
  const { from, to, mode, faction } = options;
  const model = await readMember(context, await findSubject(context, { character: from, faction }));
  const found = await readMembers(context, { character: to, faction });
  const wanted = new Set(listGranted(model).map(toKey));
  const listChanges = (member: FoundGroups): Change[] => {
    const granted = new Set(listGranted(member).map(toKey));
    const differing = listNames(member.groups).filter((name) => granted.has(toKey(name)) !== wanted.has(toKey(name)));
    const changes = differing.map((name) => ({ ...name, revoke: granted.has(toKey(name)) }));
    return changes.filter(({ revoke }) => !revoke || mode === 'equal');
  };
  const kept = new Map(
    found.members.flatMap(listChanges).flatMap((name) => (isCopied(name) ? [] : [[toPath(name), name]])),
  );
  const leftOut = [...kept.keys()].map((path) => ({ name: plain(path, 80), why: texts.neverCopied }));
  const all = { ...found, leftOut: [...found.leftOut, ...leftOut] };
  return await proposeChanges(context, all, (member) => listChanges(member).filter(isCopied));
}

/** Proposes to revoke all that members have. */
export async function proposeStrip(context: Context & { options: NamedSubject }): Promise<MessageView> {
  const found = await readMembers(context, context.options);
  return await proposeChanges(context, found, (member) =>
    listGranted(member).map((name) => ({ ...name, revoke: true })),
  );
}

/** The changes of each member, to confirm. What may end one's own right to change privileges is last. */
export async function proposeChanges(
  context: Context,
  { members, leftOut }: FoundMembers,
  listChanges: (member: FoundGroups) => readonly Change[],
  isUndo = false,
): Promise<MessageView> {
  const { me, texts, services } = context;
  const all = members.flatMap((member) =>
    listChanges(member).map(({ revoke, ...name }): Row => toRow(me, member.subject, name, revoke)),
  );
  if (all.length === 0 && leftOut.length === 0) throw new UserError(texts.nothingToChange);
  const rows = all.toSorted((one, other) => toRank(one) - toRank(other));
  const baseline = toValues(rows, members);
  return await services.batches.propose(context, PRIVILEGE_CHANGES, { rows, leftOut, isUndo, baseline });
}

/** Proposes again what a receipt of an earlier release doesn't show as done. */
export async function proposeAgain(context: OnReceipt): Promise<MessageView> {
  const { data } = await context.services.writes.find(context, CHANGE, context.args.id);
  return await proposeEarlier(context, data, data.changes);
}

/** Proposes to take back what a receipt of an earlier release shows as done. */
export async function proposeUndo(context: OnReceipt): Promise<MessageView> {
  const { services, texts, args } = context;
  const write = await services.writes.find(context, CHANGE, args.id);
  const undo = toUndo(write, services.now());
  if (!undo) throw new UserError(texts.errors.ticketGone);
  return await proposeEarlier(context, write.data, undo.changes, true);
}

async function proposeEarlier(
  context: Context,
  { subject, group }: { subject: FoundGroups['subject']; group: string },
  changes: readonly { privilege: string; revoke: boolean }[],
  isUndo = false,
): Promise<MessageView> {
  const member = await readMember(context, subject);
  return await proposeChanges(
    context,
    { members: [member], leftOut: [] },
    () => changes.map((one) => ({ group, ...one })),
    isUndo,
  );
}

/** The game asks for the right to change privileges with each change. */
function toRank(row: Row): number {
  if (!row.endsOwnRight) return 0;
  return findRight(row) === 'giving' ? 2 : 1;
}

function listGranted({ groups }: FoundGroups): Name[] {
  return groups.flatMap(({ name: group, privileges }) =>
    privileges.flatMap(({ name, isGranted }) => (isGranted ? { group, privilege: name } : [])),
  );
}

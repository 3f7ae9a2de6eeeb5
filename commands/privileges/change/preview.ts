import { UserError } from '../../../src/view/errorView.ts';
import { plain } from '../../../src/view/text.ts';
import { warnOfSimilar } from '../../characters/contacts.ts';
import { type FoundMembers, findSubject, type NamedSubject, readMembers } from '../members.ts';
import { type Change, type Held, listNames, type Name, requireNames, splitList, toOpposite, toPath } from '../names.ts';
import { type Context, type FoundGroups, readPrivileges } from '../read.ts';
import { findRight, isCopied, PRIVILEGE_CHANGES, type Row, toRow, toValues } from './changeBatch.ts';

/** Without `privilege`, the whole group. */
type Named = NamedSubject & { group?: string | undefined; privilege?: string | undefined };

export async function previewNamed(context: Context & { options: Named }, revoke: boolean) {
  const { texts, options } = context;
  const { privilege, group } = options;
  if (privilege === undefined && group === undefined) throw new UserError(texts.tryThis('ship view'));
  const found = await readMembers(context, options, [], privilege === undefined ? 1 : splitList(privilege).length);
  // The game shows the same privileges for all members of a faction.
  const all = requireNames(texts, found.members[0]?.groups ?? [], options, true);
  const never = all.filter((name) => name.isOfGroup && !revoke && !isCopied(name));
  const names = all.filter((name) => !never.includes(name));
  const members = { ...found, leftOut: [...found.leftOut, ...leaveOut(context, never)] };
  return await previewChanges(context, members, () => names.map((name) => ({ ...name, revoke })));
}

/** Previews copying a member's privileges; if made equal, others lose what the member lacks. */
export async function previewCopy(
  context: Context & {
    options: { from: string; to: string; mode?: 'add' | 'equal' | undefined; faction?: string | undefined };
  },
) {
  const { from, to, mode, faction } = context.options;
  const found = await readMembers(context, { character: to, faction }, [from]);
  const model = await readPrivileges(context, await findSubject(context, { character: from, faction }));
  return await previewModel(context, found, new Set(listGranted(model).map(toPath)), mode === 'equal');
}

/** Previews giving members these privileges, by path; `isEqual`: and nothing else. */
export async function previewModel(
  context: Context,
  found: FoundMembers,
  wanted: ReadonlySet<string>,
  isEqual: boolean,
) {
  const listToCopy = ({ groups }: FoundGroups) =>
    listNames(groups).filter((one) => one.isGranted !== wanted.has(toPath(one)) && !(one.isGranted && !isEqual));
  const others = found.members.flatMap(listToCopy).filter((name) => !isCopied(name));
  const all = { ...found, leftOut: [...found.leftOut, ...leaveOut(context, others)] };
  return await previewChanges(context, all, (member) => listToCopy(member).filter(isCopied).map(toOpposite));
}

export async function previewStrip(context: Context & { options: NamedSubject }) {
  const found = await readMembers(context, context.options);
  return await previewChanges(context, found, (member) => listGranted(member).map(toOpposite));
}

/** Previews each member's changes. Those that may end one's own right come last. */
export async function previewChanges(
  context: Context,
  { members, leftOut }: FoundMembers,
  listChanges: (member: FoundGroups) => readonly Change[],
) {
  const rows = members
    .flatMap((member) => listChanges(member).map((change) => toRow(context.me, member.subject, change, change.revoke)))
    .toSorted((one, other) => toRank(one) - toRank(other));
  const characters = members.map(({ subject }) => subject.character);
  const asked = { rows, leftOut, shown: toValues(rows, members), notes: await warnOfSimilar(context, characters) };
  return await context.services.batches.preview(context, PRIVILEGE_CHANGES, asked);
}

const leaveOut = ({ texts }: Context, names: readonly Name[]) =>
  [...new Set(names.map(toPath))].map((path) => ({ name: plain(path, 80), why: texts.neverCopied }));

/** Each change needs the right to change privileges. */
function toRank(row: Row): number {
  if (!row.endsOwnRight) return 0;
  return findRight(row) === 'giving' ? 2 : 1;
}

export const listGranted = ({ groups }: FoundGroups): Held[] => listNames(groups).filter(({ isGranted }) => isGranted);

import { UserError } from '../../../src/view/errorView.ts';
import type { Language } from '../../../src/view/languages.ts';
import { plain } from '../../../src/view/text.ts';
import { warnOfSimilar } from '../../characters/contacts.ts';
import { TEXTS } from '../en.ts';
import { type FoundMembers, findSubject, type NamedSubject, readMembers } from '../members.ts';
import { type Change, listGranted, listNames, requireNames, splitList, toOpposite, toPath } from '../names.ts';
import { type Asking, type Context, type FoundGroups, readPrivileges } from '../read.ts';
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
  const never = new Set(all.filter((name) => name.isOfGroup && !revoke && !isCopied(name)).map(toPath));
  const changes = all.filter((name) => !never.has(toPath(name))).map((name) => ({ ...name, revoke }));
  return await previewChanges(context, found, () => changes, never);
}

/** The choice between granting what is missing and making members equal. */
export const MODE_OPTION = {
  kind: 'choice',
  description: ({ language }: { language: Language }) => TEXTS[language].descriptions.mode,
  choices: ['add', 'equal'],
  labels: ({ language }: { language: Language }) => TEXTS[language].modes,
} as const;

/** Previews copying a member's privileges; if made equal, others lose what the member lacks. */
export async function previewCopy(
  context: Asking & {
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
  context: Asking,
  found: FoundMembers,
  wanted: ReadonlySet<string>,
  isEqual: boolean,
) {
  const listToCopy = ({ groups }: FoundGroups) =>
    listNames(groups).filter((one) => one.isGranted !== wanted.has(toPath(one)) && !(one.isGranted && !isEqual));
  const never = new Set(
    found.members
      .flatMap(listToCopy)
      .filter((name) => !isCopied(name))
      .map(toPath),
  );
  return await previewChanges(context, found, (member) => listToCopy(member).filter(isCopied).map(toOpposite), never);
}

export async function previewStrip(context: Asking & { options: NamedSubject }) {
  const found = await readMembers(context, context.options);
  return await previewChanges(context, found, (member) => listGranted(member).map(toOpposite));
}

/** Previews each member's changes. Those that may end one's own right come last. `never`: the paths
 * of privileges that can't be copied. */
export async function previewChanges(
  context: Asking,
  found: FoundMembers,
  listChanges: (member: FoundGroups) => readonly Change[],
  never: ReadonlySet<string> = new Set(),
) {
  const { members, readAt } = found;
  const why = TEXTS[context.language].neverCopied;
  const leftOut = [...found.leftOut, ...Array.from(never, (path) => ({ name: plain(path, 80), why }))];
  const rows = members
    .flatMap((member) => listChanges(member).map((change) => toRow(context.me, member.subject, change, change.revoke)))
    .toSorted((one, other) => toRank(one) - toRank(other));
  const characters = members.map(({ subject }) => subject.character);
  const [shown, notes] = [toValues(rows, members), await warnOfSimilar(context, characters)];
  return await context.services.batches.preview(context, PRIVILEGE_CHANGES, { rows, leftOut, shown, readAt, notes });
}

/** Each change needs the right to change privileges. */
function toRank(row: Row): number {
  if (!row.endsOwnRight) return 0;
  return findRight(row) === 'giving' ? 2 : 1;
}

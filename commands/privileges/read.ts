import type { Acting } from '../../src/discord/writeKind.ts';
import { isGameError } from '../../src/game/errors.ts';
import type { Privilege, PrivilegeGroup } from '../../src/game/privileges.ts';
import { UserError } from '../../src/view/errorView.ts';
import { plain, plainSentence } from '../../src/view/text.ts';
import { de } from './de.ts';
import { en } from './messages.ts';
import type { Subject } from './subject.ts';
import { isCalled, noteNames } from './suggest.ts';

export type NamedPrivilege = { group: string; privilege: string };
/** A privilege as it is now. */
export type FoundPrivilege = { subject: Subject; group: string; privilege: Privilege };

const MAX_EXAMPLES = 3;
const MAX_REASON = 300;

const echo = (name: string): string => plain(name, 60);

/**
 * The subject's privileges, and the subject with the faction that the game names, so that what
 * follows means the same one. Throws a {@link UserError} if the person may not see them.
 */
export async function readPrivileges(
  asking: Acting,
  subject: Subject,
): Promise<{ subject: Subject; groups: PrivilegeGroup[] }> {
  const { faction, groups } = await asking.game.character.privileges
    .list(toParams(subject))
    .catch((error: unknown) => Promise.reject(toUserError(asking, error, subject)));
  if (groups.length > 0) await noteNames(asking, groups);
  return { subject: faction ? { ...subject, faction: { ...subject.faction, ...faction } } : subject, groups };
}

/** A privilege by the names typed. Throws a {@link UserError} with names that work. */
export async function findPrivilege(asking: Acting, asked: Subject, named: NamedPrivilege): Promise<FoundPrivilege> {
  const messages = { en, de }[asking.language];
  const { subject, groups } = await readPrivileges(asking, asked);
  if (groups.length === 0) throw new UserError(messages.noFaction(echo(subject.character.name)));
  const group = groups.find(isCalled(named.group));
  const examples = groups.slice(0, MAX_EXAMPLES).map(({ name }) => echo(name));
  if (!group) throw new UserError(messages.unknownGroup(echo(named.group), examples.join(', ')));
  const privilege = group.privileges.find(isCalled(named.privilege));
  if (privilege) return { subject, group: group.name, privilege };
  const [example] = group.privileges;
  if (!example) throw new UserError(messages.emptyGroup);
  throw new UserError(messages.unknownPrivilege(echo(named.privilege), echo(group.name), echo(example.name)));
}

/** A privilege by its exact names, else as {@link findPrivilege} does. */
export async function readPrivilege(asking: Acting, subject: Subject, named: NamedPrivilege): Promise<FoundPrivilege> {
  const [group, privilege] = [named.group.trim(), named.privilege.trim()];
  try {
    const params = { ...toParams(subject), privilegeGroup: group, privilege };
    return { subject, group, privilege: await asking.game.character.privileges.get(params) };
  } catch (error) {
    // The game doesn't say what it didn't find: the list does.
    if (isGameError(error, 'not_found') || isGameError(error, 'invalid')) return findPrivilege(asking, subject, named);
    throw toUserError(asking, error, subject);
  }
}

/** Parameters of the game's operations for a subject. */
export function toParams({ character, faction }: Subject): { uid: string; faction_id?: string } {
  return { uid: character.uid, ...(faction?.uid !== undefined && { faction_id: faction.uid }) };
}

/** What the game's error means here; other errors as they are. */
function toUserError({ language }: Acting, error: unknown, { character, faction }: Subject): unknown {
  const messages = { en, de }[language];
  if (isGameError(error, 'refused') && error.failure.code === 'refused')
    return new UserError(messages.refused(plainSentence(error.failure.reason, MAX_REASON)));
  if (!isGameError(error, 'not_found')) return error;
  const name = echo(character.name);
  const where = faction && echo(faction.name ?? faction.uid ?? '');
  return new UserError(where === undefined ? messages.notInMainFaction(name) : messages.notMember(name, where));
}

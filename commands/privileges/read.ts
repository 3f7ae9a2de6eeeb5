import type { Services } from '../../src/discord/context.ts';
import { findFaction } from '../../src/discord/findFaction.ts';
import type { Game } from '../../src/game/client.ts';
import { isGameError } from '../../src/game/errors.ts';
import type { Privilege, Privileges } from '../../src/game/privileges.ts';
import { Mistake } from '../../src/view/errorView.ts';
import type { Language } from '../../src/view/language.ts';
import type { PrivilegeSubject } from '../../src/view/privilegeViews.ts';
import { plain, plainSentence } from '../../src/view/text.ts';
import { findCharacter } from '../characters/findCharacter.ts';
import { isCalled, learnNames } from './names.ts';

/** What reading privileges takes. */
export type Asking = {
  game: Game;
  services: Pick<Services, 'store'>;
  person: { id: string };
  me: { uid: string; name: string };
  language: Language;
};

const EXAMPLES = 3;
const LONGEST_ECHO = 60;

/** Whose privileges are meant, and where; throws a {@link Mistake} for a character or a faction that there is not. */
export async function findSubject(
  asking: Asking,
  { character, faction }: { character?: string | undefined; faction?: string | undefined },
): Promise<PrivilegeSubject> {
  const found = character === undefined ? asking.me : await findCharacter(asking, character);
  const { uid, name } = found;
  return {
    character: { uid, name },
    ...(faction !== undefined && { faction: await findFaction(asking, faction) }),
  };
}

/**
 * The subject's privileges, and the subject with the faction that the game says they are of, so that what follows means
 * the same one. Throws a {@link Mistake} where the person may not see them or there are none to see.
 */
export async function readPrivileges(
  asking: Asking,
  subject: PrivilegeSubject,
): Promise<{ subject: PrivilegeSubject; privileges: Privileges }> {
  const privileges = await asking.game.character.privileges
    .list(toParams(subject))
    .catch((error: unknown) => Promise.reject(toMistake(error, subject)));
  if (privileges.groups.length > 0) await learnNames(asking, privileges);
  const { faction } = privileges;
  return { subject: faction ? { ...subject, faction: { ...subject.faction, ...faction } } : subject, privileges };
}

/** One privilege of a list by what a person typed: spaces for underscores and capitals are forgiven. Throws a {@link Mistake} with what would work. */
export function findPrivilege(
  { groups }: Privileges,
  subject: PrivilegeSubject,
  named: { group: string; privilege: string },
): { group: string; privilege: Privilege } {
  if (groups.length === 0) throw new Mistake(({ privileges }) => privileges.noFaction(plain(subject.character.name)));
  const group = groups.find(isCalled(named.group));
  if (!group) {
    const examples = groups.slice(0, EXAMPLES).map(({ name }) => plain(name, LONGEST_ECHO));
    throw new Mistake(({ privileges }) =>
      privileges.unknownGroup(plain(named.group, LONGEST_ECHO), examples.join(', ')),
    );
  }
  const privilege = group.privileges.find(isCalled(named.privilege));
  if (privilege) return { group: group.name, privilege };
  const [example] = group.privileges;
  throw new Mistake(({ privileges }) =>
    privileges.unknownPrivilege(
      plain(named.privilege, LONGEST_ECHO),
      plain(group.name, LONGEST_ECHO),
      example && plain(example.name, LONGEST_ECHO),
    ),
  );
}

/** One privilege as the game has it now, by its exact names or as typed; throws a {@link Mistake} as the list does. */
export async function readPrivilege(
  asking: Asking,
  subject: PrivilegeSubject,
  named: { group: string; privilege: string },
): Promise<{ subject: PrivilegeSubject; group: string; privilege: Privilege }> {
  const [privilegeGroup, privilegeName] = [named.group.trim(), named.privilege.trim()];
  try {
    const privilege = await asking.game.character.privileges.get({
      ...toParams(subject),
      privilegeGroup,
      privilege: privilegeName,
    });
    return { subject, group: privilegeGroup, privilege };
  } catch (error) {
    if (!isGameError(error, 'not_found') && !isGameError(error, 'invalid')) throw toMistake(error, subject);
  }
  // The game does not say what it did not find: the list does.
  const { subject: found, privileges } = await readPrivileges(asking, subject);
  return { subject: found, ...findPrivilege(privileges, found, named) };
}

/** Parameters of the game's operations for a subject. */
export function toParams({ character, faction }: PrivilegeSubject): { uid: string; faction_id?: string } {
  return { uid: character.uid, ...(faction?.uid !== undefined && { faction_id: faction.uid }) };
}

/** The sentence for what the game says of somebody's privileges; other errors as they are. */
function toMistake(error: unknown, { character, faction }: PrivilegeSubject): unknown {
  const name = plain(character.name, LONGEST_ECHO);
  if (isGameError(error, 'refused') && error.failure.code === 'refused') {
    const { reason } = error.failure;
    return new Mistake(({ privileges }) => privileges.mayNot(plainSentence(reason, 300)));
  }
  if (!isGameError(error, 'not_found')) return error;
  if (!faction) return new Mistake(({ privileges }) => privileges.notInMainFaction(name));
  const where = plain(faction.name ?? faction.uid ?? '', LONGEST_ECHO);
  return new Mistake(({ privileges }) => privileges.notMember(name, where));
}

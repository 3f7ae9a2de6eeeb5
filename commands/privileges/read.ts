import { z } from 'zod';
import type { HandlerContext } from '../../src/discord/declare/context.ts';
import { isGameError, NO_REASON } from '../../src/game/errors.ts';
import { party } from '../../src/game/parameters.ts';
import type { Privilege, PrivilegeGroup } from '../../src/game/resources/privileges.ts';
import { UserError } from '../../src/view/errorView.ts';
import { plain, plainSentence } from '../../src/view/text.ts';
import type { Acting } from '../../src/writes/kind.ts';
import { findCharacter } from '../characters/findCharacter.ts';
import { type PrivilegesTexts, TEXTS } from './en.ts';
import { isCalled, noteNames, readOwnFactions } from './suggest.ts';

export const NEEDS = ['CHARACTER_READ', 'CHARACTER_PRIVILEGES'] as const;
export type Context = HandlerContext<typeof NEEDS, PrivilegesTexts>;

/** Whose privileges, and in which faction; without one, in the main faction of the person. */
export const subject = z.object({ character: party, faction: party.partial().optional() });
export type Subject = z.output<typeof subject>;

export type NamedSubject = { character?: string | undefined; faction?: string | undefined };
export type NamedPrivilege = NamedSubject & { group: string; privilege: string };
export type FoundGroups = { subject: Subject; groups: readonly PrivilegeGroup[] };
export type FoundPrivilege = { subject: Subject; group: string; privilege: Privilege };

const FACTION_UID = /^20:\d+$/;
const EXAMPLE_UID = '20:12345';
const MAX_EXAMPLES = 3;
const MAX_REASON = 300;

const echo = (name: string): string => plain(name, 60);

/** The subject that a person named. Throws a {@link UserError} if it isn't found. */
export async function findSubject(asking: Acting, { character, faction }: NamedSubject): Promise<Subject> {
  const { uid, name } = character === undefined ? asking.me : await findCharacter(asking, character);
  return { character: { uid, name }, ...(faction !== undefined && { faction: await findFaction(asking, faction) }) };
}

async function findFaction({ game, language }: Acting, named: string): Promise<Subject['faction']> {
  const text = named.trim();
  if (FACTION_UID.test(text)) return { uid: text };
  // Not from the store, which must not decide where a change is made.
  const own = await readOwnFactions(game);
  const found = own.find(({ name }) => name.toLowerCase() === text.toLowerCase());
  if (found) return found;
  throw new UserError(TEXTS[language].unknownFaction(echo(text), echo(own[0]?.name ?? EXAMPLE_UID)));
}

/** The privileges, and the subject in the faction that the game names. Throws a {@link UserError},
 * also if that isn't the subject's: a change would be made in the wrong faction. */
export async function readPrivileges(asking: Acting, subject: Subject): Promise<FoundGroups> {
  const { faction, groups } = await asking.game.character.privileges
    .list(toParams(subject))
    .catch((error: unknown) => Promise.reject(toUserError(asking, error, subject)));
  const asked = subject.faction;
  if (asked?.uid !== undefined && faction?.uid !== undefined && faction.uid !== asked.uid)
    throw new UserError(TEXTS[asking.language].otherFaction(echo(asked.name ?? asked.uid), echo(faction.name)));
  if (groups.length > 0) await noteNames(asking, groups);
  return { subject: faction ? { ...subject, faction: { ...subject.faction, ...faction } } : subject, groups };
}

/** A privilege by the names typed. Throws a {@link UserError} with names that work. */
export async function findPrivilege(asking: Acting, named: NamedPrivilege, asked?: Subject): Promise<FoundPrivilege> {
  const texts = TEXTS[asking.language];
  const { subject, groups } = await readPrivileges(asking, asked ?? (await findSubject(asking, named)));
  if (groups.length === 0) throw new UserError(texts.noFaction(echo(subject.character.name)));
  const group = groups.find(isCalled(named.group));
  const examples = groups.slice(0, MAX_EXAMPLES).map(({ name }) => echo(name));
  if (!group) throw new UserError(texts.unknownGroup(echo(named.group), examples.join(', ')));
  const privilege = group.privileges.find(isCalled(named.privilege));
  if (privilege) return { subject, group: group.name, privilege };
  const [example] = group.privileges;
  if (!example) throw new UserError(texts.emptyGroup);
  throw new UserError(texts.unknownPrivilege(echo(named.privilege), echo(group.name), echo(example.name)));
}

/** A privilege by its exact names, else as {@link findPrivilege} does. */
export async function readPrivilege(asking: Acting, named: NamedPrivilege): Promise<FoundPrivilege> {
  const subject = await findSubject(asking, named);
  const [group, privilege] = [named.group.trim(), named.privilege.trim()];
  try {
    const params = { ...toParams(subject), privilegeGroup: group, privilege };
    return { subject, group, privilege: await asking.game.character.privileges.get(params) };
  } catch (error) {
    // The game doesn't say what it didn't find: the list does.
    if (isGameError(error, 'not_found') || isGameError(error, 'invalid')) return findPrivilege(asking, named, subject);
    throw toUserError(asking, error, subject);
  }
}

/** Parameters of the game's operations for a subject. */
export function toParams({ character, faction }: Subject): { uid: string; faction_id?: string } {
  return { uid: character.uid, ...(faction?.uid !== undefined && { faction_id: faction.uid }) };
}

/** A refusal in the game's words, else a hint at the usual cause. */
export function refusalSentence(texts: PrivilegesTexts, reason: string, maxLength: number): string {
  return reason === NO_REASON ? texts.refusedSilently : texts.refused(plainSentence(reason, maxLength));
}

/** What the game's error means here; other errors as they are. */
function toUserError({ language }: Acting, error: unknown, { character, faction }: Subject): unknown {
  const texts = TEXTS[language];
  if (isGameError(error, 'refused')) return new UserError(refusalSentence(texts, error.failure.reason, MAX_REASON));
  if (!isGameError(error, 'not_found')) return error;
  const name = echo(character.name);
  const where = faction && echo(faction.name ?? faction.uid ?? '');
  return new UserError(where === undefined ? texts.notInMainFaction(name) : texts.notMember(name, where));
}

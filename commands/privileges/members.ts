import { isGameError } from '../../src/game/errors.ts';
import { UserError } from '../../src/view/errorView.ts';
import type { Acting } from '../../src/writes/kind.ts';
import { findCharacter } from '../characters/findCharacter.ts';
import { TEXTS } from './en.ts';
import { findKnown, noteMembers, recallMembers } from './known.ts';
import { requireNames, splitList } from './names.ts';
import {
  echo,
  type FoundGroups,
  type FoundPrivilege,
  readMember,
  type Subject,
  toParams,
  toUserError,
} from './read.ts';
import { readOwnFactions } from './suggest.ts';

/** As a person typed them; of several characters, with commas between. */
export type NamedSubject = { character?: string | undefined; faction?: string | undefined };
type NamedPrivilege = NamedSubject & { group: string; privilege: string };
/** `leftOut`: who can't be read, and why; both are escaped. */
export type FoundMembers = { members: FoundGroups[]; leftOut: { name: string; why: string }[] };

const FACTION_UID = /^20:\d+$/;
const EXAMPLE_UID = '20:12345';

/** The subject that a person named. Throws a {@link UserError} if it isn't found. */
export async function findSubject(asking: Acting, { character, faction }: NamedSubject): Promise<Subject> {
  const { done, failed } = await findMembers(asking, character === undefined ? [] : [character]);
  if (failed[0]) throw new UserError(failed[0].why);
  return { character: toParty(done[0] ?? asking.me), ...(await findFaction(asking, faction)) };
}

/** The members of a list and their privileges, with a request for each; those who can't be read are
 * left out. Throws a {@link UserError} if that's all of them. */
export async function readMembers(asking: Acting, { character = '', faction }: NamedSubject): Promise<FoundMembers> {
  const where = await findFaction(asking, faction);
  const typed = splitList(character);
  const found = await findMembers(asking, typed);
  const characters = typed.length > 0 ? found.done : [asking.me];
  const subjects = [...new Map(characters.map((one) => [one.uid, { character: toParty(one), ...where }])).values()];
  const read = await settle(subjects, (subject) => readMember(asking, subject));
  const failed = [
    ...found.failed.map(({ of, why }) => ({ name: echo(of), why })),
    ...read.failed.map(({ of, why }) => ({ name: echo(of.character.name), why })),
  ];
  if (read.done.length === 0) throw new UserError(failed.map(({ why }) => why).join('\n'));
  return { members: read.done, leftOut: failed };
}

/** The named characters. Those that this person's commands looked up within a day cost no request. */
async function findMembers(asking: Acting, names: readonly string[]) {
  const known = await recallMembers(asking, asking.me.uid);
  const found = await settle(names, async (named) => findKnown(known, named) ?? (await findCharacter(asking, named)));
  await noteMembers(
    asking,
    found.done.filter((one) => !('lookedUpAt' in one)),
  );
  return found;
}

const toParty = ({ uid, name }: Subject['character']): Subject['character'] => ({ uid, name });

/** What `work` gives of each; a {@link UserError} is a failure of that one alone. */
async function settle<T, R>(all: readonly T[], work: (one: T) => Promise<R>) {
  const ended = await Promise.all(
    all.map(async (of) => {
      try {
        return { done: await work(of) };
      } catch (error) {
        if (!(error instanceof UserError)) throw error;
        return { of, why: error.message };
      }
    }),
  );
  return {
    done: ended.flatMap((one) => ('done' in one ? one.done : [])) as R[],
    failed: ended.flatMap((one) => ('done' in one ? [] : one)),
  };
}

async function findFaction({ game, language }: Acting, named: string | undefined): Promise<Pick<Subject, 'faction'>> {
  if (named === undefined) return {};
  const text = named.trim();
  if (FACTION_UID.test(text)) return { faction: { uid: text } };
  // Not from the store, which must not decide where a change is made.
  const own = await readOwnFactions(game);
  const found = own.find(({ name }) => name.toLowerCase() === text.toLowerCase());
  if (found) return { faction: found };
  throw new UserError(TEXTS[language].unknownFaction(echo(text), echo(own[0]?.name ?? EXAMPLE_UID)));
}

/** A privilege by the names typed. Throws a {@link UserError} with names that work. */
async function findPrivilege(asking: Acting, named: NamedPrivilege, asked: Subject): Promise<FoundPrivilege> {
  const { subject, groups } = await readMember(asking, asked);
  const [first] = requireNames(TEXTS[asking.language], groups, named);
  const group = groups.find(({ name }) => name === first?.group);
  const privilege = group?.privileges.find(({ name }) => name === first?.privilege);
  if (!group || !privilege) throw new UserError(TEXTS[asking.language].emptyGroup);
  return { subject, group: group.name, privilege };
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

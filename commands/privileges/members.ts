import { isGameError } from '../../src/game/errors.ts';
import { isUid, party, toHandleKey } from '../../src/game/parameters.ts';
import { AsksFirst, UserError } from '../../src/view/errorView.ts';
import type { LeftOut } from '../../src/writes/kind.ts';
import { MAX_ROWS } from '../../src/writes/presses.ts';
import { findCharacter } from '../characters/findCharacter.ts';
import { DAY_MS, noteCharacters, recallCharacters } from '../characters/known.ts';
import { expandMentions } from '../roster/mentions.ts';
import { TEXTS } from './en.ts';
import { requireNames, splitList } from './names.ts';
import { type Context, echo, type FoundGroups, readPrivileges, type Subject, toParams, toUserError } from './read.ts';
import { readOwnFactions, toLabel } from './suggest.ts';

/** Typed names; commas separate several characters. */
export type NamedSubject = { character?: string | undefined; faction?: string | undefined };
/** `leftOut`: members that can't be read. */
export type FoundMembers = { members: readonly FoundGroups[]; leftOut: readonly LeftOut[] };

/** More requests need a confirmation. */
const MAX_UNASKED = 20;
const FACTION_UID = /^20:\d+$/;
const EXAMPLE_UID = '20:12345';

/** Throws a {@link UserError} if the subject isn't found. */
export async function findSubject(asking: Context, { character, faction }: NamedSubject): Promise<Subject> {
  const { done, leftOut } = await findMembers(asking, character === undefined ? [] : [character]);
  if (leftOut[0]) throw new UserError(leftOut[0].why);
  return { character: party.parse(done[0] ?? asking.me), ...(await findFaction(asking, faction)) };
}

/** The privileges of the members in a list, with a request for each. Leaves out those who can't be
 * read; throws a {@link UserError} if none can. `others` are read later. `rowsEach`: each member's
 * changes, at least. */
export async function readMembers(
  asking: Context,
  { character = '', faction }: NamedSubject,
  others: string[] = [],
  rowsEach = 0,
) {
  const typed = splitList(character);
  const mentioned = await expandMentions(asking, typed);
  const rows = rowsEach * Math.max(1, mentioned.others.length + mentioned.members.length);
  if (rows > MAX_ROWS) throw new UserError(asking.texts.batch.tooMany(rows, MAX_ROWS));
  const where = await findFaction(asking, faction);
  const found = await findMembers(asking, mentioned.others, others);
  const characters = typed.length > 0 ? [...mentioned.members, ...found.done] : [asking.me];
  const subjects = [...new Map(characters.map((one) => [one.uid, { character: party.parse(one), ...where }])).values()];
  const names = subjects.map((one) => one.character.name);
  const read = await settle(
    names,
    subjects.map((subject) => readPrivileges(asking, subject)),
  );
  const leftOut = [...found.leftOut, ...read.leftOut];
  if (read.done.length === 0) throw new UserError(leftOut.map(({ why }) => why).join('\n'));
  return { members: read.done, leftOut };
}

/** Characters that the person looked up within a day cost no request. */
export async function findMembers(asking: Context, typed: readonly string[], others: readonly string[] = []) {
  const { me, services, texts } = asking;
  const names = typed.map((one) => one.trim());
  const known = await recallCharacters(asking, me.uid, DAY_MS);
  const recall = (named: string) =>
    known.find(({ uid, name }) => (isUid(named) ? uid === named : toHandleKey(name) === toHandleKey(named)));
  const all = [...names, ...others];
  const requests = all.length + all.filter((named) => !recall(named)).length;
  if (requests > MAX_UNASKED && !asking.isAsked) throw new AsksFirst(texts.manyRequests(requests));
  const finding = names.map(
    async (named) => recall(named) ?? { ...(await findCharacter(asking, named)), lookedUpAt: services.now() },
  );
  const fresh = (await Promise.allSettled(finding)).flatMap((one) =>
    one.status === 'fulfilled' && !known.includes(one.value) ? one.value : [],
  );
  // Even after a failure, so that no character is looked up twice.
  await noteCharacters(asking, me.uid, fresh);
  return await settle(names, finding);
}

/** The results, and the places of their names; leaves out those with a {@link UserError}. */
async function settle<T>(names: readonly string[], work: readonly Promise<T>[]) {
  const ended = await Promise.allSettled(work);
  const places = ended.flatMap((one, place) => (one.status === 'fulfilled' ? [place] : []));
  const leftOut = ended.flatMap((one, place): LeftOut[] => {
    if (one.status === 'fulfilled') return [];
    if (!(one.reason instanceof UserError)) throw one.reason;
    return [{ name: echo(names[place] ?? ''), why: one.reason.message }];
  });
  return { done: ended.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : [])), places, leftOut };
}

async function findFaction({ game, language }: Context, named: string | undefined): Promise<Pick<Subject, 'faction'>> {
  if (named === undefined) return {};
  const text = named.trim();
  if (FACTION_UID.test(text)) return { faction: { uid: text } };
  // The store mustn't decide where a change is made.
  const own = await readOwnFactions(game);
  const found = own.find((one) => one.name.toLowerCase() === text.toLowerCase() || toLabel(one) === text);
  if (found) return { faction: found };
  throw new UserError(TEXTS[language].unknownFaction(echo(text), echo(own[0]?.name ?? EXAMPLE_UID)));
}

/** A privilege by its exact names, or from the list. Throws a {@link UserError} with near names. */
export async function readPrivilege(asking: Context, named: NamedSubject & { group: string; privilege: string }) {
  const subject = await findSubject(asking, named);
  const [group, privilege] = [named.group.trim(), named.privilege.trim()];
  try {
    const params = { ...toParams(subject), privilegeGroup: group, privilege };
    const { name, isGranted } = await asking.game.character.privileges.get(params);
    return { subject, group, privilege: name, isGranted };
  } catch (error) {
    // The game doesn't say which name it didn't find, so the list must.
    const isUnknown = isGameError(error, 'not_found') || isGameError(error, 'invalid');
    if (!isUnknown) throw toUserError(asking, error, subject);
    const read = await readPrivileges(asking, subject);
    const [found] = requireNames(TEXTS[asking.language], read.groups, named);
    if (!found) throw error;
    return { subject: read.subject, ...found };
  }
}

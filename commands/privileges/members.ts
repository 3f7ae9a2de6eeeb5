import { isGameError } from '../../src/game/errors.ts';
import { isUid, party } from '../../src/game/parameters.ts';
import { matchName, otherSpelling, parseNames } from '../../src/input/names.ts';
import { AsksFirst, UserError } from '../../src/view/errorView.ts';
import type { LeftOut } from '../../src/writes/kind.ts';
import { MAX_ROWS } from '../../src/writes/presses.ts';
import { findCharacter } from '../characters/findCharacter.ts';
import { DAY_MS, noteCharacters, recallCharacters } from '../characters/known.ts';
import type { Member } from '../roster/kept.ts';
import { findMentioned } from '../roster/mentions.ts';
import { TEXTS } from './en.ts';
import { requireNames } from './names.ts';
import { type Asking, echo, type FoundGroups, readPrivileges, type Subject, toParams, toUserError } from './read.ts';
import { readOwnFactions, toLabel } from './suggest.ts';

/** Typed names; commas separate several characters. */
export type NamedSubject = { character?: string | undefined; faction?: string | undefined };
/** `leftOut`: members that can't be read. `readAt`: the oldest reading (ms), if it isn't new. */
export type FoundMembers = { members: readonly FoundGroups[]; leftOut: readonly LeftOut[]; readAt?: number };

/** More requests need a confirmation. */
const MAX_UNASKED = 20;
const FACTION_UID = /^20:\d+$/;
const EXAMPLE_UID = '20:12345';

/** Throws a {@link UserError} if the subject isn't found. */
export async function findSubject(asking: Asking, { character, faction }: NamedSubject): Promise<Subject> {
  const { done, leftOut } = await findMembers(asking, character === undefined ? [] : [character]);
  if (leftOut[0]) throw new UserError(leftOut[0].why);
  return { character: party.parse(done[0] ?? asking.me), ...(await findFaction(asking, faction)) };
}

/** The privileges of the members in a list, or of `members`, with a request for each. Leaves out
 * those who can't be read; throws a {@link UserError} if none can. `others` are read later.
 * `rowsEach`: each member's changes, at least. */
export async function readMembers(
  asking: Asking,
  { character = '', faction, members }: NamedSubject & { members?: readonly Member[] | undefined },
  others: string[] = [],
  rowsEach = 0,
) {
  const typed = parseNames(character);
  const mentions = await findMentioned(asking, typed);
  const mentioned = members ?? [...new Set([...mentions.values()].flat())];
  const names = typed.filter((name) => !mentions.has(name));
  const rows = rowsEach * Math.max(1, names.length + mentioned.length);
  if (rows > MAX_ROWS) throw new UserError(TEXTS[asking.language].batch.tooMany(rows, MAX_ROWS));
  const where = await findFaction(asking, faction);
  const readings = mentioned.length + names.length + others.length;
  const found = await findMembers(asking, names, others, readings);
  // Who agreed to many requests waits for them.
  if (asking.isAsked) asking.deadline.lift(false);
  const characters = members || typed.length > 0 ? [...mentioned, ...found.done] : [asking.me];
  const subjects = [...new Map(characters.map((one) => [one.uid, { character: party.parse(one), ...where }])).values()];
  const read = await settle(subjects.map((one) => [one.character.name, readPrivileges(asking, one)]));
  const leftOut = [...found.leftOut, ...read.leftOut];
  if (read.done.length === 0) throw new UserError(leftOut.map(({ why }) => why).join('\n'));
  return { members: read.done, leftOut };
}

/** Characters that the person looked up within a day cost no request. `others` are found later.
 * `readings`: the number of requests afterwards. */
export async function findMembers(
  asking: Asking,
  typed: readonly string[],
  others: readonly string[] = [],
  readings = 0,
) {
  const { me, services, language } = asking;
  const names = typed.map((one) => one.trim());
  const known = await recallCharacters(asking, me.uid, DAY_MS);
  const recall = (named: string) => {
    if (isUid(named)) return known.find(({ uid }) => uid === named);
    const match = matchName(known, named, ({ name }) => name);
    // A folded name may be a real character's, so the game is asked for what was typed.
    return match.kind === 'one' && otherSpelling(named) === undefined ? match.item : undefined;
  };
  const unknown = [...names, ...others].filter((named) => !recall(named));
  // A name that isn't found as typed is asked for once more.
  const respelled = unknown.filter((named) => otherSpelling(named) !== undefined);
  const requests = readings + unknown.length + respelled.length;
  if (requests > MAX_UNASKED && !asking.isAsked) throw new AsksFirst(TEXTS[language].manyRequests(requests));
  const finding = names.map(
    async (named) => recall(named) ?? { ...(await findCharacter(asking, named)), lookedUpAt: services.now() },
  );
  const fresh = (await Promise.allSettled(finding)).flatMap((one) =>
    one.status === 'fulfilled' && !known.includes(one.value) ? one.value : [],
  );
  // Even after a failure, so that no character is looked up twice.
  await noteCharacters(asking, me.uid, fresh);
  return await settle(finding.map((found, place) => [names[place] ?? '', found]));
}

/** The results, and the places of their names; leaves out those with a {@link UserError}. */
async function settle<T>(work: readonly (readonly [name: string, result: Promise<T>])[]) {
  const ended = await Promise.allSettled(work.map(([, result]) => result));
  const places = ended.flatMap((one, place) => (one.status === 'fulfilled' ? [place] : []));
  const leftOut = ended.flatMap((one, place): LeftOut[] => {
    if (one.status === 'fulfilled') return [];
    if (!(one.reason instanceof UserError)) throw one.reason;
    return [{ name: echo(work[place]?.[0] ?? ''), why: one.reason.message }];
  });
  return { done: ended.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : [])), places, leftOut };
}

async function findFaction({ game, language }: Asking, named: string | undefined): Promise<Pick<Subject, 'faction'>> {
  if (named === undefined) return {};
  const text = named.trim();
  if (FACTION_UID.test(text)) return { faction: { uid: text } };
  // The store mustn't decide where a change is made.
  const own = await readOwnFactions(game);
  const labeled = own.find((one) => toLabel(one) === text);
  const match = matchName(own, text, ({ name }) => name);
  if (labeled) return { faction: labeled };
  if (match.kind === 'one') return { faction: match.item };
  throw new UserError(TEXTS[language].unknownFaction(echo(text), echo(own[0]?.name ?? EXAMPLE_UID)));
}

/** A privilege by its exact names, or from the list. Throws a {@link UserError} with near names. */
export async function readPrivilege(asking: Asking, named: NamedSubject & { group: string; privilege: string }) {
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

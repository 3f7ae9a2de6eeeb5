import { countEdits } from '../../src/galaxy/nameMatch.ts';
import { toHandleKey } from '../../src/game/parameters.ts';
import { UserError } from '../../src/view/errorView.ts';
import { plain } from '../../src/view/text.ts';
import type { PrivilegesTexts } from './en.ts';

/** Several groups may have a privilege with the same name. */
export type Name = { group: string; privilege: string };
/** A member's privilege; not granted if unknown. `isOfGroup`: only its group was named. */
export type Held = Name & { isGranted: boolean; isOfGroup?: true };
export type Change = Name & { revoke: boolean };
export type NamedGroup = { name: string; privileges: readonly { name: string; isGranted?: boolean }[] };
/** `privilege`: names, separated by commas; those without a group are in `group`. */
type Typed = { group?: string | undefined; privilege?: string | undefined };
/** The reason why a name matches nothing; `near`: names that may be meant. */
type Mismatch = { why: 'unknown' | 'several' | 'isGroup'; near: string[] };

export const SEPARATOR = ',';
const MAX_NEAR = 3;
const MAX_PROBLEMS = 5;
/** Between one and two wrong letters. */
const SCORE_OF_WORDS = 1.5;

const echo = (name: string): string => plain(name, 80);

/** The first names; an ellipsis replaces the others. */
export function listSome(names: readonly string[], max: number): string {
  const first = names.slice(0, max).map((name) => plain(name, 60));
  return [...first, ...(names.length > max ? ['…'] : [])].join(', ');
}

/** The parts of a list, without duplicates in any case. */
export function splitList(typed: string): string[] {
  const parts = typed.split(SEPARATOR).map((part) => part.trim());
  return [...new Map(parts.filter(Boolean).map((part) => [toComparable(part), part])).values()];
}

/** The listed privileges, without duplicates; if `takesGroups`, also whole groups. Throws a
 * {@link UserError} with names that work. */
export function requireNames(
  texts: PrivilegesTexts,
  groups: readonly NamedGroup[],
  typed: Typed,
  takesGroups = false,
): Held[] {
  const within = typed.group === undefined ? undefined : requireGroup(texts, groups, typed.group);
  const [example] = listNames(within ? [within] : groups).map(toPath);
  if (example === undefined) throw new UserError(texts.emptyGroup);
  const toProblem = (part: string, { why, near: names }: Mismatch): string => {
    const near = names.map(echo);
    if (why === 'isGroup') return texts.isGroup(part, near[0] ?? echo(example));
    if (why === 'several') return texts.severalGroups(part, listed(texts, near, 'disjunction'));
    return `${texts.unknownPrivilege(part, within && echo(within.name))} ${hint(texts, near, example)}`;
  };
  const [found, problems]: [Held[], string[]] = [[], []];
  const listWhole = (group: NamedGroup) => listNames([group]).map((name) => ({ ...name, isOfGroup: true as const }));
  const whole = takesGroups && within && typed.privilege === undefined ? listWhole(within) : [];
  for (const part of splitList(typed.privilege ?? '')) {
    // Finding similar names is slow.
    if (problems.length === MAX_PROBLEMS) break;
    const match = findName(groups, part, within);
    const group = takesGroups && groups.find(isCalled(part));
    if ('found' in match) found.push(match.found);
    else if (group && match.why === 'isGroup') whole.push(...listWhole(group));
    else problems.push(toProblem(echo(part), match));
  }
  if (whole.length + found.length + problems.length === 0) problems.push(texts.tryThis(echo(example)));
  if (problems.length > 0) throw new UserError(problems.join('\n'));
  return [...new Map([...whole, ...found].map((name) => [toKey(name), name])).values()];
}

/** Finds `ship/view`, `ship view`, or `view` if only one group has it or if it's in `within`. */
export function findName(
  groups: readonly NamedGroup[],
  typed: string,
  within?: NamedGroup,
): Mismatch | { found: Held } {
  const wanted = toComparable(typed);
  const names = listNames(groups);
  const called = names.filter(({ privilege }) => toComparable(privilege) === wanted);
  const whole = names.filter((name) => toComparable(toPath(name)) === wanted);
  // Two groups may share their first words.
  const exact = whole.find((name) => toHandleKey(toPath(name)) === toHandleKey(typed));
  const fitting = whole.length > 0 || within ? whole : called;
  const [only] = fitting.length === 1 ? fitting : [];
  const found = called.find(({ group }) => group === within?.name) ?? exact ?? only;
  if (found) return { found };
  if (fitting.length > 1) return { why: 'several', near: toNear(fitting) };
  const group = groups.find(isCalled(typed));
  if (group) return { why: 'isGroup', near: toNear(listNames([group])) };
  if (called.length > 0) return { why: 'unknown', near: toNear(called) };
  const near = within ? findNear(typed, listNames([within]).map(toPath)) : [];
  const all = [...groups.map(({ name }) => name), ...names.map(toPath)];
  return { why: 'unknown', near: near.length > 0 ? near : findNear(typed, all) };
}

export const toPath = ({ group, privilege }: Name): string => `${group}/${privilege}`;
export const toOpposite = ({ isGranted, ...name }: Held): Change => ({ ...name, revoke: isGranted });
export const toKey = ({ group, privilege }: Name): string => JSON.stringify([group, privilege]);

export function listNames(groups: readonly NamedGroup[]): Held[] {
  return groups.flatMap(({ name: group, privileges }) =>
    privileges.map(({ name, isGranted = false }) => ({ group, privilege: name, isGranted })),
  );
}

export const listGranted = ({ groups }: { groups: readonly NamedGroup[] }): Held[] =>
  listNames(groups).filter(({ isGranted }) => isGranted);

/** Privileges over money, members and privileges. The names of groups are the live game's. */
const MATTERS = /^(?:finance|privileges|second_in_command|faction_management)\/|^members\/(?!view$)/i;

/** True for a privilege that an officer should know about, as `group/privilege`. */
export const matters = (path: string): boolean => MATTERS.test(path) && !/\/view$/i.test(path);

/** Matches in any case, with spaces or underscores. */
export function isCalled(typed: string): (one: { name: string }) => boolean {
  const wanted = toComparable(typed);
  return ({ name }) => toComparable(name) === wanted;
}

export const toComparable = (name: string): string => toHandleKey(name).replace(/[\s_/-]+/g, '_');

function requireGroup(texts: PrivilegesTexts, groups: readonly NamedGroup[], typed: string): NamedGroup {
  const found = groups.find(isCalled(typed));
  if (found) return found;
  const names = groups.map(({ name }) => name);
  const near = findNear(typed, names).map(echo);
  const examples = names.slice(0, MAX_NEAR).map(echo);
  const tip = near.length > 0 ? hint(texts, near) : texts.groupsInclude(listed(texts, examples, 'conjunction'));
  throw new UserError(`${texts.unknownGroup(echo(typed))} ${tip}`);
}

const hint = (texts: PrivilegesTexts, near: readonly string[], example = ''): string =>
  near.length > 0 ? texts.didYouMean(listed(texts, near, 'disjunction')) : texts.tryThis(echo(example));

const listed = ({ language }: PrivilegesTexts, names: readonly string[], type: 'conjunction' | 'disjunction'): string =>
  new Intl.ListFormat(language, { type }).format(names);

const toNear = (names: readonly Name[]): string[] => names.slice(0, MAX_NEAR).map(toPath);

function findNear(typed: string, known: readonly string[]): string[] {
  const wanted = toComparable(typed);
  const words = wanted.split('_').filter(Boolean);
  const max = Math.ceil(wanted.length / 3);
  const toScore = (key: string): number => {
    if (words.length > 0 && words.every((word) => key.includes(word))) return SCORE_OF_WORDS;
    return Math.abs(key.length - wanted.length) > max ? Infinity : (countEdits(wanted, key).at(-1) ?? 0);
  };
  const scored = known.map((name) => {
    const keys = [name, name.slice(name.indexOf('/') + 1)].map(toComparable);
    return { name, score: Math.min(...keys.map(toScore)) };
  });
  const best = Math.min(...scored.map(({ score }) => score));
  if (best > Math.max(max, SCORE_OF_WORDS)) return [];
  return scored.flatMap(({ name, score }) => (score === best ? name : [])).slice(0, MAX_NEAR);
}

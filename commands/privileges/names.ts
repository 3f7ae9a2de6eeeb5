import { toHandleKey } from '../../src/game/parameters.ts';
import { UserError } from '../../src/view/errorView.ts';
import { plain } from '../../src/view/text.ts';
import type { PrivilegesTexts } from './en.ts';

/** A privilege; several groups may have one with its name. */
export type Name = { group: string; privilege: string };
export type NamedGroup = { name: string; privileges: readonly { name: string }[] };
/** Names as a person typed them: privileges separated by commas, of this group if they name none. */
type Typed = { group?: string | undefined; privilege: string };
/** What one part of a list names; without `found`, `near` are names that the person may have meant. */
type Match = { found: Name } | { why: 'unknown' | 'several' | 'isGroup'; near: string[] };

export const SEPARATOR = ',';
const MAX_NEAR = 3;
const MAX_PROBLEMS = 5;
/** Below a name that differs in two letters, above one that differs in one. */
const SCORE_OF_WORDS = 1.5;

const echo = (name: string): string => plain(name, 80);

/** The parts of a list, each once, however it's capitalized. */
export function splitList(typed: string): string[] {
  const parts = typed.split(SEPARATOR).map((part) => part.trim());
  return [...new Map(parts.filter(Boolean).map((part) => [toComparable(part), part])).values()];
}

/** The privileges that a list names, each once. Throws a {@link UserError} with names that work. */
export function requireNames(texts: PrivilegesTexts, groups: readonly NamedGroup[], typed: Typed): Name[] {
  const within = typed.group === undefined ? undefined : requireGroup(texts, groups, typed.group);
  const [example] = listNames(within ? [within] : groups);
  if (!example) throw new UserError(texts.emptyGroup);
  const parts = splitList(typed.privilege);
  const matches = parts.map((part) => ({ part, match: findName(groups, part, within) }));
  const problems = matches.flatMap(({ part, match }) => {
    if ('found' in match) return [];
    const near = match.near.map(echo);
    if (match.why === 'isGroup') return [texts.isGroup(echo(part), near[0] ?? echo(toPath(example)))];
    if (match.why === 'several') return [texts.severalGroups(echo(part), listed(texts, near, 'disjunction'))];
    return [`${texts.unknownPrivilege(echo(part), within && echo(within.name))} ${hint(texts, near, toPath(example))}`];
  });
  if (parts.length === 0) problems.push(texts.tryThis(echo(toPath(example))));
  if (problems.length > 0) throw new UserError(problems.slice(0, MAX_PROBLEMS).join('\n'));
  const found = matches.flatMap(({ match }) => ('found' in match ? match.found : []));
  return [...new Map(found.map((name) => [toKey(name), name])).values()];
}

/** What a part of a list names: `ship/view`, `ship view`, or `view` if only one group has it, or if
 * it's in the group `within`. */
export function findName(groups: readonly NamedGroup[], typed: string, within?: NamedGroup): Match {
  const wanted = toComparable(typed);
  const names = listNames(groups);
  const isCalledSo = ({ privilege }: Name): boolean => toComparable(privilege) === wanted;
  const inGroup = within && listNames([within]).find(isCalledSo);
  if (inGroup) return { found: inGroup };
  const whole = names.filter((name) => toComparable(toPath(name)) === wanted);
  // Two groups may share their first words.
  const exact = whole.find((name) => toHandleKey(toPath(name)) === toHandleKey(typed));
  const alone = whole.length > 0 || within ? [] : names.filter(isCalledSo);
  const found = exact ?? (whole.length + alone.length === 1 ? (whole[0] ?? alone[0]) : undefined);
  if (found) return { found };
  if (whole.length + alone.length > 1) return { why: 'several', near: toNear([...whole, ...alone]) };
  const group = groups.find(isCalled(typed));
  if (group) return { why: 'isGroup', near: toNear(listNames([group])) };
  const elsewhere = names.filter(isCalledSo);
  if (elsewhere.length > 0) return { why: 'unknown', near: toNear(elsewhere) };
  const near = within ? findNear(typed, listNames([within]).map(toNearable)) : [];
  const all = [...groups.map(({ name }) => ({ name, keys: [name] })), ...names.map(toNearable)];
  return { why: 'unknown', near: near.length > 0 ? near : findNear(typed, all) };
}

const toNearable = (name: Name) => ({ name: toPath(name), keys: [toPath(name), name.privilege] });

export const toPath = ({ group, privilege }: Name): string => `${group}/${privilege}`;
/** As no two privileges have it. */
export const toKey = ({ group, privilege }: Name): string => JSON.stringify([group, privilege]);

export function listNames(groups: readonly NamedGroup[]): Name[] {
  return groups.flatMap(({ name: group, privileges }) => privileges.map(({ name }) => ({ group, privilege: name })));
}

/** Whether something has the name typed, in any case, with spaces or underscores. */
export function isCalled(typed: string): (one: { name: string }) => boolean {
  const wanted = toComparable(typed);
  return ({ name }) => toComparable(name) === wanted;
}

/** Whether each word typed is in the group or in the privilege. */
export function hasWords(typed: string): (one: Name) => boolean {
  const words = toComparable(typed).split('_').filter(Boolean);
  return (one) => words.every((word) => toComparable(toPath(one)).includes(word));
}

export function toComparable(name: string): string {
  return toHandleKey(name).replace(/[\s_/-]+/g, '_');
}

function requireGroup(texts: PrivilegesTexts, groups: readonly NamedGroup[], typed: string): NamedGroup {
  const found = groups.find(isCalled(typed));
  if (found) return found;
  const near = findNear(
    typed,
    groups.map(({ name }) => ({ name, keys: [name] })),
  );
  const examples = groups.slice(0, MAX_NEAR).map(({ name }) => echo(name));
  const tip =
    near.length > 0 ? hint(texts, near.map(echo)) : texts.groupsInclude(listed(texts, examples, 'conjunction'));
  throw new UserError(`${texts.unknownGroup(echo(typed))} ${tip}`);
}

function hint(texts: PrivilegesTexts, near: readonly string[], example = ''): string {
  return near.length > 0 ? texts.didYouMean(listed(texts, near, 'disjunction')) : texts.tryThis(echo(example));
}

function listed({ language }: PrivilegesTexts, names: readonly string[], type: 'conjunction' | 'disjunction'): string {
  return new Intl.ListFormat(language, { type }).format(names);
}

const toNear = (names: readonly Name[]): string[] => names.slice(0, MAX_NEAR).map(toPath);

/** The nearest names, if they are near at all. */
function findNear(typed: string, known: readonly { name: string; keys: readonly string[] }[]): string[] {
  const wanted = toComparable(typed);
  const words = wanted.split('_').filter(Boolean);
  const max = Math.ceil(wanted.length / 3);
  const toScore = (key: string): number =>
    words.length > 0 && words.every((word) => key.includes(word)) ? SCORE_OF_WORDS : countEdits(wanted, key, max);
  const scored = known.map(({ name, keys }) => ({ name, score: Math.min(...keys.map(toComparable).map(toScore)) }));
  const best = Math.min(...scored.map(({ score }) => score));
  return best > Math.max(max, SCORE_OF_WORDS)
    ? []
    : scored.flatMap(({ name, score }) => (score === best ? name : [])).slice(0, MAX_NEAR);
}

/** How many letters to add, drop or replace; more than `max` isn't counted. */
function countEdits(one: string, other: string, max: number): number {
  if (Math.abs(one.length - other.length) > max) return max + 2;
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (const [place, letter] of [...one].entries()) {
    let [before = 0] = row;
    const next = [place + 1];
    for (const [at, each] of [...other].entries()) {
      const above = row[at + 1] ?? 0;
      next.push(Math.min(above + 1, (next[at] ?? 0) + 1, before + (letter === each ? 0 : 1)));
      before = above;
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

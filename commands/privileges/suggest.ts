import { z } from 'zod';
import type { Autocomplete, AutocompleteContext, Choice } from '../../src/discord/declare/context.ts';
import { party } from '../../src/game/parameters.ts';
import type { PrivilegeGroup } from '../../src/game/resources/privileges.ts';
import { quoteName, splitUnfinished } from '../../src/input/names.ts';
import { unformatted } from '../../src/view/text.ts';
import type { Actor } from '../../src/writes/kind.ts';
import { findContacts } from '../characters/contacts.ts';
import { DAY_MS } from '../characters/known.ts';
import { ownList, readOwnList } from '../characters/ownList.ts';
import { isCalled, listNames, SEPARATOR, splitList, toComparable, toPath } from './names.ts';

const FACTIONS_MS = 10 * 60_000;
const MAX_LABEL = 80;

const named = z.object({ name: z.string() });
const group = named.extend({ privileges: z.array(named) });
/** The game's names hardly ever change. */
const GROUPS = ownList('privilege-groups', group, DAY_MS);
const FACTIONS = ownList('own-factions', party, FACTIONS_MS);

export const suggestGroups: Autocomplete = async (context) => {
  const wanted = toComparable(context.typed);
  const fitting = (await readGroupNames(context)).filter(({ name }) => toComparable(name).includes(wanted));
  return fitting.map(({ name }) => ({ value: name }));
};

/** Suggests privileges for the last part, by words of the group or the privilege. */
export const suggestPrivileges: Autocomplete = async (context) => {
  const known = await readGroupNames(context);
  const within = known.find(isCalled(context.given['group'] ?? ''));
  const { before, term } = readTyped(context.typed);
  const words = toComparable(term).split('_');
  const fitting = listNames(within ? [within] : known).filter((name) =>
    words.every((word) => toComparable(toPath(name)).includes(word)),
  );
  return toListChoices(
    before,
    fitting.map((name) => (within ? name.privilege : toPath(name))),
  );
};

/** Suggests characters for the last part, without a request. */
export const suggestMembers: Autocomplete = async (context) => {
  const { before, term } = splitUnfinished(context.typed);
  const names = await findContacts(context, term, before, false);
  return names.map((name) => ({ value: [...before, name].map(quoteName).join(`${SEPARATOR} `) }));
};

export const suggestFactions: Autocomplete = async (context) => {
  const wanted = context.typed.trim().toLowerCase();
  const own = await readOwnList(context, FACTIONS, 'CHARACTER_READ', () => readOwnFactions(context.game));
  return own
    .filter(({ uid, name }) => name.toLowerCase().includes(wanted) || uid.startsWith(wanted))
    .map((one) => ({ name: toLabel(one), value: one.uid }));
};

export const toLabel = ({ uid, name }: z.output<typeof party>): string => `${unformatted(name, MAX_LABEL)} (${uid})`;

/** Stores names for suggestions; without a store, they're read again. */
export async function noteNames({ services, person, me }: Actor, shown: readonly PrivilegeGroup[]): Promise<void> {
  const kept = services.kept(GROUPS, person);
  await kept.set({ uid: me.uid, items: z.array(group).parse(shown) }).catch(() => {});
}

/** The names that {@link noteNames} stored last. */
export async function readNotedNames({ services, person }: Actor): Promise<z.output<typeof group>[]> {
  return (await services.kept(GROUPS, person).get())?.items ?? [];
}

/** The linked character's factions, main one first. */
export async function readOwnFactions(game: Actor['game']): Promise<z.output<typeof party>[]> {
  const { faction, factions } = await game.character.me();
  const known = [faction, ...factions].flatMap((one) => (one?.uid === undefined ? [] : party.parse(one)));
  return [...new Map(known.map((one) => [one.uid, one])).values()];
}

export function readGroupNames(context: Pick<AutocompleteContext, 'services' | 'person' | 'link' | 'me' | 'game'>) {
  return readOwnList(context, GROUPS, 'CHARACTER_PRIVILEGES', async (uid) =>
    z.array(group).parse((await context.game.character.privileges.list({ uid })).groups),
  );
}

/** The complete parts of a list, and the one being typed. */
function readTyped(typed: string): { before: string[]; term: string } {
  const end = typed.lastIndexOf(SEPARATOR) + 1;
  return { before: splitList(typed.slice(0, end)), term: typed.slice(end).trim() };
}

/** Each value is the whole list, because a choice replaces all input. */
export function toListChoices(before: readonly string[], names: readonly string[]): Choice[] {
  const taken = new Set(before.map(toComparable));
  return names
    .filter((name) => !name.includes(SEPARATOR) && !taken.has(toComparable(name)))
    .map((name) => ({ value: [...before, name].join(`${SEPARATOR} `) }));
}

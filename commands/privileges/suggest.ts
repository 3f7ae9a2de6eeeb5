import { z } from 'zod';
import type { Autocomplete, AutocompleteContext, Choice } from '../../src/discord/declare/context.ts';
import { party, toHandleKey } from '../../src/game/parameters.ts';
import type { PrivilegeGroup } from '../../src/game/resources/privileges.ts';
import { unformatted } from '../../src/view/text.ts';
import type { Acting } from '../../src/writes/kind.ts';
import { ownList, readOwnList } from '../characters/ownList.ts';

const TTL_MS = 10 * 60_000;
const MAX_LABEL = 80;

const named = z.object({ name: z.string() });
const group = named.extend({ privileges: z.array(named) });
const groups = z.array(group);
/** The names in the list that was read last. */
const GROUPS = ownList('privilege-groups', group, TTL_MS);
const FACTIONS = ownList('own-factions', party, TTL_MS);

export const suggestGroups: Autocomplete = async (context) => toChoices(await readGroupNames(context), context.typed);

/** Suggests the privileges of the group in the option `group`. */
export const suggestPrivileges: Autocomplete = async (context) => {
  const group = (await readGroupNames(context)).find(isCalled(context.given['group'] ?? ''));
  return toChoices(group?.privileges ?? [], context.typed);
};

export const suggestFactions: Autocomplete = async (context) => {
  const wanted = context.typed.trim().toLowerCase();
  const own = await readOwnList(context, FACTIONS, 'CHARACTER_READ', () => readOwnFactions(context.game));
  return own
    .filter(({ uid, name }) => name.toLowerCase().includes(wanted) || uid.startsWith(wanted))
    .map(({ uid, name }) => ({ name: `${unformatted(name, MAX_LABEL)} (${uid})`, value: uid }));
};

/** Keeps the names of a list for suggestions only; without a store they are read again. */
export async function noteNames({ services, person, me }: Acting, shown: readonly PrivilegeGroup[]): Promise<void> {
  const kept = services.kept(GROUPS, person);
  await kept.set({ uid: me.uid, items: groups.parse(shown) }).catch(() => {});
}

/** The factions of the linked character, the main one first. */
export async function readOwnFactions(game: Acting['game']): Promise<z.output<typeof party>[]> {
  const { faction, factions } = await game.character.me();
  const known = [faction, ...factions].flatMap((one) => (one?.uid === undefined ? [] : party.parse(one)));
  return [...new Map(known.map((one) => [one.uid, one])).values()];
}

/** Whether something has the name typed, in any case, with spaces or underscores. */
export function isCalled(typed: string): (one: { name: string }) => boolean {
  const wanted = toComparable(typed);
  return ({ name }) => toComparable(name) === wanted;
}

function readGroupNames(context: AutocompleteContext) {
  return readOwnList(context, GROUPS, 'CHARACTER_PRIVILEGES', async (uid) =>
    groups.parse((await context.game.character.privileges.list({ uid })).groups),
  );
}

/** Tickets belong to a person as one character; none is used after a login as another. */
export function ownerOf({ person, me }: Pick<Acting, 'person' | 'me'>): string {
  return `${person.id}:${me.uid}`;
}

function toChoices(known: readonly { name: string }[], typed: string): Choice[] {
  const wanted = toComparable(typed);
  const fitting = known.filter(({ name }) => toComparable(name).includes(wanted));
  return fitting.map(({ name }) => ({ name: unformatted(name), value: name }));
}

function toComparable(name: string): string {
  return toHandleKey(name).replace(/[\s_-]+/g, '_');
}

import { z } from 'zod';
import type { AutocompleteContext, Choice, Services } from '../../src/discord/context.ts';
import type { Privileges } from '../../src/game/privileges.ts';
import { coversScope } from '../../src/game/scopes.ts';
import { type Memory, remember } from '../../src/store/remember.ts';
import { unformatted } from '../../src/view/text.ts';

/** The names of groups and privileges that a character's lists have shown, for suggestions. */
const NAMES: Memory<{ group: string; privileges: string[] }[]> = {
  name: 'privilege-names',
  schema: z.array(z.object({ group: z.string(), privileges: z.array(z.string()) })),
  ttlMs: 10 * 60_000,
};

/** Suggests groups. */
export async function suggestGroups(context: AutocompleteContext): Promise<Choice[]> {
  return toChoices(await readNames(context), ({ group }) => group, context.typed);
}

/** Suggests the privileges of the group that stands in the option `group`. */
export async function suggestPrivileges(context: AutocompleteContext): Promise<Choice[]> {
  const known = await readNames(context);
  const group = known.find(({ group }) => isCalled(context.given['group'] ?? '')({ name: group }));
  return toChoices(group?.privileges ?? [], (name) => name, context.typed);
}

async function readNames({ game, services, me, person }: AutocompleteContext) {
  const link = me && (await services.links.get(person.id));
  // A call that is refused would cost a request at every key.
  if (!me || !link || !coversScope(link.scopes, 'CHARACTER_PRIVILEGES')) return [];
  return await remember(services.store, NAMES, toKey({ person, me }), async () =>
    toNames(await game.character.privileges.list({ uid: me.uid })),
  );
}

/** Keeps the names of a list that was read. Only suggestions rest on them: what cannot be kept is asked for later. */
export async function learnNames(
  { services, me, person }: { services: Pick<Services, 'store'> } & Whose,
  privileges: Privileges,
): Promise<void> {
  const names = services.store.collection(NAMES.name, NAMES.schema);
  await names.set(toKey({ person, me }), toNames(privileges), NAMES.ttlMs).catch(() => {});
}

type Whose = { person: { id: string }; me: { uid: string } };

function toKey({ person, me }: Whose): string {
  return `${person.id}:${me.uid}`;
}

function toNames({ groups }: Privileges) {
  return groups.map(({ name, privileges }) => ({ group: name, privileges: privileges.map((one) => one.name) }));
}

function toChoices<T>(entries: readonly T[], nameOf: (entry: T) => string, typed: string): Choice[] {
  const wanted = toComparable(typed);
  const names = entries.map(nameOf).filter((name) => toComparable(name).includes(wanted));
  return names.map((name) => ({ name: unformatted(name), value: name }));
}

/** Whether an entry has the name that a person typed: capitals, and spaces for underscores, are forgiven. */
export function isCalled(named: string): (entry: { name: string }) => boolean {
  const wanted = toComparable(named);
  return ({ name }) => toComparable(name) === wanted;
}

function toComparable(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, '_');
}

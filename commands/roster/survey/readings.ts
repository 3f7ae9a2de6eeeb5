import { z } from 'zod';
import type { Keeping } from '../../../src/account/sealedStore.ts';
import type { Character } from '../../../src/game/resources/character.ts';
import type { PrivilegeGroup } from '../../../src/game/resources/privileges.ts';
import { collection } from '../../../src/store/declared.ts';

const KEPT = { about: 'server', says: 'roster', keptForMs: 35 * 24 * 60 * 60_000 } as const;
/** A member's public profile; `factions` by UID. Times in ms. */
const profile = z.object({
  at: z.number(),
  name: z.string().optional(),
  factions: z.array(z.string()),
  isPrivate: z.boolean(),
  lastLoginAt: z.number().optional(),
});
/** A member's privileges in the roster's faction, as `group/privilege`; undefined if the game knows
 * no such member. `changed`: the readings between which a privilege was last granted or revoked. */
const privileges = z.object({
  at: z.number(),
  granted: z.array(z.string()).optional(),
  changed: z.record(z.string(), z.tuple([z.number(), z.number()])),
});
const PROFILES = collection('reading-profile', profile, KEPT);
const PRIVILEGES = collection('reading-privileges', privileges, KEPT);

export type Profile = z.output<typeof profile>;
export type Privileges = z.output<typeof privileges>;
/** A member's readings. They decide no change: only the engine's own readings do. */
export type Readings = { profile?: Profile | undefined; privileges?: Privileges | undefined };
type Context = { services: Keeping };

const keyOf = (server: string, uid: string): string => `${server} ${uid}`;

export async function readReadings({ services }: Context, server: string, uid: string): Promise<Readings> {
  const key = keyOf(server, uid);
  const [profile, privileges] = await Promise.all([
    services.kept(PROFILES, key).get(),
    services.kept(PRIVILEGES, key).get(),
  ]);
  return { profile, privileges };
}

export async function deleteReadings({ services }: Context, server: string, uid: string): Promise<void> {
  const key = keyOf(server, uid);
  await Promise.all([services.kept(PROFILES, key).delete(), services.kept(PRIVILEGES, key).delete()]);
}

/** Without a character, the game doesn't know the UID any more. */
export async function keepProfile({ services }: Context, server: string, uid: string, read?: Character): Promise<void> {
  const factions = [read?.faction, ...(read?.factions ?? [])].flatMap((faction) => faction?.uid ?? []);
  const { name, isPrivate = false, lastLoginAt } = read ?? {};
  const profile = { at: services.now(), name, isPrivate, factions, lastLoginAt: lastLoginAt?.getTime() };
  await services.kept(PROFILES, keyOf(server, uid)).set(profile);
}

export async function keepPrivileges(
  { services }: Context,
  server: string,
  uid: string,
  groups: readonly PrivilegeGroup[] | undefined,
): Promise<void> {
  const kept = services.kept(PRIVILEGES, keyOf(server, uid));
  const last = await kept.get();
  const at = services.now();
  const granted = groups?.flatMap(({ name: group, privileges }) =>
    privileges.flatMap(({ name, isGranted }) => (isGranted ? `${group}/${name}` : [])),
  );
  const [before, after] = [new Set(last?.granted), new Set(granted)];
  const isComparable = last?.granted !== undefined && granted !== undefined;
  const all = isComparable ? [...before, ...after] : [];
  const different = all.filter((path) => before.has(path) !== after.has(path));
  const changed = { ...last?.changed, ...Object.fromEntries(different.map((path) => [path, [last?.at ?? at, at]])) };
  await kept.set({ at, granted, changed: changed as Privileges['changed'] });
}

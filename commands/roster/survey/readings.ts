import { z } from 'zod';
import type { Keeping } from '../../../src/account/sealedStore.ts';
import type { Character } from '../../../src/game/resources/character.ts';
import type { PrivilegeGroup } from '../../../src/game/resources/privileges.ts';
import { collection } from '../../../src/store/declared.ts';
import { listGranted, toPath } from '../../privileges/names.ts';
import { listServers, type Member } from '../kept.ts';

const KEPT = { about: 'server', says: 'roster', keptForMs: 35 * 24 * 60 * 60_000 } as const;
/** A member's public profile; `factions` by UID. Times in ms. */
const profile = z.object({
  at: z.number(),
  name: z.string().optional(),
  /** The name in the roster before this reading, if the character was renamed. */
  formerName: z.string().optional(),
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

/** Previews may use readings this young: the engine reads for itself. */
export const FRESH_MS = 10 * 60_000;

export type Privileges = z.output<typeof privileges>;
/** A member's readings. They decide no change: only the engine's own readings do. */
export type Readings = { profile?: z.output<typeof profile> | undefined; privileges?: Privileges | undefined };
/** A member with the last readings. */
export type Read = { member: Member; readings: Readings };
type Context = { services: Keeping };

function keptOf({ services }: Context, server: string, uid: string) {
  const key = `${server} ${uid}`;
  return [services.kept(PROFILES, key), services.kept(PRIVILEGES, key)] as const;
}

export async function readReadings(context: Context, server: string, uid: string): Promise<Readings> {
  const [profile, privileges] = keptOf(context, server, uid);
  return { profile: await profile.get(), privileges: await privileges.get() };
}

export async function readEach(context: Context, server: string, members: readonly Member[]): Promise<Read[]> {
  const read = members.map(async (member) => ({ member, readings: await readReadings(context, server, member.uid) }));
  return await Promise.all(read);
}

export async function deleteReadings(context: Context, server: string, uid: string): Promise<void> {
  await Promise.all(keptOf(context, server, uid).map((kept) => kept.delete()));
}

/** Deletes all readings of a member's privileges, which may have changed. Never rejects. */
export async function forgetPrivileges(context: Context, uid: string): Promise<void> {
  const servers = await listServers(context, uid).catch(() => []);
  await Promise.allSettled(servers.map((server) => keptOf(context, server, uid)[1].delete()));
}

/** Without a character, the game doesn't know the UID any more. */
export async function keepProfile(
  context: Context,
  server: string,
  uid: string,
  read?: Character,
  renamedFrom?: string,
): Promise<void> {
  const factions = [read?.faction, ...(read?.factions ?? [])].flatMap((faction) => faction?.uid ?? []);
  const { name, isPrivate = false, lastLoginAt } = read ?? {};
  const [kept] = keptOf(context, server, uid);
  const formerName = renamedFrom ?? (await kept.get())?.formerName;
  await kept.set({
    at: context.services.now(),
    name,
    formerName,
    isPrivate,
    factions,
    lastLoginAt: lastLoginAt?.getTime(),
  });
}

export async function keepPrivileges(context: Context, server: string, uid: string, groups?: PrivilegeGroup[]) {
  const [, kept] = keptOf(context, server, uid);
  const [last, at] = [await kept.get(), context.services.now()];
  const granted = groups && listGranted({ groups }).map(toPath);
  const changed = { ...last?.changed };
  const [before, after] = [new Set(last?.granted), new Set(granted)];
  if (last?.granted && granted)
    for (const path of [...before, ...after]) if (before.has(path) !== after.has(path)) changed[path] = [last.at, at];
  await kept.set({ at, granted, changed });
}

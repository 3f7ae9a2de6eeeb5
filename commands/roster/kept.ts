import { z } from 'zod';
import type { Keeping } from '../../src/account/sealedStore.ts';
import { party } from '../../src/game/parameters.ts';
import { collection } from '../../src/store/declared.ts';

const DAY_MS = 24 * 60 * 60_000;
const KEPT_MS = 180 * DAY_MS;
export const MAX_MEMBERS = 300;
/** The choices of a select. */
export const MAX_PROPOSALS = 25;

/** `awayUntil` in ms. */
const member = party.extend({ rank: z.string().optional(), awayUntil: z.number().optional() });
/** `rights`: privileges, as `group/privilege`. */
const rank = z.object({ name: z.string(), rights: z.array(z.string()) });
const roster = z.object({
  faction: party,
  members: z.array(member),
  /** Characters that ask to be listed. */
  proposals: z.array(party),
  ranks: z.array(rank),
  /** The day of its last use (ms). */
  usedAt: z.number(),
});
const OF_SERVER = { about: 'server', says: 'roster' } as const;
/** Each server's roster. */
const ROSTERS = collection('roster', roster, { ...OF_SERVER, keptForMs: KEPT_MS });
/** The servers that list a character, by its UID. They are refreshed every month. */
const LISTED = collection('listed', z.array(z.string()), { ...OF_SERVER, keptForMs: KEPT_MS + 31 * DAY_MS });

export type Member = z.output<typeof member>;
export type Rank = z.output<typeof rank>;
export type Roster = z.output<typeof roster>;
type Context = { services: Keeping };

export const readRoster = ({ services }: Context, server: string) => services.kept(ROSTERS, server).get();

/** The servers that list the character. */
export async function listServers({ services }: Context, uid: string): Promise<string[]> {
  return (await services.kept(LISTED, uid).get()) ?? [];
}

/** Edits a server's roster; undefined deletes it. Rejections leave it as it was. */
export async function changeRoster(
  { services }: Context,
  server: string,
  edit: (stored: Roster | undefined) => Roster | undefined,
): Promise<void> {
  const kept = services.kept(ROSTERS, server);
  await kept.locked(async () => {
    const before = await kept.get();
    const after = edit(before);
    const now = services.now();
    if (after) await kept.set({ ...after, usedAt: now });
    else await kept.delete();
    const isNewMonth = new Date(before?.usedAt ?? 0).getUTCMonth() !== new Date(now).getUTCMonth();
    const [old, current] = [before, after].map((one) => new Set(one?.members.map(({ uid }) => uid)));
    for (const uid of new Set([...(old ?? []), ...(current ?? [])]))
      if (isNewMonth || old?.has(uid) !== current?.has(uid))
        await noteListed(services, uid, server, current?.has(uid) === true);
  });
}

/** Keeps a roster that is used. */
export async function noteUse(context: Context, server: string, { usedAt }: Roster): Promise<void> {
  if (context.services.now() - usedAt > DAY_MS) await changeRoster(context, server, (stored) => stored);
}

async function noteListed({ kept }: Keeping, uid: string, server: string, isListed: boolean): Promise<void> {
  const listed = kept(LISTED, uid);
  await listed.locked(async () => {
    const others = ((await listed.get()) ?? []).filter((one) => one !== server);
    const servers = isListed ? [...others, server] : others;
    if (servers.length > 0) await listed.set(servers);
    else await listed.delete();
  });
}

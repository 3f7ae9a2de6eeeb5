import { z } from 'zod';
import type { Keeping } from '../../src/account/sealedStore.ts';
import { party } from '../../src/game/parameters.ts';
import { collection } from '../../src/store/declared.ts';
import { DAY_MS } from '../characters/known.ts';

const KEPT_MS = 180 * DAY_MS;
export const MAX_MEMBERS = 300;
/** The choices of a select. */
export const MAX_PROPOSALS = 25;

const roster = z.object({
  faction: party,
  /** `awayUntil` in ms. `nameReadAt`: when the game gave a new name (ms). */
  members: z.array(
    party.extend({
      rank: z.string().optional(),
      awayUntil: z.number().optional(),
      nameReadAt: z.number().optional(),
    }),
  ),
  /** Characters that ask to be listed. */
  proposals: z.array(party),
  /** `rights`: privileges, as `group/privilege`. */
  ranks: z.array(z.object({ name: z.string(), rights: z.array(z.string()) })),
  /** The day of its last use (ms). */
  usedAt: z.number(),
});
const OF_SERVER = { about: 'server', says: 'roster' } as const;
/** Each server's roster. */
const ROSTERS = collection('roster', roster, { ...OF_SERVER, keptForMs: KEPT_MS });
/** The servers that list a character or its proposal, by UID. They are refreshed every month. */
const LISTED = collection('listed', z.array(z.string()), { ...OF_SERVER, keptForMs: KEPT_MS + 31 * DAY_MS });

export type Roster = z.output<typeof roster>;
export type Member = Roster['members'][number];
export type Rank = Roster['ranks'][number];
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
    const isNewMonth = new Date(before?.usedAt ?? 0).getUTCMonth() !== new Date(now).getUTCMonth();
    const [old, current] = [toUids(before), toUids(after)];
    // In this order, so that a crash leaves no one who can't find their entry.
    for (const uid of current) if (isNewMonth || !old.has(uid)) await noteListed(services, uid, server, true);
    if (after) await kept.set({ ...after, usedAt: now });
    else await kept.delete();
    for (const uid of old) if (!current.has(uid)) await noteListed(services, uid, server, false);
  });
}

function toUids(one: Roster | undefined): Set<string> {
  return new Set([...(one?.members ?? []), ...(one?.proposals ?? [])].map(({ uid }) => uid));
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

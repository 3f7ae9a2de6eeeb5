import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { party, reference } from '../game/parameters.ts';
import { collection } from '../store/declared.ts';
import { noneIfBroken } from './seal.ts';
import type { Owner, SealedStore } from './sealedStore.ts';

export const ACTIONS = [
  ...(['message.send', 'message.delete', 'credits.transfer', 'privilege.grant', 'privilege.revoke'] as const),
];

/** `sending`: may have left. `found`: shown by the game, without a response. `already`: set before.
 * `failed`: certainly not done. `unknown`: the response was lost. */
export const rowState = z.enum([
  ...(['planned', 'sending', 'done', 'found', 'already', 'refused', 'failed', 'unknown', 'canceled'] as const),
]);

/** The batch that was undone: its title by language, and its start. */
export const undone = z.object({ titles: z.record(z.string(), z.string()), startedAt: z.number() });

export const changedRow = z.object({
  action: z.enum(ACTIONS),
  target: reference,
  /** The amount or the privilege, for example, but never a message; untrusted text. */
  detail: z.string(),
  state: rowState,
});

/** `at` in ms. `channelId`: where it was posted. `actor`: the key of the person's character. */
const entry = z.object({
  ...{ id: z.string(), at: z.number(), channelId: z.string(), actor: z.string().optional() },
  ...{ rows: z.array(changedRow), undoOf: undone.optional() },
});
const actor = z.object({ discordUserId: z.string(), character: party });

type Entry = z.output<typeof entry>;
/** A change made in a server. Without an actor, they erased their account. */
export type TrailEntry = Omit<Entry, 'actor'> & { actor: z.output<typeof actor> | undefined };

const KEPT_MS = 95 * 24 * 60 * 60_000;
const MAX_ROWS = 5_000;
/** A page with as many rows gets no more entries. */
const ROWS_PER_PAGE = 100;
const OF_SERVER = { about: 'server', says: 'trail', keptForMs: KEPT_MS } as const;
const OF_PERSON = { about: 'person', says: 'changes', erasedBy: 'changes', keptForMs: KEPT_MS } as const;
/** Each write, under its server and its id. */
const ENTRIES = collection('trail', entry, OF_SERVER);
/** The ids of a page's entries, under server and page: small, because each change rewrites one. */
const IDS = collection('trail-ids', z.array(z.string()), OF_SERVER);
/** Each server's pages, the oldest first, and how many rows they have. */
const PAGES = collection('trail-pages', z.array(z.object({ page: z.number(), rows: z.number() })), OF_SERVER);
/** A person's keys in all trails, one for each character. */
const KEYS = collection('trail-of', z.array(z.object({ key: z.string(), character: party })), {
  ...OF_PERSON,
  toExport: async (reading) => ({ inTheTrailsOfServersAs: ((await reading) ?? []).map(({ character }) => character) }),
});
/** Who a key stands for. Without it, entries name no one: so erasing needs to find none of them. */
const ACTORS = collection('trail-actor', actor, { ...OF_PERSON, toExport: async () => ({}) });

/** What members changed in each server, for those who can read the channel where it was posted. */
export function createTrail({ collection, kept }: Pick<SealedStore, 'collection' | 'kept'>) {
  const [entries, actors] = [collection(ENTRIES), collection(ACTORS)];
  const toKey = (serverId: string, name: string | number): string => `${serverId}:${name}`;
  const idsOf = async (serverId: string, page: number): Promise<string[]> =>
    (await kept(IDS, toKey(serverId, page)).get()) ?? [];
  /** The key of a person's character; undefined if they erased everything meanwhile. */
  const keyOf = (owner: Owner, character: z.output<typeof party>): Promise<string | undefined> => {
    const own = kept(KEYS, owner);
    return own.locked(async () => {
      const known = (await own.get()) ?? [];
      const before = known.find(({ character: { uid } }) => uid === character.uid)?.key;
      const key = before ?? randomBytes(12).toString('base64url');
      // First, so that erasing finds it. Each time, so that it outlives the entry.
      if (!(await own.set([...known.filter((each) => each.key !== key), { key, character }]))) return undefined;
      await actors.set(key, { discordUserId: owner.id, character });
      return key;
    });
  };

  return {
    /** Adds a write's entry, or replaces its rows: what was unknown may be found later. */
    async record(
      serverId: string,
      { person, character, ...write }: Omit<Entry, 'actor'> & { person: Owner; character: z.output<typeof party> },
    ): Promise<void> {
      const { id, rows } = write;
      const key = toKey(serverId, id);
      if (await entries.replace(key, (old) => ({ ...old, rows })).catch(noneIfBroken)) return;
      const actor = await keyOf(person, character);
      const pages = kept(PAGES, serverId);
      await pages.locked(async () => {
        const known = (await pages.get()) ?? [];
        const newest = known.at(-1);
        const last = newest && newest.rows < ROWS_PER_PAGE ? newest : { page: (newest?.page ?? 0) + 1, rows: 0 };
        last.rows += rows.length;
        const all = [...known.filter((each) => each !== last), last];
        for (let total = all.reduce((sum, each) => sum + each.rows, 0); total > MAX_ROWS; ) {
          const oldest = all.shift() ?? last;
          total -= oldest.rows;
          for (const old of await idsOf(serverId, oldest.page)) await entries.delete(toKey(serverId, old));
          await kept(IDS, toKey(serverId, oldest.page)).delete();
        }
        // In this order, so that a crash leaves no entry that isn't counted and listed.
        await pages.set(all);
        await kept(IDS, toKey(serverId, last.page)).set([...(await idsOf(serverId, last.page)), id]);
        await entries.set(key, { ...write, actor });
      });
    },
    /** Newest first. */
    async read(serverId: string): Promise<TrailEntry[]> {
      const found: Entry[] = [];
      for (const { page } of (await kept(PAGES, serverId).get()) ?? []) {
        const ids = [...new Set(await idsOf(serverId, page))];
        const read = ids.map((id) => entries.get(toKey(serverId, id)).catch(noneIfBroken));
        found.push(...(await Promise.all(read)).filter((each) => each !== undefined));
      }
      const keys = [...new Set(found.flatMap(({ actor }) => actor ?? []))];
      const open = async (key: string) => [key, await actors.get(key).catch(noneIfBroken)] as const;
      const known = new Map(await Promise.all(keys.map(open)));
      return found
        .map(({ actor, ...each }) => ({ ...each, actor: known.get(actor ?? '') }))
        .toSorted((a, b) => b.at - a.at);
    },
    /** From now on, the person's entries name no one. */
    erase(discordUserId: string): Promise<void> {
      const own = kept(KEYS, { id: discordUserId });
      return own.locked(async () => {
        for (const { key } of (await own.get()) ?? []) await actors.delete(key);
        await own.delete();
      });
    },
  };
}

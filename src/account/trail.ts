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

const KEPT_MS = 95 * 24 * 60 * 60_000;
const MAX_ROWS = 5_000;
/** A page with as many rows gets no more entries. */
const ROWS_PER_PAGE = 100;
const OF_SERVER = { about: 'server', says: 'trail', keptForMs: KEPT_MS } as const;
const OF_PERSON = { about: 'person', says: 'changes', erasedBy: 'changes', keptForMs: KEPT_MS } as const;

/** `at` in ms. `channelId`: where it was posted. `actor`: the key of the person's character. */
const entry = z.object({
  ...{ id: z.string(), at: z.number(), channelId: z.string(), actor: z.string().optional() },
  ...{ rows: z.array(changedRow), undoOf: undone.optional() },
});
/** Each write, under its server and its id. */
const ENTRIES = collection('trail', entry, OF_SERVER);
/** Each server's pages and, under server and page, the ids of its entries, so that a change
 * rewrites only a few; the oldest first. */
const INDEX = collection('trail-index', z.array(z.object({ id: z.string(), rows: z.number() })), OF_SERVER);
const actor = z.object({ discordUserId: z.string(), character: party });
/** A person's keys in all trails, one for each character. */
const KEYS = collection('trail-of', z.array(z.object({ key: z.string(), character: party })), {
  ...OF_PERSON,
  toExport: async (reading) => ({ inTheTrailsOfServersAs: ((await reading) ?? []).map(({ character }) => character) }),
});
/** The person behind a key. Without it, entries name no one, so erasing needs no search. */
const ACTORS = collection('trail-actor', actor, { ...OF_PERSON, toExport: async () => ({}) });

type Entry = z.output<typeof entry>;
/** A change made in a server. Without an actor, they erased their account. */
export type TrailEntry = Omit<Entry, 'actor'> & { actor: z.output<typeof actor> | undefined };

/** Members' changes by server, for those who can read the channel where they were posted. */
export function createTrail({ collection, kept }: Pick<SealedStore, 'collection' | 'kept'>) {
  const [entries, actors] = [collection(ENTRIES), collection(ACTORS)];
  const toKey = (serverId: string, id: string): string => `${serverId}:${id}`;
  const newKey = (): string => randomBytes(12).toString('base64url');
  const list = async (key: string) => (await kept(INDEX, key).get()) ?? [];
  /** The key of a person's character; undefined if they erased everything meanwhile. */
  const keyOf = (owner: Owner, character: z.output<typeof party>): Promise<string | undefined> => {
    const own = kept(KEYS, owner);
    return own.locked(async () => {
      const known = (await own.get()) ?? [];
      const before = known.find(({ character: { uid } }) => uid === character.uid)?.key;
      const key = before ?? newKey();
      // First, so that erasing finds it. Each time, so that it outlives the entry.
      if (!(await own.set([...known.filter((each) => each.key !== key), { key, character }]))) return undefined;
      await actors.set(key, { discordUserId: owner.id, character });
      return key;
    });
  };

  return {
    /** Adds a write's entry, or replaces its rows, because unknown outcomes may be found later. */
    async record(
      serverId: string,
      { person, character, ...write }: Omit<Entry, 'actor'> & { person: Owner; character: z.output<typeof party> },
    ): Promise<void> {
      const { id, rows } = write;
      const key = toKey(serverId, id);
      if (await entries.replace(key, (old) => ({ ...old, rows })).catch(noneIfBroken)) return;
      const actor = await keyOf(person, character);
      const index = kept(INDEX, serverId);
      await index.locked(async () => {
        const known = await list(serverId);
        const last = known.at(-1);
        const page = last && last.rows < ROWS_PER_PAGE ? last : { id: newKey(), rows: 0 };
        page.rows += rows.length;
        const pages = [...known.filter((each) => each !== page), page];
        while (pages.reduce((sum, each) => sum + each.rows, 0) > MAX_ROWS) {
          const oldest = toKey(serverId, pages.shift()?.id ?? '');
          for (const old of await list(oldest)) await entries.delete(toKey(serverId, old.id));
          await kept(INDEX, oldest).delete();
        }
        // In this order, so that a crash leaves no entry that isn't counted and listed.
        await index.set(pages);
        const ids = toKey(serverId, page.id);
        await kept(INDEX, ids).set([...(await list(ids)), { id, rows: rows.length }]);
        await entries.set(key, { ...write, actor });
      });
    },
    /** Newest first. */
    async read(serverId: string): Promise<TrailEntry[]> {
      const found = new Map<string, Entry | undefined>();
      for (const page of await list(serverId)) {
        const read = (await list(toKey(serverId, page.id))).map(async ({ id }) => {
          found.set(id, await entries.get(toKey(serverId, id)).catch(noneIfBroken));
        });
        await Promise.all(read);
      }
      const all = [...found.values()].filter((each) => each !== undefined);
      const known = new Map<string | undefined, TrailEntry['actor']>();
      for (const key of new Set(all.flatMap(({ actor }) => actor ?? [])))
        known.set(key, await actors.get(key).catch(noneIfBroken));
      return all.map((each) => ({ ...each, actor: known.get(each.actor) })).toSorted((a, b) => b.at - a.at);
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

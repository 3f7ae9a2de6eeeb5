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

const DAY_MS = 24 * 60 * 60_000;
const KEPT_MS = 95 * DAY_MS;
const MAX_ROWS = 5_000;
const OF_SERVER = { about: 'server', says: 'trail', keptForMs: KEPT_MS } as const;
const OF_PERSON = { about: 'person', says: 'changes', erasedBy: 'changes', keptForMs: KEPT_MS } as const;

/** `at` in ms. `channelId`: where it was posted. `actor`: the key of the person's character. */
const entry = z.object({
  ...{ id: z.string(), at: z.number(), channelId: z.string(), actor: z.string().optional() },
  ...{ rows: z.array(changedRow), undoOf: undone.optional() },
});
/** Each write, under its server and its id. */
const ENTRIES = collection('trail', entry, OF_SERVER);
/** The ids of a day's entries, under server and day, so that a change rewrites only a few. */
const INDEX = collection('trail-index', z.array(z.string()), OF_SERVER);
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
export function createTrail({ collection, kept, now }: Pick<SealedStore, 'collection' | 'kept' | 'now'>) {
  const [entries, actors] = [collection(ENTRIES), collection(ACTORS)];
  const toKey = (serverId: string, id: string): string => `${serverId}:${id}`;
  const indexOf = (serverId: string, ago = 0) =>
    kept(INDEX, toKey(serverId, new Date(now() - ago * DAY_MS).toISOString().slice(0, 10)));
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
    /** Adds a write's entry, or replaces its rows, because unknown outcomes may be found later. */
    async record(
      serverId: string,
      { person, character, ...write }: Omit<Entry, 'actor'> & { person: Owner; character: z.output<typeof party> },
    ): Promise<void> {
      const { id, rows } = write;
      const key = toKey(serverId, id);
      if (await entries.replace(key, (old) => ({ ...old, rows })).catch(noneIfBroken)) return;
      const actor = await keyOf(person, character);
      const index = indexOf(serverId);
      await index.locked(async () => {
        // In this order, so that a crash leaves no entry that isn't listed.
        await index.set([...((await index.get()) ?? []), id]);
        await entries.set(key, { ...write, actor });
      });
    },
    /** Newest first. */
    async read(serverId: string): Promise<TrailEntry[]> {
      const days = Array.from({ length: KEPT_MS / DAY_MS }, (_, ago) => indexOf(serverId, ago).get());
      const all: Entry[] = [];
      let rows = 0;
      for (const ids of await Promise.all(days)) {
        const reading = [...new Set(ids)].map((id) => entries.get(toKey(serverId, id)).catch(noneIfBroken));
        const found = (await Promise.all(reading)).filter((each) => each !== undefined);
        for (const one of found.toSorted((a, b) => b.at - a.at)) {
          rows += one.rows.length;
          if (rows <= MAX_ROWS) all.push(one);
        }
        if (rows >= MAX_ROWS) break;
      }
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

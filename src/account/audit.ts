import { hash } from 'node:crypto';
import { z } from 'zod';
import { party, reference } from '../game/parameters.ts';
import type { Logger } from '../log.ts';
import { collection } from '../store/declared.ts';
import { withTimeout } from '../time/withTimeout.ts';
import { noteChange } from '../work.ts';
import { noneIfBroken, SealBroken } from './seal.ts';
import type { SealedStore } from './sealedStore.ts';
import { ACTIONS, changedRow, createTrail, rowState, undone } from './trail.ts';

export const auditResult = z.enum(['pending', 'done', 'partly', 'refused', 'lacking', 'failed', 'unknown']);

const auditEntry = z.object({
  /** The write's id; entries of older releases have none. */
  id: z.string().optional(),
  /** Milliseconds since the epoch. */
  at: z.number(),
  discordUserId: z.string(),
  character: party,
  action: z.enum([...ACTIONS, 'batch']),
  /** The affected characters, or a message's correspondent. */
  targets: z.array(reference),
  /** The amount or the privilege, for example, but never a message; untrusted text. */
  detail: z.string(),
  /** In the person's own words: shown to them only, never posted or logged. */
  reason: z.string().optional(),
  /** `pending`: maybe in flight. `lacking`: a requirement wasn't met. `unknown`: no response. */
  result: auditResult,
  rows: z.array(changedRow).optional(),
  undoOf: undone.optional(),
  guildId: z.string().optional(),
  /** The server's language, for the post. */
  guildLocale: z.string().optional(),
});

const trail = z.array(auditEntry);
const OF_TRAILS = { about: 'person', says: 'changes', wasUnsealed: true } as const;
const toExported = (entries: AuditEntry[] = []) =>
  entries.map(({ at, ...change }) => ({ at: new Date(at).toISOString(), ...change }));
/** Newest first. */
const TRAILS = collection('audit', trail, {
  ...OF_TRAILS,
  toExport: async (reading) => ({ changesInTheGame: toExported(await reading) }),
});
/** Entries added while the trail can't be opened. The trail stays: its key may come back. */
const SECOND_TRAILS = collection('audit-second', trail, {
  ...OF_TRAILS,
  async toExport(reading) {
    const further = toExported(await reading);
    return further.length > 0 ? { furtherChangesInTheGame: further } : {};
  },
});
/** Each server's audit channel. */
const CHANNELS = collection('audit-channel', z.string(), { about: 'bot' });

export type AuditEntry = z.output<typeof auditEntry>;

/** A write that is recorded; `startedAt` in ms since the epoch. */
type AuditedWrite = {
  id: string;
  startedAt: number;
  person: { id: string };
  character: AuditEntry['character'];
  server?: { id: string; locale?: string | undefined } | undefined;
  undoOf?: z.output<typeof undone> | undefined;
  /** It belongs into the server's trail, or not; undefined if that isn't decided yet. */
  isPublic?: boolean | undefined;
};

/** How far a write is recorded. */
export type Recording = {
  /** Nothing is left to do. A trail that can't be opened counts as tried. */
  isWhole: boolean;
  /** It belongs into the server's trail; undefined if the store couldn't say. */
  isPublic: boolean | undefined;
};

export type Audit = ReturnType<typeof createAudit>;

/** Max time that a receipt waits for the posts. */
const MAX_POSTING_MS = 2_000;
const MAX_ENTRIES = 200;
/** Nonces kept for retries, which end after an hour. */
const MAX_POSTED = 2_000;
const MAX_WITH_ROWS = 20;
/** Discord's limit. */
const NONCE_LENGTH = 25;

/** Records every change made through the bot, and posts it if the server has an audit channel.
 * `post` ignores a nonce that it saw in the last few minutes. */
export function createAudit(
  { collection, kept, now }: Pick<SealedStore, 'collection' | 'kept' | 'now'>,
  log: Logger,
  post: (channelId: string, entry: AuditEntry, nonce: string) => Promise<unknown>,
) {
  const trails = collection(TRAILS);
  const channels = collection(CHANNELS);
  const ofServers = createTrail({ collection, kept, now });
  /** Nonces of this process's posts, the newest last: a retry mustn't repeat them. */
  const posted = new Set<string>();
  /** The trail that gets new entries. */
  const open = async (userId: string): Promise<{ entries: AuditEntry[]; isWhole: boolean }> => {
    try {
      return { entries: (await trails.get(userId)) ?? [], isWhole: true };
    } catch (err) {
      noneIfBroken(err);
      log.error({ err, discordUserId: userId }, 'could not open an audit trail, so new entries go to a second one');
      return { entries: (await kept(SECOND_TRAILS, { id: userId }).get()) ?? [], isWhole: false };
    }
  };
  /** All entries that can be opened, newest first; `isWhole`: none is missing. */
  const read = async (userId: string): Promise<{ entries: AuditEntry[]; isWhole: boolean }> => {
    const { entries, isWhole } = await open(userId);
    const others = (isWhole && (await kept(SECOND_TRAILS, { id: userId }).get())) || [];
    return { entries: [...entries, ...others].toSorted((a, b) => b.at - a.at), isWhole };
  };
  const publish = async (channelId: string, audits: AuditEntry[]): Promise<void> => {
    for (const audit of audits) {
      const nonce = hash('sha256', toKey(audit), 'base64url').slice(0, NONCE_LENGTH);
      if (posted.has(nonce)) continue;
      try {
        await post(channelId, audit, nonce);
        posted.add(nonce);
        for (const oldest of posted) if (posted.size > MAX_POSTED) posted.delete(oldest);
      } catch (err) {
        log.error({ err, ...toLogged(audit) }, 'could not post to the audit channel');
      }
    }
  };

  return {
    /** Replaces a write's entries; logs them, and posts outcomes once. Never rejects. */
    async record(
      write: AuditedWrite,
      changes: readonly Pick<AuditEntry, 'action' | 'targets' | 'detail' | 'reason' | 'result' | 'rows'>[],
    ): Promise<Recording> {
      const { id, startedAt, person, character, server, undoOf } = write;
      const where = server && { guildId: server.id, guildLocale: server.locale };
      const shared = { id, at: startedAt, discordUserId: person.id, character, undoOf, ...where };
      const entries = changes.map((change): AuditEntry => ({ ...shared, ...change }));
      const owner = { id: person.id, since: startedAt };
      let { isPublic } = write;
      let isInServers = true;
      try {
        await kept(TRAILS, owner).locked(async () => {
          const trail = await open(person.id);
          const known = new Set(trail.entries.map(toKey));
          const ended = entries.filter((entry) => entry.result !== 'pending' && !known.has(toKey(entry)));
          const audits = ended.map(({ reason: _, ...audit }) => audit);
          for (const audit of audits) log.info(toLogged(audit), 'changed the game');
          const mayBePublic = server !== undefined && (isPublic ?? audits.length > 0);
          const channelId = mayBePublic ? await channels.get(server.id) : undefined;
          isPublic ??= channelId !== undefined;
          if (server && isPublic) {
            const rows = entries.flatMap(toRows);
            // If the channel is gone meanwhile, no one can read it.
            const recorded = { id, at: startedAt, channelId: channelId ?? '', person: owner, character, undoOf, rows };
            const onError = (err: unknown): void => {
              log.warn({ err, writeId: id }, "could not write the server's trail");
              isInServers = isUnopened(err);
            };
            // Before the person's own trail: its entries were posted. A rate limit mustn't delay
            // the receipt.
            const publishing = channelId === undefined ? Promise.resolve() : publish(channelId, audits);
            const posting = withTimeout(publishing, MAX_POSTING_MS).catch(() => {});
            await Promise.all([posting, ofServers.record(server.id, recorded).catch(onError)]);
          }
          const others = trail.entries.filter((entry) => entry.id !== id);
          const all = [...entries, ...others].toSorted((a, b) => b.at - a.at).slice(0, MAX_ENTRIES);
          // A batch has up to 300 rows.
          const stored = all.map((entry, index) => (index < MAX_WITH_ROWS ? entry : { ...entry, rows: undefined }));
          await kept(trail.isWhole ? TRAILS : SECOND_TRAILS, owner).set(stored);
        });
        return { isWhole: isInServers, isPublic };
      } catch (err) {
        log.warn({ err, writeId: id }, 'could not write the audit trail');
        return { isWhole: isUnopened(err) && isInServers, isPublic };
      }
    },
    read,
    of: async (userId: string): Promise<AuditEntry[]> => (await read(userId)).entries,
    /** The trails of servers; erases their actors. */
    ofServers,
    channelOf: channels.get,
    async setChannel(guildId: string, channelId: string | undefined): Promise<void> {
      noteChange();
      if (channelId === undefined) await channels.delete(guildId);
      else await channels.set(guildId, channelId);
    },
  };
}

/** True if retrying wouldn't help: today's keys can't open what is stored. */
function isUnopened(error: unknown): boolean {
  return error instanceof SealBroken;
}

/** The changes for the server's trail. */
function toRows({ action, targets, detail, result, rows }: AuditEntry): z.output<typeof changedRow>[] {
  if (rows || action === 'batch') return rows ?? [];
  const state = rowState.catch('failed').parse(result);
  return (targets.length > 0 ? targets : [{ name: '' }]).map((target) => ({ action, target, detail, state }));
}

/** A change as logged: without names and amounts. */
function toLogged(audit: Omit<AuditEntry, 'reason'>) {
  const { id: writeId, action, result, discordUserId, character, guildId, rows, targets } = audit;
  const ids = { writeId, discordUserId, characterUid: character.uid, guildId };
  return { action, result, ...ids, count: (rows ?? targets).length };
}

function toKey({ id, action, targets, detail, result }: AuditEntry): string {
  return JSON.stringify([id, action, targets, detail, result]);
}

import { z } from 'zod';
import { party, reference } from '../game/parameters.ts';
import type { Logger } from '../log.ts';
import type { Store } from '../store/store.ts';
import { withTimeout } from '../withTimeout.ts';
import type { Intent } from './intents.ts';

const auditEntry = z.object({
  /** The write that it belongs to; entries of older releases have none. */
  id: z.string().optional(),
  /** Milliseconds since the epoch. */
  at: z.number(),
  discordUserId: z.string(),
  character: party,
  action: z.enum(['message.send', 'message.delete', 'credits.transfer', 'privilege.grant', 'privilege.revoke']),
  /** Who it affects: characters, or a message's correspondent. */
  targets: z.array(reference),
  /** The amount or the privilege, for example, but never a message; untrusted text. */
  detail: z.string(),
  /** In the person's own words: shown to them only, never posted or logged. */
  reason: z.string().optional(),
  /** `pending`: the request may be in flight. `unknown`: the response was lost. */
  result: z.enum(['pending', 'done', 'refused', 'failed', 'unknown']),
  guildId: z.string().optional(),
  /** That server's language, for the post. */
  guildLocale: z.string().optional(),
});

/** One change in the game made through the bot. */
export type AuditEntry = z.output<typeof auditEntry>;
type AuditedWrite = Pick<Intent, 'id' | 'startedAt' | 'character' | 'server'> & { person: { id: string } };

export type Audit = ReturnType<typeof createAudit>;

/** How long a receipt waits for the posts. */
const MAX_POSTING_MS = 2_000;
const MAX_ENTRIES = 200;

/** The trail of every change made through the bot, posted too where a server's managers want. */
export function createAudit(
  store: Store,
  log: Logger,
  post: (channelId: string, entry: AuditEntry) => Promise<unknown>,
) {
  const trails = store.collection('audit', z.array(auditEntry));
  const channels = store.collection('audit-channel', z.string());

  /** Returns the entries with news: no longer pending, and not stored before. */
  const replace = (userId: string, id: string, entries: AuditEntry[]): Promise<AuditEntry[]> =>
    store.withLock(`audit:${userId}`, async () => {
      const trail = (await trails.get(userId)) ?? [];
      const known = new Set(trail.filter((entry) => entry.id === id).map(toKey));
      const others = trail.filter((entry) => entry.id !== id);
      const all = [...entries, ...others].toSorted((a, b) => b.at - a.at);
      await trails.set(userId, all.slice(0, MAX_ENTRIES));
      return entries.filter((entry) => entry.result !== 'pending' && !known.has(toKey(entry)));
    });
  const publish = async (audits: AuditEntry[]): Promise<void> => {
    for (const audit of audits) {
      try {
        const channelId = audit.guildId && (await channels.get(audit.guildId));
        if (channelId) await post(channelId, audit);
      } catch (err) {
        log.error({ err, audit }, 'could not post to the audit channel');
      }
    }
  };

  return {
    /** Replaces a write's entries; logs, posts outcomes once. Never rejects: the write is done. */
    async record(
      { id, startedAt, person, character, server }: AuditedWrite,
      changes: readonly Pick<AuditEntry, 'action' | 'targets' | 'detail' | 'reason' | 'result'>[],
    ): Promise<void> {
      const where = server && { guildId: server.id, guildLocale: server.locale };
      const shared = { id, at: startedAt, discordUserId: person.id, character, ...where };
      const entries = changes.map((change): AuditEntry => ({ ...shared, ...change }));
      const news = await replace(person.id, id, entries).catch((err: unknown) => {
        log.error({ err, writeId: id }, 'could not write the audit trail');
        return entries.filter(({ result }) => result !== 'pending');
      });
      const audits = news.map(({ reason: _, ...audit }) => audit);
      for (const audit of audits) log.info({ audit }, 'changed the game');
      // A channel at its rate limit mustn't delay the receipt.
      await withTimeout(publish(audits), MAX_POSTING_MS).catch(() => {});
    },
    /** Newest first. */
    of: async (discordUserId: string): Promise<AuditEntry[]> => (await trails.get(discordUserId)) ?? [],
    erase: trails.delete,
    channelOf: channels.get,
    async setChannel(guildId: string, channelId: string | undefined): Promise<void> {
      if (channelId === undefined) await channels.delete(guildId);
      else await channels.set(guildId, channelId);
    },
  };
}

function toKey({ action, targets, detail, result }: AuditEntry): string {
  return JSON.stringify([action, targets, detail, result]);
}

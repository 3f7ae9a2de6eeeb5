import { z } from 'zod';
import { GameError } from '../game/errors.ts';
import type { Logger } from '../log.ts';
import type { Store } from '../store/store.ts';

const reference = z.object({ uid: z.string().optional(), name: z.string() });

const auditEntry = z.object({
  /** Milliseconds since the epoch. */
  at: z.number(),
  discordUserId: z.string(),
  character: z.object({ uid: z.string(), name: z.string() }),
  action: z.enum(['message.send', 'message.delete', 'credits.transfer', 'privilege.grant', 'privilege.revoke']),
  /** On whom it was done: characters, or a message's correspondent. */
  targets: z.array(reference),
  /** What exactly, e.g. the amount or the privilege; untrusted text. Never the text of a message. */
  detail: z.string(),
  /** Why, in the person's own words: kept for them alone, neither posted nor logged. */
  reason: z.string().optional(),
  result: z.enum(['done', 'refused', 'failed', 'unknown']),
  /** The server it was done in. */
  guildId: z.string().optional(),
  /** Its language, which the post is written in. */
  guildLocale: z.string().optional(),
});

/** One change of the game's state made through the bot. */
export type AuditEntry = z.output<typeof auditEntry>;
export type AuditedChange = Omit<AuditEntry, 'at' | 'result'>;

/** The trail of every change made through the bot: by each user, and posted where a server's managers asked for it. */
export type Audit = {
  /**
   * Does the work and writes down what became of it: `refused` when the game said no, `unknown` when its answer did not
   * arrive, `failed` when it was certainly not done for another reason. The work's result or error is passed on;
   * `refine` says what of the change only its result told.
   */
  around<T>(change: AuditedChange, work: () => Promise<T>, refine?: (result: T) => Partial<AuditedChange>): Promise<T>;
  /** Writes down what was found out later of an unknown outcome. */
  record(entry: Omit<AuditEntry, 'at'>): Promise<void>;
  /** The newest first. */
  of(discordUserId: string): Promise<AuditEntry[]>;
  erase(discordUserId: string): Promise<void>;
  channelOf(guildId: string): Promise<string | undefined>;
  setChannel(guildId: string, channelId: string | undefined): Promise<void>;
};

export type AuditOptions = {
  store: Store;
  log: Logger;
  /** Posts an entry into a channel. */
  post: (channelId: string, entry: AuditEntry) => Promise<void>;
  now?: () => number;
};

const MOST_ENTRIES = 200;

export function createAudit({ store, log, post, now = Date.now }: AuditOptions): Audit {
  const trails = store.collection('audit', z.array(auditEntry));
  const channels = store.collection('audit-channel', z.string());

  const append = (entry: AuditEntry): Promise<void> =>
    store.withLock(`audit:${entry.discordUserId}`, async () => {
      const trail = (await trails.get(entry.discordUserId)) ?? [];
      await trails.set(entry.discordUserId, [entry, ...trail].slice(0, MOST_ENTRIES));
    });
  const publish = async (entry: AuditEntry): Promise<void> => {
    const channelId = entry.guildId === undefined ? undefined : await channels.get(entry.guildId);
    if (channelId !== undefined) await post(channelId, entry);
  };
  const record = async (unstamped: Omit<AuditEntry, 'at'>): Promise<void> => {
    const entry = { ...unstamped, at: now() };
    // The log has it in any case; a trail that cannot be written must not turn a done change into an error.
    const { reason: _, ...shared } = entry;
    log.info({ audit: shared }, 'changed the game');
    for (const write of [append, publish]) {
      await write(entry).catch((err: unknown) => log.error({ err, audit: shared }, 'could not write the audit trail'));
    }
  };

  return {
    record,
    async around(change, work, refine) {
      try {
        const result = await work();
        await record({ ...change, ...refine?.(result), result: 'done' });
        return result;
      } catch (error) {
        await record({ ...change, result: toResult(error) });
        throw error;
      }
    },
    of: async (discordUserId) => (await trails.get(discordUserId)) ?? [],
    erase: async (discordUserId) => {
      await trails.delete(discordUserId);
    },
    channelOf: (guildId) => channels.get(guildId),
    setChannel: async (guildId, channelId) => {
      if (channelId === undefined) await channels.delete(guildId);
      else await channels.set(guildId, channelId);
    },
  };
}

function toResult(error: unknown): AuditEntry['result'] {
  if (!(error instanceof GameError) || error.code === 'outcome_unknown') return 'unknown';
  return error.code === 'refused' ? 'refused' : 'failed';
}

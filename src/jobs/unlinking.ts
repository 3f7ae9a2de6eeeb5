import { z } from 'zod';
import { LINKS, type Link, type Links } from '../account/links.ts';
import type { Login } from '../account/login.ts';
import { noneIfBroken } from '../account/seal.ts';
import type { Logger } from '../log.ts';
import type { Store } from '../store/store.ts';
import type { Job } from './jobs.ts';

export type UnlinkingOptions = {
  store: Store;
  links: Links;
  login: Pick<Login, 'logOut' | 'endAllOf'>;
  /** Ends a person's changes; false if that takes longer. */
  changes: { end(discordUserId: string): Promise<boolean> };
  /** Undefined: links don't expire. */
  idleDays: number | undefined;
  /** Tells the person until when they can keep the link by using the bot. */
  warn: (link: Link, expiresAt: number) => Promise<unknown>;
  log: Logger;
  now?: () => number;
};

const DAY_MS = 24 * 60 * 60_000;
const WARNING_MS = 14 * DAY_MS;
const RETRY_MS = 60_000;
const MAX_AT_ONCE = 20;

/** Ends links of people who removed the bot, and links that no one uses. */
export function createUnlinking(options: UnlinkingOptions) {
  const { store, links, login, changes, idleDays, warn, log, now = Date.now } = options;
  const pending = store.schedule('unlink');

  /** Revokes and erases a link confirmed before `at`, unless the game may still work on a write of
   * its user. A late or repeated event doesn't end a newer link. */
  const tryToUnlink = async (id: string): Promise<void> => {
    const [discordUserId = '', at] = id.split('@');
    if (!(await changes.end(discordUserId))) return;
    const { wasLinked, isRevoked } = await login.logOut(discordUserId, Number(at));
    await login.endAllOf(discordUserId, Number(at));
    await pending.delete(id);
    if (wasLinked) log.info({ discordUserId, isRevoked }, 'unlinked someone who removed the bot or stopped using it');
  };

  /** Never rejects, so that one failure doesn't stop the rest. */
  const unlink = (id: string): Promise<void> =>
    tryToUnlink(id).catch((err: unknown) => log.warn({ err, id }, 'could not unlink, will retry'));

  const checkIdle = async (link: Link, idleMs: number): Promise<void> => {
    const { usedAt, warnedAt } = link;
    // Stored by a release that didn't record it.
    if (usedAt === undefined) return await links.noteUse(link);
    if (warnedAt === undefined && now() - usedAt < idleMs - WARNING_MS) return;
    if (warnedAt !== undefined && now() - warnedAt >= WARNING_MS) return await unlink(link.discordUserId);
    if (warnedAt !== undefined) return;
    await warn(link, now() + WARNING_MS);
    await links.noteWarning(link);
  };

  const job: Job<number> = {
    name: 'unlink',
    /** The time when all links were last checked. */
    cursor: z.number(),
    async step(checkedAt = 0, signal) {
      for (const id of await pending.take(MAX_AT_ONCE, RETRY_MS)) await unlink(id);
      if (idleDays === undefined || now() - checkedAt < DAY_MS) return { cursor: checkedAt, afterMs: RETRY_MS };
      const startedAt = now();
      for await (const ids of store.keysOf(LINKS.name)) {
        for (const id of ids) {
          // The step is repeated, and checked links need nothing more today.
          if (signal.aborted) return { cursor: checkedAt };
          const link = await links.get(id).catch(noneIfBroken);
          if (link) await checkIdle(link, idleDays * DAY_MS);
        }
      }
      return { cursor: startedAt, afterMs: RETRY_MS };
    },
  };

  return {
    job,
    /** `at` is by Discord's clock. Unlinks now, or in any process as soon as it's possible. */
    async begin(discordUserId: string, at: number): Promise<() => Promise<void>> {
      const id = `${discordUserId}@${at}`;
      await pending.set(id, RETRY_MS);
      return () => unlink(id);
    },
  };
}

import { batchAuditEntry } from '../../commands/account/batchAudit.ts';
import { batchView, endedView, previewView } from '../../commands/account/batchView.ts';
import { TEXTS } from '../../commands/account/en.ts';
import type { TokenSources } from '../account/accessToken.ts';
import type { Audit } from '../account/audit.ts';
import { toBudget } from '../account/whoIs.ts';
import type { DiscordConnection } from '../discord/connection/discord.ts';
import { withPostingNotice } from '../discord/declare/postingNotice.ts';
import type { Logger } from '../log.ts';
import { every } from '../time/every.ts';
import { noticeView } from '../view/errorView.ts';
import { languageOf } from '../view/language.ts';
import { createBatchRuns } from '../writes/batch/batch.ts';
import { createBatches } from '../writes/batch/batches.ts';
import type { AnyBatchKind, Batch } from '../writes/batch/batchKind.ts';
import { createBatchPresses } from '../writes/batch/batchPresses.ts';
import { createBatchTelling } from '../writes/batch/batchTelling.ts';
import type { Freeze } from '../writes/freeze.ts';
import type { Intents } from '../writes/intents.ts';
import type { Tickets } from '../writes/tickets.ts';
import type { Lifetime } from './lifetime.ts';
import type { Stores } from './stores.ts';

type Parts = {
  kinds: readonly AnyBatchKind[];
  audit: Audit;
  freeze: Freeze;
  intents: Intents;
  tickets: Tickets;
  tokenSources: TokenSources;
  discord: DiscordConnection;
};

const SWEEP_EVERY_MS = 5_000;
const MAX_AT_ONCE = 10;

/** Batches of changes, in this process and taken over from others. */
export function createBatching(
  log: Logger,
  { running }: Pick<Lifetime, 'running'>,
  { store, queue, game, sealer, sealed }: Stores,
  { kinds, audit, freeze, intents, tickets, tokenSources, discord }: Parts,
) {
  const batches = createBatches(store, sealed);
  const byName = new Map(kinds.map((kind) => [kind.name, kind]));
  const viewOf = (batch: Batch) => {
    const kind = byName.get(batch.kind);
    return kind ? batchView(kind, batch) : endedView(batch);
  };
  const record = async (batch: Batch): Promise<void> => {
    const kind = byName.get(batch.kind);
    if (kind) await audit.record(batch, [batchAuditEntry(kind, batch)]);
  };
  const runs = createBatchRuns({
    ...{ batches, kinds, freeze, log, isErased: intents.isErased, recordEnd: record },
    telling: createBatchTelling({ ...discord, batches, viewOf, endedView, log }),
    actAs: ({ person, character, startedAt }, lastLook) => ({
      game: game.actingAs(tokenSources.of(person.id, undefined, character.uid), {
        priority: 'batch',
        ...(lastLook && { lastLook }),
      }),
      ...{
        me: character,
        person: { ...person, since: startedAt },
        language: languageOf(person.locale),
        services: sealed,
      },
    }),
    wait: running.wait,
  });
  return {
    presses: createBatchPresses({
      ...{ batches, runs, kinds, tickets, isFrozen: freeze.isFrozen, recordBegin: record, texts: TEXTS },
      track: running.track,
      quotaOf: (personId) => {
        const budget = toBudget(sealer, personId);
        return queue.use(budget, budget);
      },
      views: {
        preview: ({ language, server }, kind, preview) =>
          withPostingNotice(
            { texts: TEXTS[language], server, services: { writes: freeze, audit } },
            previewView(language, kind, preview),
          ),
        batch: batchView,
        notice: noticeView,
      },
    }),
    /** Goes on with batches that are due, every few seconds. Returns how to stop. */
    start: (): (() => void) => {
      const onError = (err: unknown): void => log.warn({ err }, 'could not look for batches that are due');
      const sweep = async (): Promise<void> => {
        // Without waiting: a batch that takes long mustn't hold up the others.
        if (!running.isStopping) void running.track(runs.sweep(MAX_AT_ONCE)).catch(onError);
      };
      return every(SWEEP_EVERY_MS, sweep, { onError });
    },
  };
}

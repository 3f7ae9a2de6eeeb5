import { commands } from '../../commands/index.ts';
import { ids } from '../../commands/login/ids.ts';
import { createAudit } from '../account/audit.ts';
import { toBudget } from '../account/whoIs.ts';
import { createMaps } from '../charts/render.ts';
import type { Config } from '../config.ts';
import type { DiscordConnection } from '../discord/connection/discord.ts';
import type { Services } from '../discord/declare/context.ts';
import { auditEntryView } from '../discord/run/changes/batchAudit.ts';
import { Router } from '../discord/run/router.ts';
import { createGalaxyCopy } from '../galaxy/copy.ts';
import { createGalaxyReader } from '../galaxy/galaxy.ts';
import { createWalkJob } from '../galaxy/walk.ts';
import { createJobs } from '../jobs/jobs.ts';
import { createResealing } from '../jobs/resealing.ts';
import type { Logger } from '../log.ts';
import { createCached } from '../store/cached.ts';
import { createChanges } from '../writes/changes.ts';
import { createClaims } from '../writes/claims.ts';
import { createFreeze } from '../writes/freeze.ts';
import { createLegacyChanges } from '../writes/legacyChanges.ts';
import { createTickets } from '../writes/tickets.ts';
import { createChangeEngine } from './changes.ts';
import type { Lifetime } from './lifetime.ts';
import type { Players } from './players.ts';
import type { Stores } from './stores.ts';

/** Answers people's interactions. `start` begins background work. */
export function createChat(
  config: Config,
  log: Logger,
  { running, atEnd }: Lifetime,
  stores: Stores,
  { links, login, tokenSources, createUnlinking }: Players,
  discord: DiscordConnection,
) {
  const { store, queue, game, sealer, sealed } = stores;
  const { sendDirectMessage, editMessage, sendToChannel, serverOfChannel, readFile, responses } = discord;
  const changes = createChanges(store, sealed, { adopt: (key) => legacy.adopt(key) });
  const claims = createClaims(sealed, changes);
  const audit = createAudit(sealed, log, (channelId, entry, nonce) =>
    sendToChannel(channelId, auditEntryView(entry), nonce),
  );
  const legacy = createLegacyChanges(store, sealed, changes, audit.of);
  const freeze = createFreeze(store, { isOff: config.areWritesOff, log });
  const maps = createMaps();
  atEnd(maps.close);
  const tickets = createTickets(sealed);
  const kinds = commands.flatMap(({ writes = [], batches = [] }) => [...writes, ...batches]);
  const parts = { changes, legacy, kinds, claims, audit, freeze, links, tokenSources, discord };
  const engine = createChangeEngine(log, { running }, stores, parts);
  const { writes, presses: batches, notifier } = engine;
  // A row in flight ends before its token is revoked.
  const unlinking = createUnlinking({ end: engine.end });
  const copy = createGalaxyCopy(store);
  const galaxy = createGalaxyReader(copy, log);
  const actAnonymously = (signal: AbortSignal) => game.actingAs(undefined, { priority: 'background', signal });
  const walks = config.galaxy.isCopied ? [createWalkJob(copy, actAnonymously)] : [];
  const resealing = config.tokenKeys.length > 1 ? [createResealing(store, sealer, links)] : [];
  const jobs = createJobs([...walks, ...resealing, unlinking.job], { store, log, now: store.now });
  const services: Services = {
    ...{ login, links, audit, batches, notifier, writes, changes: engine.personal, galaxy, maps, tickets },
    ...{ sendDirectMessage, editMessage, sendToChannel, serverOfChannel, readFile },
    ...{ kept: sealed.kept, now: sealed.now, cached: createCached() },
    quotaOf: (budget, person) => queue.use(budget, person),
    budgetOf: (userId) => toBudget(sealer, userId),
    locations: new Map(),
    settings: config.transfer,
  };
  const sources = { services, tokenSources, responses, game, log, stopSoon: running.stopSoon };
  const router = new Router({ ...sources, commands, logInId: ids.start });
  return {
    unlinking,
    isFrozen: freeze.isFrozen,
    /** Call before Discord sends interactions. */
    acceptInteractions: (): void =>
      discord.onInteraction(async (interaction) => {
        if (!running.isStopping) await running.track(router.route(interaction));
      }),
    start(): void {
      if (config.areWritesOff) log.warn('WRITES=off: no command of this process changes the game');
      atEnd(engine.start());
      jobs.start();
      atEnd(jobs.stop);
      if (config.galaxy.isCopied) atEnd(galaxy.start());
    },
  };
}

import { auditEntryView } from '../../commands/account/auditView.ts';
import { commands } from '../../commands/index.ts';
import { ids } from '../../commands/login/ids.ts';
import { createAudit } from '../account/audit.ts';
import { toBudget } from '../account/whoIs.ts';
import { createMaps } from '../charts/render.ts';
import type { Config } from '../config.ts';
import type { DiscordConnection } from '../discord/connection/discord.ts';
import type { Services } from '../discord/declare/context.ts';
import { Router } from '../discord/run/router.ts';
import { createGalaxyCopy } from '../galaxy/copy.ts';
import { createGalaxyReader } from '../galaxy/galaxy.ts';
import { createWalkJob } from '../galaxy/walk.ts';
import { type AnyJob, createJobs } from '../jobs/jobs.ts';
import type { Logger } from '../log.ts';
import { createCached } from '../store/cached.ts';
import { createClaims } from '../writes/claims.ts';
import { createDelivery } from '../writes/delivery.ts';
import { createFreeze } from '../writes/freeze.ts';
import { createIntents } from '../writes/intents.ts';
import { createWrites } from '../writes/once.ts';
import { createTakeover } from '../writes/takeover.ts';
import { createTickets } from '../writes/tickets.ts';
import { createBatching } from './batches.ts';
import type { Lifetime } from './lifetime.ts';
import type { Players } from './players.ts';
import type { Stores } from './stores.ts';

/** Answers people's interactions. `start` begins what runs in the background. */
export function createChat(
  config: Config,
  log: Logger,
  { running, atEnd }: Lifetime,
  stores: Stores,
  { links, login, tokenSources, createUnlinking }: Players,
  discord: DiscordConnection,
) {
  const { store, queue, game, sealer, sealed } = stores;
  const { sendDirectMessage, sendToChannel, serverOfChannel, readFile, responses } = discord;
  const intents = createIntents(store, sealed);
  const claims = createClaims(sealed, intents);
  const audit = createAudit(sealed, log, (channelId, entry, nonce) =>
    sendToChannel(channelId, auditEntryView(entry), nonce),
  );
  const freeze = createFreeze(store, { isOff: config.areWritesOff, log });
  const maps = createMaps();
  atEnd(maps.close);
  const kinds = commands.flatMap(({ writes = [] }) => writes);
  const delivery = createDelivery({ ...discord, kinds, intents, sealed, log });
  const parts = { intents, claims, audit, delivery, sealed, game, tokenSources, running, log };
  const takeover = createTakeover({ ...parts, kinds });
  const tickets = createTickets(sealed);
  const batching = createBatching(log, { running }, stores, {
    ...{ audit, freeze, intents, tickets, tokenSources, discord },
    kinds: commands.flatMap(({ batches = [] }) => batches),
  });
  const { presses: batches } = batching;
  const unlinking = createUnlinking({
    // Its row in flight ends before its token does.
    resolve: async (personId) => (await batches.end(personId, 0)) && (await takeover.resolve(personId)),
  });
  const copy = createGalaxyCopy(store);
  const galaxy = createGalaxyReader(copy, log);
  const asNoOne = (signal: AbortSignal) => game.actingAs(undefined, { priority: 'background', signal });
  const walks = config.galaxy.isCopied ? [createWalkJob(copy, asNoOne)] : [];
  const jobs = createJobs<readonly AnyJob[]>([...walks, unlinking.job], { store, log, now: store.now });
  const services: Services = {
    ...{
      login,
      links,
      audit,
      batches,
      delivery,
      takeover,
      galaxy,
      maps,
      sendDirectMessage,
      sendToChannel,
      serverOfChannel,
      readFile,
    },
    ...{ kept: sealed.kept, now: sealed.now, cached: createCached(), tickets },
    writes: createWrites({ intents, claims, audit, freeze, isUnderWay: batches.covers, log }),
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
    /** Call before Discord sends any. */
    takeInteractions: (): void =>
      discord.onInteraction(async (interaction) => {
        if (!running.isStopping) await running.track(router.route(interaction));
      }),
    start(): void {
      if (config.areWritesOff) log.warn('WRITES=off: no command of this process changes the game');
      atEnd(takeover.start());
      atEnd(batching.start());
      jobs.start();
      atEnd(jobs.stop);
      if (!config.galaxy.isCopied) return;
      galaxy.start();
      atEnd(galaxy.stop);
    },
  };
}

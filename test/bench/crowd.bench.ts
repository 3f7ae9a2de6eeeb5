import { pino } from 'pino';
import { readGalaxyPage } from '../../commands/galaxy/galaxy.ts';
import { createGameService } from '../../sandbox/game/service.ts';
import type { Services } from '../../src/discord/context.ts';
import { createGameClient } from '../../src/game/client.ts';
import { openQuota } from '../../src/quota/openQuota.ts';
import { openStore } from '../../src/store/openStore.ts';
import type { Contest, Row, World } from './harness.ts';

const PEOPLE = 100;
const PAGES = 28;

/** What a crowd costs that reads the same pages at the same time, over Redis. */
export const crowdRows: Row[] = [
  {
    name: `requests of ${PEOPLE} people who turn ${PAGES} pages of the galaxy`,
    unit: 'requests',
    target: { of: 'ours', atMost: 2 * PAGES },
    slices: 1,
    rounds: 1,
    open: openCrowd,
  },
];

async function openCrowd({ redisUrl }: World): Promise<Contest> {
  const log = pino({ level: 'silent' });
  const store = await openStore({ redisUrl, file: '' }, log);
  const service = await createGameService({ limitPerHour: 600 });
  const queue = openQuota({ perToken: 600, toScript: store.toScript });
  const client = createGameClient({ baseUrl: new URL(service.baseUrl), queue, log });
  const services = { store } as unknown as Services;
  const turnPages = async (person: number): Promise<void> => {
    const asking = {
      game: client.actingAs(undefined, { person: `${person}` }),
      services,
      usage: { budgets: new Set<string>(), cached: 0 },
    };
    for (let page = 1; page <= PAGES; page += 1) await readGalaxyPage(asking, 'systems', page);
  };
  return {
    ours: async () => {
      await Promise.all(Array.from({ length: PEOPLE }, (_, person) => turnPages(person)));
      return service.world.requests('galaxy.systems.list');
    },
    close: async () => {
      await client.close();
      await service.close();
      await store.close();
    },
  };
}

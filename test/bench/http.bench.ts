import { fork } from 'node:child_process';
import { once } from 'node:events';
import { pino } from 'pino';
import { Pool } from 'undici';
import { createGameClient } from '../../src/game/client.ts';
import { openWindows } from '../../src/quota/openWindows.ts';
import { QuotaQueue } from '../../src/quota/queue.ts';
import type { GameServers } from './gameServer.ts';
import { type Contest, inFlight, type Measure, perSecond, type Row } from './harness.ts';

const WIDTH = 64;
const CONNECTIONS = 32;
/** Calls in the name of one character; then another budget is used. */
const LIMIT = 600;

/**
 * A character's profile (1.5 kB) through the client as the bot has it (parameters checked, quota, envelope, headers, record),
 * beside a bare pool with as many connections that parses the body as JSON. The target is held where a server works for each answer,
 * as the game's does: it is what both wait for. Where a server only repeats one, the client is; that row informs.
 */
export const httpRows: Row[] = [
  {
    name: `HTTP read, ${WIDTH} in flight, of the reference service`,
    against: 'a bare undici Pool',
    unit: '1/s',
    target: { of: 'ratio', atLeast: 0.8 },
    slices: 3,
    open: () => readBeside(({ serviceUrl }) => serviceUrl, 400),
  },
  {
    name: `HTTP read, ${WIDTH} in flight, of a server that only repeats`,
    against: 'a bare undici Pool',
    unit: '1/s',
    slices: 3,
    open: () => readBeside(({ replayUrl }) => replayUrl, 800),
  },
];

async function readBeside(urlOf: (servers: GameServers) => string, count: number): Promise<Contest> {
  const server = fork(new URL('./gameServer.ts', import.meta.url));
  const [servers] = (await once(server, 'message')) as [GameServers];
  const baseUrl = new URL(urlOf(servers));
  const { token } = servers;
  const client = createGameClient({
    baseUrl,
    queue: new QuotaQueue({ windows: openWindows({ perToken: LIMIT }) }),
    log: pino({ level: 'silent' }),
  });
  let calls = 0;
  let game = client.actingAs(undefined);
  const read = () => {
    if (calls % LIMIT === 0)
      game = client.actingAs({ budget: `bench${calls}`, accessToken: async () => token, renew: async () => undefined });
    calls += 1;
    return game.character.me();
  };
  const pool = new Pool(baseUrl.origin, { connections: CONNECTIONS });
  const headers = { accept: 'application/json', authorization: `OAuth ${token}` };
  const path = `${baseUrl.pathname}${servers.path}`;
  return {
    ours: together(count, read),
    peer: together(count, async () => {
      const { body } = await pool.request({ path, method: 'GET', headers });
      return await body.json();
    }),
    close: async () => {
      await Promise.all([client.close(), pool.destroy()]);
      server.disconnect();
    },
  };
}

function together(count: number, read: () => Promise<unknown>): Measure {
  return () => perSecond(count, () => inFlight(WIDTH, count, read));
}

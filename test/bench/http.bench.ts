import { fork } from 'node:child_process';
import { once } from 'node:events';
import { pino } from 'pino';
import { Pool } from 'undici';
import { createGameClient, type Game } from '../../src/game/client.ts';
import { openQuota } from '../../src/quota/openQuota.ts';
import type { GameServers } from './gameServer.ts';
import { type Contest, perSecond, type Row } from './harness.ts';

const WIDTH = 64;
const CONNECTIONS = 32;
const COUNT = 400;
const LIMIT = 600;
/** Each person has at most four requests in flight. */
const PEOPLE = WIDTH / 4;

/**
 * A character's profile (1.5 kB) from the reference service through the bot's client (checked
 * parameters, quota, envelope, headers, record), compared with a bare pool with as many connections
 * that parses the body as JSON.
 */
export const httpRows: Row[] = [
  {
    name: `client read, ${WIDTH} in flight`,
    against: 'a bare undici Pool',
    unit: '1/s',
    target: { of: 'ratio', atLeast: 0.8 },
    slices: 3,
    open: readBeside,
  },
];

async function readBeside(): Promise<Contest> {
  const server = fork(new URL('./gameServer.ts', import.meta.url));
  const [{ serviceUrl, token, path }] = (await once(server, 'message')) as [GameServers];
  const baseUrl = new URL(serviceUrl);
  const client = createGameClient({ baseUrl, queue: openQuota({ perToken: LIMIT }), log: pino({ level: 'silent' }) });
  let calls = 0;
  let games: Game[] = [];
  const read = () => {
    // New people, because the previous ones have used up their budgets.
    if (calls % (LIMIT * PEOPLE) === 0)
      games = Array.from({ length: PEOPLE }, (_, person) =>
        client.actingAs({ budget: `${calls + person}`, accessToken: async () => token, renew: async () => undefined }),
      );
    calls += 1;
    return games[calls % PEOPLE]?.character.me() ?? Promise.reject(new Error('there is always a person'));
  };
  const pool = new Pool(baseUrl.origin, { connections: CONNECTIONS });
  const headers = { accept: 'application/json', authorization: `OAuth ${token}` };
  return {
    ours: perSecond(COUNT, WIDTH, read),
    peer: perSecond(COUNT, WIDTH, async () => {
      const { body } = await pool.request({ path: `${baseUrl.pathname}${path}`, method: 'GET', headers });
      return await body.json();
    }),
    close: async () => {
      await Promise.all([client.close(), pool.destroy()]);
      server.disconnect();
    },
  };
}

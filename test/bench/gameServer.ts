import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createGameService } from '../../src/sandbox/game/service.ts';

/** Where the two servers are, and a token that the service takes. */
export type GameServers = { serviceUrl: string; replayUrl: string; token: string; path: string };

// The process of the servers: the reference service, and a plain server that repeats one of its answers without any work, so
// that what is measured there is the client.
// Its window is short: it goes through all of it at each request.
const service = await createGameService({ limitPerHour: 1_000_000_000, windowMs: 50 });
const token = await service.grantToken({ handle: 'Vael Ondar', scopes: ['character_read', 'character_credits'] });
const path = 'character/';

const answer = await fetch(new URL(path, service.baseUrl), { headers: { authorization: `OAuth ${token}` } });
const body = Buffer.from(await answer.arrayBuffer());
const headers = [...answer.headers].filter(([name]) => /^(content-type|x-ratelimit-)/.test(name)).flat();
headers.push('content-length', String(body.length));
const replay = createServer((_request, response) => response.writeHead(answer.status, headers).end(body));
replay.listen(0, '127.0.0.1', () => {
  const { port } = replay.address() as AddressInfo;
  const servers: GameServers = {
    serviceUrl: service.baseUrl,
    replayUrl: `http://127.0.0.1:${port}${new URL(service.baseUrl).pathname}`,
    token,
    path,
  };
  process.send?.(servers);
});
process.once('disconnect', () => process.exit(0));

import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { describe, expect, test } from 'vitest';
import { startRawServer, toAnswer } from './rawServer.ts';
import { callOf, createRig, createSource, failureOf } from './rig.ts';
import { writes } from './samples.ts';

const TIMEOUT_MS = 400;
const MAX_ATTEMPTS = 3;

/** What a socket can do instead of responding. */
const brokenSockets: { what: string; answer: (socket: Socket) => void }[] = [
  { what: 'resets', answer: (socket) => socket.resetAndDestroy() },
  { what: 'closes without a response', answer: (socket) => socket.end() },
  { what: 'speaks another protocol', answer: (socket) => socket.end('220 mail.example.org ESMTP\r\n') },
  { what: 'closes within the head', answer: (socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-') },
  {
    what: 'closes within the body',
    answer: (socket) => socket.end(toAnswer(200, '{"swcapi": {"credits"', { 'content-length': '500' })),
  },
  {
    what: 'announces a body without end',
    answer: (socket) => socket.end(toAnswer(200, '', { 'content-length': '99999999999' })),
  },
  { what: 'stops within the head', answer: (socket) => void socket.write('HTTP/1.1 200 OK\r\n') },
  {
    what: 'stops within the body',
    answer: (socket) => void socket.write(toAnswer(200, '{"swcapi"', { 'content-length': '500' })),
  },
];

describe.each(brokenSockets)('a server that $what', ({ answer }) => {
  test.concurrent('gets each write exactly once, its outcome unknown', async () => {
    await using server = await startRawServer(answer);
    const { client } = createRig({ baseUrl: server.baseUrl, timeoutMs: TIMEOUT_MS });
    const game = client.actingAs(createSource('token'));
    const codes = await Promise.all(
      writes.map(async ({ name, params }) => (await failureOf(callOf(game, name)(params))).code),
    );
    expect(codes).toEqual(writes.map(() => 'outcome_unknown'));
    expect(server.requests).toHaveLength(writes.length);
    await client.close();
  });

  test.concurrent('gets a read a bounded number of times', async () => {
    await using server = await startRawServer(answer);
    const { client } = createRig({ baseUrl: server.baseUrl, timeoutMs: TIMEOUT_MS });
    const error = await failureOf(client.actingAs(undefined).character.getByHandle({ handle: 'x' }));
    expect(error.code).toBe('service_unavailable');
    expect(server.requests).toHaveLength(MAX_ATTEMPTS);
    await client.close();
  });
});

describe('a service that can’t be reached', () => {
  const closedPort = async (): Promise<number> => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    server.close();
    await once(server, 'close');
    return port;
  };

  test.each(writes)('$name is service_unavailable: nothing was sent', async ({ name, params }) => {
    for (const host of ['127.0.0.1', 'localhost']) {
      const { client, pauses } = createRig({ baseUrl: `http://${host}:${await closedPort()}/` });
      const { code } = await failureOf(callOf(client.actingAs(createSource('token')), name)(params));
      expect({ host, code, pauses }).toEqual({ host, code: 'service_unavailable', pauses: [] });
      await client.close();
    }
  });

  test('a read is tried three times', async () => {
    const { client, pauses } = createRig({ baseUrl: `http://127.0.0.1:${await closedPort()}/` });
    const error = await failureOf(client.actingAs(undefined).character.getByHandle({ handle: 'x' }));
    expect(error.code).toBe('service_unavailable');
    expect(pauses).toHaveLength(MAX_ATTEMPTS - 1);
    await client.close();
  });
});

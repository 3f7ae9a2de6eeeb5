import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { Hono } from 'hono';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createSigner } from '../../sandbox/discord/interactions/signing.ts';
import { addInteractions, INTERACTIONS_PATH } from '../../src/web/interactions.ts';
import { listen, type WebServer } from '../../src/web/listen.ts';

const signer = createSigner();
const ping = JSON.stringify({ id: '1', type: 1 });
const GET = 'GET / HTTP/1.1\r\nhost: a\r\n\r\n';
const LARGE = 30_000_000;
const SLOW = GET.replace('/', '/slow');

let server: WebServer;
let sockets: Socket[];
let answer: PromiseWithResolvers<string>;
let asked: number;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  [sockets, answer, asked] = [[], Promise.withResolvers(), 0];
  const web = new Hono();
  addInteractions(web, { publicKey: signer.verifyKey, receive: () => Promise.resolve({ status: 202 }) });
  web.get('/', (context) => context.text('here'));
  web.all('/slow', async (context) => {
    asked += 1;
    return context.text(await answer.promise);
  });
  web.get('/large', (context) => context.text('x'.repeat(LARGE)));
  server = await listen(web, { host: '127.0.0.1', port: 0 });
});
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  await server.close();
  vi.useRealTimers();
});

async function open(sent = ''): Promise<Socket> {
  const socket = connect(server.port, '127.0.0.1').on('error', () => {});
  sockets.push(socket);
  await once(socket, 'connect');
  socket.write(sent);
  return socket;
}
const openNow = () => sockets.filter((socket) => !socket.closed).length;
/** The server has taken in what was sent until now. */
async function sendPing(): Promise<void> {
  const headers = signer.headersFor(ping, Date.now());
  const url = `http://127.0.0.1:${server.port}${INTERACTIONS_PATH}`;
  const response = await fetch(url, { method: 'POST', body: ping, headers: { ...headers, connection: 'close' } });
  expect(await response.json()).toEqual({ type: 1 });
}
async function read(socket: Socket): Promise<string> {
  return String((await once(socket, 'data'))[0]);
}

test.each([
  ['that sends nothing', ''],
  ['with half of the headers', 'POST /interactions HTTP/1.1\r\nhost: a\r\nx-'],
  ['with half of a body', 'POST /slow HTTP/1.1\r\nhost: a\r\ncontent-length: 9\r\n\r\nx'],
  ['that doesn’t read', GET.replace('/', '/large')],
])('a connection %s is closed after 10 s', async (_, sent) => {
  const socket = await open(sent);
  await sendPing();
  await vi.advanceTimersByTimeAsync(9_000);
  await sendPing();
  expect(socket.closed || socket.readableEnded).toBe(false);
  await vi.advanceTimersByTimeAsync(2_000);
  let received = 0;
  socket.on('data', (chunk) => {
    received += chunk.length;
  });
  await vi.waitFor(() => expect(socket.closed).toBe(true));
  expect(received).toBeLessThan(LARGE);
});

test('a connection that is used again is kept, but line breaks alone are no use', async () => {
  const socket = await open();
  for (let used = 0; used < 4; used += 1) {
    socket.write(GET);
    expect(await read(socket)).toContain('here');
    await vi.advanceTimersByTimeAsync(9_000);
  }
  socket.resume().write('\r\n');
  await sendPing();
  await vi.advanceTimersByTimeAsync(2_000);
  await vi.waitFor(() => expect(socket.closed).toBe(true));
});

test('a response may take longer than a connection may be idle', async () => {
  const socket = await open(GET + SLOW);
  expect(await read(socket)).toContain('here');
  await sendPing();
  await vi.advanceTimersByTimeAsync(60_000);
  answer.resolve('at last');
  expect(await read(socket)).toContain('at last');
});

test('of 1,500 connections, the newest and those that wait for a response are kept, and Discord gets through', async () => {
  const waiting = await open(SLOW);
  await sendPing();
  for (let each = 0; each < 1_500; each += 1) (await open()).resume();
  await sendPing();
  await vi.waitFor(() => expect(openNow()).toBeLessThanOrEqual(512));
  expect(openNow()).toBeGreaterThan(500);
  expect(sockets.slice(-500).every((socket) => !socket.closed)).toBe(true);
  answer.resolve('at last');
  expect(await read(waiting)).toContain('at last');
});

test('if all connections wait for a response, the oldest makes room for a new one', async () => {
  for (let each = 0; each < 512; each += 1) (await open(SLOW)).resume();
  await vi.waitFor(() => expect(asked).toBe(512));
  await sendPing();
  await vi.waitFor(() => expect(sockets[0]?.closed).toBe(true));
  expect(openNow()).toBe(511);
});

import { describe, expect, test } from 'vitest';
import { type Answer, toAnswer } from './rawServer.ts';
import { callOf, createRig, createSource, failureOf, startRawGame } from './rig.ts';
import { writes } from './samples.ts';

const TIMEOUT_MS = 400;
const MAX_ATTEMPTS = 3;

/** Ways of a server not to respond. */
const broken: [what: string, answer: Answer][] = [
  ['resets', (socket) => socket.resetAndDestroy()],
  ['closes without a response', (socket) => socket.end()],
  ['speaks another protocol', (socket) => socket.end('220 mail.example.org ESMTP\r\n')],
  ['closes within the head', (socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-')],
  ['closes within the body', (socket) => socket.end(toAnswer(200, '{"swcapi"', { 'content-length': '500' }))],
  ['announces a body without end', (socket) => socket.end(toAnswer(200, '', { 'content-length': '99999999999' }))],
  ['doesn’t respond', ''],
  ['stops within the head', 'HTTP/1.1 200 OK\r\n'],
  ['stops within the body', toAnswer(200, '{"swcapi"', { 'content-length': '500' })],
];

describe.each(broken)('a server that %s', (_, answer) => {
  test.concurrent('gets each write exactly once, its outcome unknown', async () => {
    await using raw = await startRawGame(answer, { timeoutMs: TIMEOUT_MS });
    const failures = await Promise.all(writes.map(({ name, params }) => failureOf(callOf(raw.game, name)(params))));
    expect(failures.map(({ code }) => code)).toEqual(writes.map(() => 'outcome_unknown'));
    expect(raw.requests).toHaveLength(writes.length);
  });

  test.concurrent('gets a read a bounded number of times', async () => {
    await using raw = await startRawGame(answer, { timeoutMs: TIMEOUT_MS });
    const error = await failureOf(raw.game.character.getByHandle({ handle: 'x' }));
    expect(error.code).toBe('service_unavailable');
    expect(raw.requests).toHaveLength(MAX_ATTEMPTS);
  });
});

/** Nothing listens there. */
const PORT = 1;

test.each(writes)('$name is service_unavailable where nothing listens: nothing was sent', async ({ name, params }) => {
  for (const host of ['127.0.0.1', 'localhost']) {
    await using rig = createRig({ baseUrl: `http://${host}:${PORT}/` });
    const { code } = await failureOf(callOf(rig.client.actingAs(createSource('token')), name)(params));
    expect({ host, code, pauses: rig.pauses }).toEqual({ host, code: 'service_unavailable', pauses: [] });
  }
});

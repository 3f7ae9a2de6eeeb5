import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { GameErrorCode } from '../../src/game/errors.ts';
import type { Fault } from '../../src/sandbox/game/faults.ts';
import { createGameService, type GameService } from '../../src/sandbox/game/service.ts';
import { startRawServer, toAnswer } from './rawServer.ts';
import { callOf, createRig, createSource, failureOf, type Rig } from './rig.ts';
import { OFFICER, reads, VAEL, writes } from './samples.ts';

const TIMEOUT_MS = 400;
const MOST_ATTEMPTS = 3;

type Case = {
  what: string;
  fault: Fault;
  /** How a write ends; a read ends the same, but for `outcome_unknown`, which is `service_unavailable` there. */
  write: GameErrorCode;
};

/** What may go wrong, and what it means for a write: done, not done, or not known (wire.md, "What a write may never do"). */
const cases: Case[] = [
  { what: 'a page of the bot filter', fault: { kind: 'html' }, write: 'outcome_unknown' },
  { what: 'a page of the bot filter with 403', fault: { kind: 'html', status: 403 }, write: 'service_unavailable' },
  { what: 'a page of the bot filter with 503', fault: { kind: 'html', status: 503 }, write: 'service_unavailable' },
  { what: 'half of the JSON, the work done', fault: { kind: 'truncate' }, write: 'outcome_unknown' },
  { what: 'the connection cut before the work', fault: { kind: 'cut', at: 'before' }, write: 'outcome_unknown' },
  { what: 'the connection cut after the work', fault: { kind: 'cut', at: 'after' }, write: 'outcome_unknown' },
  { what: 'HTTP 500', fault: { kind: 'status', status: 500 }, write: 'outcome_unknown' },
  { what: 'HTTP 502 without JSON', fault: { kind: 'status', status: 502, body: 'Bad' }, write: 'outcome_unknown' },
  { what: 'HTTP 503', fault: { kind: 'status', status: 503 }, write: 'service_unavailable' },
  { what: 'HTTP 504', fault: { kind: 'status', status: 504 }, write: 'outcome_unknown' },
  { what: 'an empty 200', fault: { kind: 'status', status: 200, body: '' }, write: 'outcome_unknown' },
  { what: 'JSON without an envelope', fault: { kind: 'status', status: 200, body: '[1]' }, write: 'outcome_unknown' },
  { what: 'the JSON null', fault: { kind: 'status', status: 200, body: 'null' }, write: 'outcome_unknown' },
  { what: '200 with error_code 500', fault: { kind: 'error', message: 'No', code: 500 }, write: 'outcome_unknown' },
  { what: '200 with error_code 404', fault: { kind: 'error', message: 'No', code: '404' }, write: 'not_found' },
  {
    what: '200 with an error_code in words',
    fault: { kind: 'error', message: 'No', code: 'denied' },
    write: 'refused',
  },
  { what: 'HTTP 400', fault: { kind: 'status', status: 400, message: 'No' }, write: 'refused' },
  { what: 'HTTP 404', fault: { kind: 'status', status: 404 }, write: 'not_found' },
  { what: 'HTTP 429', fault: { kind: 'status', status: 429 }, write: 'rate_limited' },
  {
    what: 'HTTP 400 that speaks of the rate limit',
    fault: { kind: 'status', status: 400, message: 'Rate limit exceeded' },
    write: 'rate_limited',
  },
  { what: '200 with error_code 429', fault: { kind: 'error', message: 'No', code: 429 }, write: 'rate_limited' },
];

const toReadCode = (code: GameErrorCode): GameErrorCode => (code === 'outcome_unknown' ? 'service_unavailable' : code);

describe('against the reference service', () => {
  let service: GameService;
  let rig: Rig;
  const tokens = new Map<string, string>();
  const actAs = (handle: string) => rig.client.actingAs(createSource(tokens.get(handle) ?? ''));

  beforeAll(async () => {
    service = await createGameService({ limitPerHour: 1_000_000 });
    for (const handle of [VAEL.handle, OFFICER.handle])
      tokens.set(handle, await service.grantToken({ handle, scopes: ['character_all', 'messages_all'] }));
    rig = createRig({ baseUrl: service.baseUrl, timeoutMs: 20_000 });
  });
  afterEach(() => service.faults.clear());
  afterAll(async () => {
    await rig.client.close();
    await service.close();
  });

  describe.each(writes)('the write $name', ({ name, actor, params }) => {
    test.each(cases)('is sent exactly once and ends as $write after $what', async ({ fault, write }) => {
      const before = service.world.requests();
      service.faults.add({ fault, times: Number.POSITIVE_INFINITY });
      const { failure, operation } = await failureOf(callOf(actAs(actor), name)(params));
      expect({ code: failure.code, operation }).toEqual({ code: write, operation: name });
      expect(service.world.requests() - before).toBe(1);
    });

    test('is never repeated after a 401, with or without another token', async () => {
      const good = tokens.get(actor);
      for (const renewed of [good, undefined]) {
        const before = service.world.requests();
        const source = createSource('expired', renewed);
        const { code } = await failureOf(callOf(rig.client.actingAs(source), name)(params));
        expect(code).toBe(renewed ? 'service_unavailable' : 'token_rejected');
        expect(source.asked).toBe(1);
        expect(service.world.requests() - before).toBe(1);
      }
    });
  });

  test.each(['before', 'after'] as const)(
    'every write is sent exactly once and ends as outcome_unknown when the answer does not come in time, stuck %s the work',
    async (at) => {
      const hasty = createRig({ baseUrl: service.baseUrl, timeoutMs: TIMEOUT_MS });
      const before = writes.map(({ name }) => service.world.requests(name));
      service.faults.add({ fault: { kind: 'hold', at }, times: Number.POSITIVE_INFINITY });
      const codes = await Promise.all(
        writes.map(async ({ name, actor, params }) => {
          const game = hasty.client.actingAs(createSource(tokens.get(actor) ?? ''));
          return (await failureOf(callOf(game, name)(params))).code;
        }),
      );
      expect(codes).toEqual(writes.map(() => 'outcome_unknown'));
      expect(writes.map(({ name }, index) => service.world.requests(name) - (before[index] ?? 0))).toEqual(
        writes.map(() => 1),
      );
      await hasty.client.close();
    },
  );

  test('a transfer whose connection was cut moved the money as often as the service did the work', async () => {
    const transfer = () =>
      actAs(VAEL.handle).character.credits.transfer({ uid: VAEL.uid, amount: 3, recipient: OFFICER.uid });
    const start = service.world.balanceOf(VAEL.uid);
    service.faults.add({ fault: { kind: 'cut', at: 'before' } });
    expect((await failureOf(transfer())).code).toBe('outcome_unknown');
    expect(service.world.balanceOf(VAEL.uid)).toBe(start);
    service.faults.add({ fault: { kind: 'cut', at: 'after' } });
    expect((await failureOf(transfer())).code).toBe('outcome_unknown');
    expect(service.world.balanceOf(VAEL.uid)).toBe(start - 3);
  });

  describe.each(reads)('the read $name', ({ name, request, actor, params }) => {
    test('is repeated a few times while the service is away, and no oftener', async () => {
      for (const { what, fault, write } of cases) {
        const { client, pauses } = createRig({ baseUrl: service.baseUrl });
        const before = service.world.requests(request);
        service.faults.add({ fault, times: Number.POSITIVE_INFINITY });
        const { code } = await failureOf(callOf(client.actingAs(createSource(tokens.get(actor) ?? '')), name)(params));
        service.faults.clear();
        await client.close();
        const attempts = toReadCode(write) === 'service_unavailable' ? MOST_ATTEMPTS : 1;
        expect({ what, code }).toEqual({ what, code: toReadCode(write) });
        expect({ what, attempts: service.world.requests(request) - before }).toEqual({ what, attempts });
        expect(pauses).toHaveLength(attempts - 1);
      }
    });

    test('succeeds when the service is back for the last attempt', async () => {
      service.faults.add({ fault: { kind: 'cut', at: 'before' } });
      service.faults.add({ fault: { kind: 'status', status: 502 } });
      await expect(callOf(actAs(actor), name)(params)).resolves.toBeDefined();
    });
  });

  test('the pauses between attempts grow, vary, and stay short', async () => {
    const { client, pauses } = createRig({ baseUrl: service.baseUrl });
    service.faults.add({ fault: { kind: 'status', status: 500 }, times: Number.POSITIVE_INFINITY });
    for (let index = 0; index < 20; index += 1)
      await failureOf(client.actingAs(undefined).character.getByHandle({ handle: 'x' }));
    const firsts = pauses.filter((_, index) => index % 2 === 0);
    const seconds = pauses.filter((_, index) => index % 2 === 1);
    expect(new Set(pauses).size).toBeGreaterThan(30);
    expect(Math.min(...firsts)).toBeGreaterThan(0);
    expect(Math.max(...pauses)).toBeLessThan(2_000);
    const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
    expect(mean(seconds)).toBeGreaterThan(mean(firsts));
    await client.close();
  });

  test('a read whose answer does not come in time is repeated, each attempt within its own time', async () => {
    const hasty = createRig({ baseUrl: service.baseUrl, timeoutMs: TIMEOUT_MS });
    service.faults.add({ fault: { kind: 'hold' }, times: 2 });
    const found = await hasty.client.actingAs(undefined).character.getByHandle({ handle: VAEL.handle });
    expect(found.uid).toBe(VAEL.uid);
    expect(hasty.pauses).toHaveLength(2);
    await hasty.client.close();
  });

  test('a read whose token is not recognized asks for another one once, and repeats once', async () => {
    const before = service.world.requests();
    const source = createSource('expired', tokens.get(VAEL.handle));
    expect(await rig.client.actingAs(source).character.me()).toMatchObject({ uid: VAEL.uid });
    expect({ asked: source.asked, requests: service.world.requests() - before }).toEqual({ asked: 1, requests: 2 });
  });

  test('a read whose second token is not recognized either ends as token_rejected', async () => {
    const before = service.world.requests();
    const source = createSource('expired', 'expired too');
    expect((await failureOf(rig.client.actingAs(source).character.me())).failure).toEqual({ code: 'token_rejected' });
    expect({ asked: source.asked, requests: service.world.requests() - before }).toEqual({ asked: 1, requests: 2 });
  });

  test('a caller who gives up ends a read at once, without another attempt', async () => {
    const abort = new AbortController();
    const held = service.faults.add({ fault: { kind: 'hold' }, times: Number.POSITIVE_INFINITY });
    const before = service.world.requests();
    const call = rig.client.actingAs(undefined).galaxy.systems.list({}, { signal: abort.signal });
    await held.reached;
    abort.abort();
    await failureOf(call);
    expect(service.world.requests() - before).toBe(1);
  });

  test('a write that is given up before it left is service_unavailable or not begun, and is not sent', async () => {
    const before = service.world.requests();
    const signal = AbortSignal.abort(new Error('gone'));
    const game = actAs(VAEL.handle);
    const transfer = game.character.credits.transfer({ uid: VAEL.uid, amount: 1, recipient: OFFICER.uid }, { signal });
    await expect(transfer).rejects.not.toMatchObject({ failure: { code: 'outcome_unknown' } });
    expect(service.world.requests()).toBe(before);
  });
});

/** What a socket may do instead of answering. */
const brokenSockets: { what: string; answer: (socket: Socket) => void }[] = [
  { what: 'resets', answer: (socket) => socket.resetAndDestroy() },
  { what: 'closes without a word', answer: (socket) => socket.end() },
  { what: 'speaks no HTTP', answer: (socket) => socket.end('220 mail.example.org ESMTP\r\n') },
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
    expect(server.requests).toHaveLength(MOST_ATTEMPTS);
    await client.close();
  });
});

describe('a service that is not there', () => {
  const closedPort = async (): Promise<number> => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    server.close();
    await once(server, 'close');
    return port;
  };

  test.each(writes)('$name is service_unavailable: nothing left this machine', async ({ name, params }) => {
    for (const host of ['127.0.0.1', 'localhost']) {
      const { client, pauses } = createRig({ baseUrl: `http://${host}:${await closedPort()}/` });
      const { code } = await failureOf(callOf(client.actingAs(createSource('token')), name)(params));
      expect({ host, code, pauses }).toEqual({ host, code: 'service_unavailable', pauses: [] });
      await client.close();
    }
  });

  test('a read tries a few times', async () => {
    const { client, pauses } = createRig({ baseUrl: `http://127.0.0.1:${await closedPort()}/` });
    const error = await failureOf(client.actingAs(undefined).character.getByHandle({ handle: 'x' }));
    expect(error.code).toBe('service_unavailable');
    expect(pauses).toHaveLength(MOST_ATTEMPTS - 1);
    await client.close();
  });
});

describe('the exact time of a rate limit', () => {
  const NOW = Date.parse('2026-03-01T12:00:00Z');
  const date = new Date(NOW).toUTCString();
  const inAMinute = String(NOW / 1_000 + 60);
  const body = (message: string) => JSON.stringify({ swcapi: { error_code: 1, error_message: message } });
  const limited = [
    { what: '429 with Retry-After in seconds', status: 429, headers: { 'retry-after': '60' }, seconds: 60 },
    {
      what: '429 with Retry-After as a date',
      status: 429,
      headers: { 'retry-after': new Date(NOW + 60_000).toUTCString() },
      seconds: 60,
    },
    { what: '429 with the reset alone', status: 429, headers: { 'x-ratelimit-reset': inAMinute }, seconds: 60 },
    {
      what: '400 with nothing remaining, in other words',
      status: 400,
      headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': inAMinute, 'x-ratelimit-limit': '600' },
      seconds: 60,
    },
    {
      what: '429 of a server whose clock is ten minutes ahead',
      status: 429,
      headers: { 'x-ratelimit-reset': String(NOW / 1_000 + 660), date: new Date(NOW + 600_000).toUTCString() },
      seconds: 60,
    },
  ];

  test.each(limited)(
    '$what ends reads and writes after one request, and gives the time',
    async ({ status, headers, seconds }) => {
      await using server = await startRawServer(
        (socket) =>
          void socket.write(toAnswer(status, body('Too much'), { date, ...headers } as Record<string, string>)),
      );
      for (const { name, params } of [...writes, ...reads]) {
        const { client } = createRig({ baseUrl: server.baseUrl, perToken: 600, now: () => NOW });
        const before = server.requests.length;
        const { failure } = await failureOf(callOf(client.actingAs(createSource('token')), name)(params));
        if (failure.code !== 'rate_limited') throw new Error(`${name}: ${failure.code}`);
        // The service counts in whole seconds; the client adds half a second rather than come too early.
        expect(failure.until.getTime() - NOW - seconds * 1_000).toBeGreaterThanOrEqual(0);
        expect(failure.until.getTime() - NOW - seconds * 1_000).toBeLessThanOrEqual(1_000);
        expect(server.requests.length - before).toBe(1);
        await client.close();
      }
    },
  );
});

describe('what a request looks like on the wire', () => {
  const answers = (socket: Socket): void => {
    socket.write(toAnswer(200, '{"swcapi": {"credits": "1"}}'));
  };

  test('a token goes as `OAuth`, a body as a form, each part of a path encoded', async () => {
    await using server = await startRawServer(answers);
    const { client } = createRig({ baseUrl: server.baseUrl });
    const game = client.actingAs(createSource('s3cret'));
    await game.character.credits.get({ uid: '1:1' });
    await failureOf(game.character.getByHandle({ handle: ' A b/../c?d#e ' }));
    await failureOf(game.character.credits.transfer({ uid: '1:1', amount: 5, recipient: '1:2', reason: 'a&b=c; ü' }));
    await failureOf(
      game.character.privileges.get({ uid: '1:1', privilegeGroup: 'a/b', privilege: '%2e', faction_id: '20:1' }),
    );
    const named = (path: RegExp) => server.requests.find(({ line }) => path.test(line));
    const [credits, lookup] = [named(/^GET .*credits/), named(/handlecheck/)];
    const [transfer, privilege] = [named(/^POST/), named(/privileges/)];
    expect(credits?.line).toBe('GET /ws/v2.0/character/1%3A1/credits HTTP/1.1');
    expect(credits?.headers).toMatchObject({ authorization: 'OAuth s3cret', accept: 'application/json' });
    expect(lookup?.line).toBe('GET /ws/v2.0/character/handlecheck/A%20b%2F..%2Fc%3Fd%23e HTTP/1.1');
    expect(lookup?.headers).not.toHaveProperty('authorization');
    expect(transfer?.line).toBe('POST /ws/v2.0/character/1%3A1/credits HTTP/1.1');
    expect(transfer?.headers['content-type']).toMatch(/^application\/x-www-form-urlencoded/);
    expect(Object.fromEntries(new URLSearchParams(transfer?.body))).toEqual({
      amount: '5',
      recipient: '1:2',
      reason: 'a&b=c; ü',
    });
    expect(privilege?.line).toBe('GET /ws/v2.0/character/1%3A1/privileges/a%2Fb/%252e?faction_id=20%3A1 HTTP/1.1');
    await client.close();
  });

  test('`revoke` is in the body only when revoking; a galaxy list always has both paging parameters', async () => {
    await using server = await startRawServer((socket) => void socket.write(toAnswer(201, '{"swcapi": null}')));
    const { client } = createRig({ baseUrl: server.baseUrl });
    const game = client.actingAs(createSource('token'));
    const target = { uid: '1:1', privilegeGroup: 'ship', privilege: 'sell', faction_id: '20:1' };
    for (const revoke of [undefined, false, true])
      await game.character.privileges.update({ ...target, ...(revoke !== undefined && { revoke }) });
    expect(server.requests.map(({ body }) => body)).toEqual(['', '', 'revoke=true']);
    expect(server.requests[2]?.line).toBe(
      'POST /ws/v2.0/character/1%3A1/privileges/ship/sell?faction_id=20%3A1 HTTP/1.1',
    );
    for (const { name } of reads.filter((read) => read.name.startsWith('galaxy.'))) {
      await callOf(game, name)().catch(() => {});
      expect(server.requests.at(-1)?.line).toContain('/?start_index=1&item_count=50 ');
    }
    await client.close();
  });
});

describe('answers in the wire’s own ways', () => {
  const target = { uid: '1:1', privilegeGroup: 'ship', privilege: 'sell' };
  const update = async (status: number, swcapi: unknown) => {
    await using server = await startRawServer(
      (socket) => void socket.write(toAnswer(status, JSON.stringify({ swcapi }))),
    );
    const { client } = createRig({ baseUrl: server.baseUrl });
    const outcome = await client
      .actingAs(createSource('token'))
      .character.privileges.update(target)
      .then(
        () => 'done',
        (error: unknown) => (error instanceof Error && 'failure' in error ? error.failure : error),
      );
    await client.close();
    return outcome;
  };

  test.each([
    [201, null],
    [201, {}],
    [201, { privilege: { attributes: { uid: 'sell' }, value: 'true' } }],
    [200, null],
    [200, {}],
  ])('a privilege POST is done after %i with %j', async (status, swcapi) => {
    expect(await update(status, swcapi)).toBe('done');
  });

  test.each([
    [{ privilege: 'You may not' }, 'You may not'],
    [{ privilege: { reason: 'You may not' } }, 'You may not'],
    [{ privilege: { failurereason: 'You may not' } }, 'You may not'],
    [{ privilege: { why: ['You may not'] } }, 'no reason given'],
  ])('a privilege POST is refused after 200 with %j', async (swcapi, reason) => {
    expect(await update(200, swcapi)).toEqual({ code: 'refused', reason });
  });

  test.each(reads.filter(({ name }) => name.startsWith('character.')))(
    '$name of an answer without a payload is an error, never an empty record',
    async ({ name, params }) => {
      for (const swcapi of [null, {}, []]) {
        await using server = await startRawServer(
          (socket) => void socket.write(toAnswer(200, JSON.stringify({ swcapi }))),
        );
        const { client } = createRig({ baseUrl: server.baseUrl });
        const error = await failureOf(callOf(client.actingAs(createSource('token')), name)(params));
        expect({ swcapi, code: error.code }).toEqual({ swcapi, code: 'service_unavailable' });
        await client.close();
      }
    },
  );

  test('a reason of the service is one line of bounded length', async () => {
    const message = `${'no\r\n\t'.repeat(5_000)}`;
    await using server = await startRawServer(
      (socket) =>
        void socket.write(toAnswer(400, JSON.stringify({ swcapi: { error_code: 9, error_message: message } }))),
    );
    const { client } = createRig({ baseUrl: server.baseUrl });
    const { failure } = await failureOf(client.actingAs(createSource('token')).character.me());
    const { reason } = failure as { reason: string };
    expect(reason.length).toBeLessThanOrEqual(300);
    expect(reason).toMatch(/^no no no/);
    await client.close();
  });

  test('no error’s message holds the token or the page that came', async () => {
    const page = '<html>SECRET PAGE</html>';
    await using server = await startRawServer((socket) => void socket.write(toAnswer(500, page)));
    const { client } = createRig({ baseUrl: server.baseUrl });
    const error = await failureOf(client.actingAs(createSource('s3cret-token')).character.me());
    expect(`${error.message} ${JSON.stringify(error.failure)}`).not.toMatch(/s3cret-token|SECRET PAGE/);
    await client.close();
  });
});

import type { Socket } from 'node:net';
import { describe, expect, test } from 'vitest';
import { startRawServer, toAnswer } from './rawServer.ts';
import { callOf, createRig, createSource, failureOf } from './rig.ts';
import { reads, writes } from './samples.ts';

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
    '$what ends reads and writes after one request, with the time',
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
        // The service counts in whole seconds; the client adds half a second rather than come too
        // early.
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

  test('the token is sent as `OAuth`, the body as a form, and each part of the path is encoded', async () => {
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

  test('`revoke` is sent only to revoke, and galaxy lists always have both paging parameters', async () => {
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

describe('how a faction is named', () => {
  const attributes = { faction_name: 'Compact', count: 0 };
  const listing = (factionId: unknown) =>
    JSON.stringify({ swcapi: { privileges: { attributes: { ...attributes, faction_id: factionId } } } });

  test('records have the UID; requests have the form of the last response, and the UID before the first', async () => {
    const answers = [501, '501', '20:501', '', 501].map(listing);
    await using server = await startRawServer((socket) => void socket.write(toAnswer(200, answers.shift() ?? '')));
    const { client } = createRig({ baseUrl: server.baseUrl });
    const { privileges } = client.actingAs(createSource('token')).character;
    const asked = { uid: '1:1', faction_id: '20:501' };
    const named = [];
    for (let index = 0; index < 5; index += 1) named.push((await privileges.list(asked)).faction?.uid);
    await failureOf(privileges.get({ ...asked, privilegeGroup: 'a', privilege: 'b' }));
    expect(named).toEqual(['20:501', '20:501', '20:501', undefined, '20:501']);
    const sent = server.requests.map(({ line }) => decodeURIComponent(/faction_id=(\S+)/.exec(line)?.[1] ?? ''));
    expect(sent.slice(0, 6)).toEqual(['20:501', '501', '501', '20:501', '20:501', '501']);
    await client.close();
  });
});

describe('401 and 403 are distinguished by their text too', () => {
  const answered = async (status: number, message: string) => {
    const body = JSON.stringify({ swcapi: { error_code: status, error_message: message } });
    await using server = await startRawServer((socket) => void socket.write(toAnswer(status, body)));
    const { client } = createRig({ baseUrl: server.baseUrl });
    const source = createSource('token');
    const game = client.actingAs(source);
    const { failure } = await failureOf(game.character.messages.list({ uid: '1:1' }));
    await failureOf(game.galaxy.systems.list());
    await client.close();
    // Where no token is needed, the first request has none.
    return {
      failure,
      renewals: source.asked,
      authorized: server.requests.map(({ headers }) => 'authorization' in headers),
    };
  };

  test.each([401, 403])('%s with “Required permission” is a missing scope', async (status) => {
    const { failure } = await answered(status, 'Required permission: messages_read; Available permissions: none');
    expect(failure).toEqual({ code: 'scope_missing', scope: 'MESSAGES_READ' });
  });

  test.each([
    [401, 'Access Token Not Provided'],
    [403, 'Access Token Not Provided'],
    [401, 'Access Token Not Recognized'],
    [403, 'Access Token Not Recognized'],
    [401, 'Something else'],
  ])('%s with “%s” is a rejected token', async (status, message) => {
    expect(await answered(status, message)).toEqual({
      failure: { code: 'token_rejected' },
      renewals: 2,
      authorized: [true, false, true],
    });
  });
});

describe('unusual responses', () => {
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
    '$name of a response without a payload is an error, never an empty record',
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

  test('the service’s reason becomes one line of at most 300 characters', async () => {
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

  test('no error message has the token or the received page', async () => {
    const page = '<html>SECRET PAGE</html>';
    await using server = await startRawServer((socket) => void socket.write(toAnswer(500, page)));
    const { client } = createRig({ baseUrl: server.baseUrl });
    const error = await failureOf(client.actingAs(createSource('s3cret-token')).character.me());
    expect(`${error.message} ${JSON.stringify(error.failure)}`).not.toMatch(/s3cret-token|SECRET PAGE/);
    await client.close();
  });
});

import { describe, expect, test } from 'vitest';
import { toAnswer } from './rawServer.ts';
import { callOf, createRig, createSource, failureOf, startRawGame } from './rig.ts';
import { reads, writes } from './samples.ts';

const toError = (status: number, message: string, headers = {}): string =>
  toAnswer(status, { swcapi: { error_code: status, error_message: message } }, headers);

describe('the exact time of a rate limit', () => {
  const NOW = Date.parse('2026-03-01T12:00:00Z');
  const inAMinute = String(NOW / 1_000 + 60);

  test.each<[what: string, status: number, headers: Record<string, string>]>([
    ['429 with Retry-After', 429, { 'retry-after': '60' }],
    ['400 with nothing remaining', 400, { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': inAMinute }],
  ])('%s ends reads and writes after one request, with the time', async (_, status, headers) => {
    await using raw = await startRawGame(
      toError(status, 'Too much', { date: new Date(NOW).toUTCString(), ...headers }),
    );
    for (const [index, { name, params }] of [...writes, ...reads].entries()) {
      await using rig = createRig(raw, { perToken: 600, now: () => NOW });
      const { failure } = await failureOf(callOf(rig.client.actingAs(createSource('token')), name)(params));
      if (failure.code !== 'rate_limited') throw new Error(`${name}: ${failure.code}`);
      // The service counts in whole seconds; the client adds half a second to be on the safe side.
      expect(failure.until.getTime() - NOW).toBeGreaterThanOrEqual(60_000);
      expect(failure.until.getTime() - NOW).toBeLessThanOrEqual(61_000);
      expect(raw.requests).toHaveLength(index + 1);
    }
  });
});

describe('what a request looks like on the wire', () => {
  test('the token is sent as `OAuth`, the body as a form, and each part of the path is encoded', async () => {
    await using raw = await startRawGame(toAnswer(200, { swcapi: { credits: '1' } }));
    const { credits, privileges, getByHandle } = raw.game.character;
    await credits.get({ uid: '1:1' });
    await failureOf(getByHandle({ handle: ' A b/../c?d#e ' }));
    await failureOf(credits.transfer({ uid: '1:1', amount: 5, recipient: '1:2', reason: 'a&b=c; ü' }));
    await failureOf(privileges.get({ uid: '1:1', privilegeGroup: 'a/b', privilege: '%2e', faction_id: '20:1' }));
    const lines = new Set(raw.requests.map(({ line }) => line));
    expect([...lines]).toEqual([
      'GET /ws/v2.0/character/1%3A1/credits',
      'GET /ws/v2.0/character/handlecheck/A%20b%2F..%2Fc%3Fd%23e',
      'POST /ws/v2.0/character/1%3A1/credits',
      'GET /ws/v2.0/character/1%3A1/privileges/a%2Fb/%252e?faction_id=20%3A1',
    ]);
    const [balance, lookup] = raw.requests;
    const transfer = raw.requests.find(({ line }) => line.startsWith('POST'));
    expect(balance?.headers).toMatchObject({ authorization: 'OAuth s3cret-token', accept: 'application/json' });
    expect(lookup?.headers).not.toHaveProperty('authorization');
    expect(transfer?.headers['content-type']).toMatch(/^application\/x-www-form-urlencoded/);
    const form = Object.fromEntries(new URLSearchParams(transfer?.body));
    expect(form).toEqual({ amount: '5', recipient: '1:2', reason: 'a&b=c; ü' });
  });

  test('galaxy lists always have both paging parameters', async () => {
    await using raw = await startRawGame(toAnswer(201, { swcapi: null }));
    for (const { name } of reads.filter((read) => read.name.startsWith('galaxy.'))) {
      await failureOf(callOf(raw.game, name)());
      expect(raw.requests.at(-1)?.line).toContain('/?start_index=1&item_count=50');
    }
  });
});

test('records have a faction’s UID; requests have the form of the last response, and the UID before the first', async () => {
  const answers = [501, '501', '20:501', '', 501].map((faction_id) =>
    toAnswer(200, { swcapi: { privileges: { attributes: { faction_name: 'Compact', count: 0, faction_id } } } }),
  );
  await using raw = await startRawGame((socket) => void socket.write(answers.shift() ?? toAnswer(200, '')));
  const { privileges } = raw.game.character;
  const asked = { uid: '1:1', faction_id: '20:501' };
  const named = [];
  for (let index = 0; index < 5; index += 1) named.push((await privileges.list(asked)).faction?.uid);
  await failureOf(privileges.get({ ...asked, privilegeGroup: 'a', privilege: 'b' }));
  expect(named).toEqual(['20:501', '20:501', '20:501', undefined, '20:501']);
  const sent = raw.requests.map(({ line }) => decodeURIComponent(/faction_id=(\S+)/.exec(line)?.[1] ?? ''));
  expect(sent.slice(0, 6)).toEqual(['20:501', '501', '501', '20:501', '20:501', '501']);
});

describe('401 and 403 are distinguished by their text too', () => {
  test.each([401, 403])('%s with “Required permission” is a missing scope', async (status) => {
    const text = 'Required permission: messages_read; Available permissions: none';
    await using raw = await startRawGame(toError(status, text));
    const { failure } = await failureOf(raw.game.character.messages.list({ uid: '1:1' }));
    expect(failure).toEqual({ code: 'scope_missing', scope: 'MESSAGES_READ' });
  });

  test.each([
    [401, 'Access Token Not Provided'],
    [403, 'Access Token Not Provided'],
    [401, 'Access Token Not Recognized'],
    [403, 'Access Token Not Recognized'],
    [401, 'Something else'],
  ])('%s with “%s” is a rejected token', async (status, text) => {
    await using raw = await startRawGame(toError(status, text));
    const listing = await failureOf(raw.game.character.messages.list({ uid: '1:1' }));
    await failureOf(raw.game.galaxy.systems.list());
    expect(listing.failure).toEqual({ code: 'token_rejected' });
    expect(raw.source.asked).toBe(2);
    // Where no token is needed, the first request has none.
    expect(raw.requests.map(({ headers }) => 'authorization' in headers)).toEqual([true, false, true]);
  });
});

describe('unusual responses', () => {
  const target = { uid: '1:1', privilegeGroup: 'ship', privilege: 'sell' };

  test.each([
    [201, null],
    [201, {}],
    [201, { privilege: { attributes: { uid: 'sell' }, value: 'true' } }],
    [200, null],
    [200, {}],
  ])('a privilege POST is done after %i with %j', async (status, swcapi) => {
    await using raw = await startRawGame(toAnswer(status, { swcapi }));
    await expect(raw.game.character.privileges.update(target)).resolves.toBeUndefined();
  });

  test.each([
    [{ privilege: 'You may not' }, 'You may not'],
    [{ privilege: { reason: 'You may not' } }, 'You may not'],
    [{ privilege: { failurereason: 'You may not' } }, 'You may not'],
    [{ privilege: { why: ['You may not'] } }, 'no reason given'],
  ])('a privilege POST is refused after 200 with %j', async (swcapi, reason) => {
    await using raw = await startRawGame(toAnswer(200, { swcapi }));
    const { failure } = await failureOf(raw.game.character.privileges.update(target));
    expect(failure).toEqual({ code: 'refused', reason });
  });

  test.each([null, {}, []])('%j in place of a payload is an error, never an empty record', async (swcapi) => {
    await using raw = await startRawGame(toAnswer(200, { swcapi }));
    for (const { name, params } of reads.filter((read) => read.name.startsWith('character.'))) {
      const { code } = await failureOf(callOf(raw.game, name)(params));
      expect({ name, code }).toEqual({ name, code: 'service_unavailable' });
    }
  });

  test('the service’s reason becomes one line of at most 300 characters', async () => {
    await using raw = await startRawGame(toError(400, 'no\r\n\t'.repeat(5_000)));
    const { failure } = await failureOf(raw.game.character.me());
    expect(failure).toEqual({ code: 'refused', reason: expect.stringMatching(/^no no no.{290,292}$/) });
  });

  test('no error message has the token or the received page', async () => {
    await using raw = await startRawGame(toAnswer(500, '<html>SECRET PAGE</html>'));
    const error = await failureOf(raw.game.character.me());
    expect(`${error.message} ${JSON.stringify(error.failure)}`).not.toMatch(/s3cret-token|SECRET PAGE/);
  });
});

import { pino } from 'pino';
import { describe, expect, test, vi } from 'vitest';
import project from '../../package.json' with { type: 'json' };
import { WIRE_FORMS } from '../../src/game/wire/wireForms.ts';
import { en } from '../../src/view/en.ts';
import { explain } from '../../src/view/errorView.ts';
import { openMemory } from '../account/rig.ts';
import { toAnswer } from './rawServer.ts';
import { callOf, createRig, createSource, failureOf, startRawGame } from './rig.ts';
import { reads, writes } from './samples.ts';

const toError = (status: number, message: string, headers = {}): string =>
  toAnswer(status, { swcapi: { error_code: status, error_message: message } }, headers);

const NOW = Date.parse('2026-03-01T12:00:00Z');
const inAMinute = String(NOW / 1_000 + 60);

test.each<[what: string, status: number, headers: Record<string, string>]>([
  ['429 with Retry-After', 429, { 'retry-after': '60' }],
  ['400 with nothing remaining', 400, { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': inAMinute }],
])(
  'the exact time of a rate limit %s ends reads and writes after one request, with the time',
  async (_, status, headers) => {
    await using raw = await startRawGame(
      toError(status, 'Too much', { date: new Date(NOW).toUTCString(), ...headers }),
    );
    for (const [index, { name, params }] of [...writes, ...reads].entries()) {
      await using rig = createRig(raw, { perToken: 600, now: () => NOW });
      const { failure } = await failureOf(callOf(rig.client.actingAs(createSource('token')), name)(params));
      if (failure.code !== 'rate_limited') throw new Error(`${name}: ${failure.code}`);
      // The service counts whole seconds; the client adds half a second to be safe.
      expect(failure.until.getTime() - NOW).toBeGreaterThanOrEqual(60_000);
      expect(failure.until.getTime() - NOW).toBeLessThanOrEqual(61_000);
      expect(raw.requests).toHaveLength(index + 1);
    }
  },
);

describe('what a request looks like on the wire', () => {
  test('the token is sent as `OAuth`, the body as a form, and each part of the path is encoded', async () => {
    await using raw = await startRawGame(toAnswer(200, { swcapi: { credits: '7' } }));
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
    expect(balance?.headers['user-agent']).toBe(`Commlink/${project.version} (+https://relay.example/)`);
    expect(lookup?.headers).not.toHaveProperty('authorization');
    expect(transfer?.headers['content-type']).toMatch(/^application\/x-www-form-urlencoded/);
    const form = Object.fromEntries(new URLSearchParams(transfer?.body));
    expect(form).toEqual({ amount: '5', recipient: '1:2', reason: 'a&b=c; ü' });
  });

  test('galaxy lists always have both paging parameters', async () => {
    await using raw = await startRawGame(toAnswer(201, { swcapi: null }));
    for (const { name } of reads.filter((read) => read.name.startsWith('galaxy.'))) {
      await callOf(raw.game, name)();
      expect(raw.requests.at(-1)?.line).toContain('/?start_index=1&item_count=50');
    }
  });
});

const asked = { uid: '1:1', faction_id: '20:501' };
const toPrivileges = (faction_id: unknown) =>
  toAnswer(200, { swcapi: { privileges: { attributes: { faction_name: 'Compact', count: 0, faction_id } } } });
const toFactionId = ({ line }: { line: string }) => decodeURIComponent(/faction_id=(\S+)/.exec(line)?.[1] ?? '');

test('records have a faction’s UID; requests have the form of the last response, and the UID before the first', async () => {
  const answers = [501, '501', '20:501', '', 501].map(toPrivileges);
  await using raw = await startRawGame((socket) => void socket.write(answers.shift() ?? toAnswer(200, '')));
  const { privileges } = raw.game.character;
  const named = [];
  for (let index = 0; index < 5; index += 1) named.push((await privileges.list(asked)).faction?.uid);
  await failureOf(privileges.get({ ...asked, privilegeGroup: 'a', privilege: 'b' }));
  expect(named).toEqual(['20:501', '20:501', '20:501', undefined, '20:501']);
  expect(raw.requests.map(toFactionId).slice(0, 6)).toEqual(['20:501', '501', '501', '20:501', '20:501', '501']);
});

test('the form of a faction is stored, and asked for only until a response shows it', async () => {
  const forms = (await openMemory()).collection(WIRE_FORMS);
  const get = vi.spyOn(forms, 'get');
  const sentBy = async (faction_id: unknown) => {
    await using raw = await startRawGame(toPrivileges(faction_id), { forms });
    for (let index = 0; index < 2; index += 1) await raw.game.character.privileges.list(asked);
    return raw.requests.map(toFactionId);
  };
  expect(await sentBy(501)).toEqual(['20:501', '501']);
  expect(get).toHaveBeenCalledTimes(1);
  expect(await sentBy('20:501')).toEqual(['501', '20:501']);
  expect(get).toHaveBeenCalledTimes(2);
  await forms.set('faction_id', 'number');
  // A response without a faction shows nothing, but the stored form is read once.
  expect(await sentBy('')).toEqual(['501', '501']);
  expect(get).toHaveBeenCalledTimes(3);
  get.mockRejectedValue(new Error('away'));
  vi.spyOn(forms, 'set').mockRejectedValue(new Error('away'));
  expect(await sentBy(501)).toEqual(['20:501', '501']);
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
    // Without a required token, the first request has none.
    expect(raw.requests.map(({ headers }) => 'authorization' in headers)).toEqual([true, false, true]);
  });
});

describe('unusual responses', () => {
  const target = { uid: '1:1', privilegeGroup: 'ship', privilege: 'sell' };

  const record = { attributes: { uid: 'sell' }, value: 'true' };
  test.each([
    [201, { swcapi: null }],
    [201, { swcapi: {} }],
    [201, { swcapi: { privilege: record } }],
    [201, { swcapi: { privilege: 'Something undocumented' } }],
    [200, { swcapi: null }],
    [200, { swcapi: [] }],
    [200, { swcapi: { privilege: record } }],
    [200, { swcapi: { privilege: { value: 'false' } } }],
    [200, { swcapi: { haspriv: 'true' } }],
    [200, { swcapi: { success: true } }],
    [200, { swcapi: { success: 'Privilege changed' } }],
    [200, { swcapi: { privilege: { success: ['Privilege changed'] } } }],
    [200, { swcapi: { privilege: { why: ['Something undocumented'] } } }],
    [200, { swcapi: { failure: [] } }],
    [200, { success: 'Privilege changed' }],
    [201, { privilege: record }],
  ])('a privilege POST is done after %i with %j', async (status, body) => {
    await using raw = await startRawGame(toAnswer(status, body));
    await expect(raw.game.character.privileges.update(target)).resolves.toBeUndefined();
  });

  test.each([
    [{ swcapi: 'You may not' }],
    [{ swcapi: { privilege: 'You may not' } }],
    [{ swcapi: { privilege: { reason: 'You may not' } } }],
    [{ swcapi: { privilege: { failurereason: 'You may not' } } }],
    [{ swcapi: { error_message: 'You may not' } }],
    [{ swcapi: null, reason: 'You may not' }],
    [{ reason: 'You may not' }],
    ['"You may not"'],
  ])('a write with nothing to tell is refused after a 200 with %j', async (body) => {
    await using raw = await startRawGame(toAnswer(200, body));
    const deletion = raw.game.character.messages.delete({ uid: '1:1', messageId: '38:1' });
    const update = raw.game.character.privileges.update(target);
    for (const { failure } of await Promise.all([update, deletion].map(failureOf)))
      expect(failure).toEqual({ code: 'refused', reason: 'You may not' });
  });

  const [hq, rank] = ['Requires powered HQ.', 'Your rank is too low.'];
  describe.each([200, 201, 400, 401, 403, 404, 500, 503])('a failure in the body of a %i', (status) => {
    test.each([
      [{ failure: [hq, rank] }, `${hq} ${rank}`],
      [{ failure: hq }, hq],
      [{ swcapi: { failure: [hq] } }, hq],
      [{ swcapi: { failure: hq } }, hq],
      [{ swcapi: { privilege: { failure: [hq, rank] } } }, `${hq} ${rank}`],
      [{ swcapi: null, failure: [{ value: hq }, null] }, hq],
      [{ swcapi: { success: true, failure: 'No' } }, 'No'],
      [{ swcapi: { failure: true } }, 'no reason given'],
      [{ swcapi: { success: false } }, 'no reason given'],
      [{ success: false, failure: [hq] }, hq],
      [{ swcapi: { success: 'false', reason: hq } }, hq],
      [{ swcapi: { error_code: 500, error_message: 'Oops' }, failure: hq }, hq],
    ])('refuses every write in its words: %j', async (body, reason) => {
      await using raw = await startRawGame(toAnswer(status, body));
      for (const [index, { name, params }] of writes.entries()) {
        const { failure } = await failureOf(callOf(raw.game, name)(params));
        expect({ name, ...failure }).toEqual({ name, code: 'refused', reason });
        expect(raw.requests).toHaveLength(index + 1);
      }
    });
  });

  test.each([
    { swcapi: { transactions: 'Done' } },
    { swcapi: { reason: 'Rent' } },
    { swcapi: { success: true } },
    '"Done"',
  ])('a transfer and a send stay unknown after a 200 with %j, which says neither yes nor no', async (body) => {
    await using raw = await startRawGame(toAnswer(200, body));
    const { credits, messages } = raw.game.character;
    const send = messages.create({ uid: '1:1', receivers: ['Pell'], communication: 'Hi' });
    const transfer = credits.transfer({ uid: '1:1', amount: 5, recipient: '1:2' });
    const failures = await Promise.all([transfer, send].map(failureOf));
    expect(failures.map(({ code }) => code)).toEqual(['outcome_unknown', 'outcome_unknown']);
  });

  test.each([
    [{ privilege: { value: 'true' } }, true],
    [{ privilege: { value: 'false' } }, false],
    [{ privilege: { haspriv: 'true' } }, true],
    [{ haspriv: 'false' }, false],
    [{ haspriv: true }, true],
    [{ privilege: '' }, undefined],
    [{ privilege: {} }, undefined],
    [{ haspriv: '' }, undefined],
  ])('a privilege is read from %j, under the name that was asked for', async (swcapi, isGranted) => {
    await using raw = await startRawGame(toAnswer(200, { swcapi }));
    const reading = raw.game.character.privileges.get(target);
    if (isGranted === undefined) expect((await failureOf(reading)).code).toBe('service_unavailable');
    else expect(await reading).toEqual({ name: 'sell', isGranted });
  });

  test.each([
    [200, '<!DOCTYPE html><title>Just a moment...</title>', 'outcome_unknown'],
    [403, '<!DOCTYPE html><title>Just a moment...</title>', 'service_unavailable'],
    [403, 'error code: 1010', 'service_unavailable'],
  ])('a page with %i (%j) is not asked for again, and its filter is named', async (status, page, written) => {
    const headers = { server: 'cloudflare', 'cf-ray': '8a1b2c3d4e5f-FRA', 'content-type': 'text/html' };
    const lines: string[] = [];
    const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
    await using raw = await startRawGame(toAnswer(status, page, headers), { log });
    const reason = `HTTP ${status} with a web page from cloudflare (cf-ray 8a1b2c3d4e5f-FRA)`;
    for (const [index, { name, params, isWrite }] of [...reads, ...writes].entries()) {
      const { failure } = await failureOf(callOf(raw.game, name)(params));
      const read = { code: 'service_unavailable', reason, isBlocked: true };
      const isUnknown = isWrite && written === 'outcome_unknown';
      expect({ name, failure }).toEqual({ name, failure: isUnknown ? { code: written, reason } : read });
      expect(raw.requests).toHaveLength(index + 1);
      expect([lines.length, lines.at(-1)]).toEqual([index + 1, expect.stringContaining(reason)]);
      expect(lines.at(-1)).not.toContain('Just a moment');
    }
  });

  test('entities are decoded once in every text of a response, and never in its keys', async () => {
    const swcapi = { character: { uid: '1:5', handle: 'O&#039;Renn &amp;amp; R&amp;D', '&amp;': '&lt;' } };
    for (const body of [JSON.stringify({ swcapi }), JSON.stringify({ swcapi }).replaceAll('&', '\\u0026')]) {
      await using raw = await startRawGame(toAnswer(200, body));
      expect((await raw.game.character.getByHandle({ handle: 'x' })).handle).toBe("O'Renn &amp; R&D");
    }
    await using refusing = await startRawGame(
      toAnswer(200, { failure: '<p class="a">You<br />\ncan&#x27;t&lt;br&gt; <b>' }),
    );
    const { failure } = await failureOf(refusing.game.character.privileges.update(target));
    expect(failure).toMatchObject({ reason: "You can't<br> <b>" });
  });

  test.each([null, {}, []])('%j in place of a payload is an empty list, or else an error', async (swcapi) => {
    await using raw = await startRawGame(toAnswer(200, { swcapi }));
    for (const { name, params } of reads) {
      const call = callOf(raw.game, name)(params);
      const isList = /^galaxy|(messages|creditlog)\.list$/.test(name);
      if (isList) expect(await call).toMatchObject({ items: [], isShapeless: true });
      else expect((await failureOf(call)).failure).toMatchObject({ code: 'service_unavailable', isUnreadable: true });
    }
  });

  test.each([
    { result: { status: { value: 'failed' }, data: { failures: [] } } },
    { swcapi: { message: { deleted: false } } },
    { deleted: 'false' },
    { swcapi: false },
  ])('a deletion is refused by a 200 with %j', async (body) => {
    await using raw = await startRawGame(toAnswer(200, body));
    const { failure } = await failureOf(raw.game.character.messages.delete({ uid: '1:1', messageId: '38:1' }));
    expect(failure).toEqual({ code: 'refused', reason: 'no reason given' });
  });

  test.each([
    '<!DOCTYPE html><title>Maintenance</title><p>We will be back soon',
    '<?xml version="1.0"?><response><uid>1:1</uid></response>',
    '<br />\n<b>Warning</b>: mysql_connect() in db.php on line 3<br />\n{"swcapi":{"character":{"uid":"1:1"}}}',
  ])('%j with 200 is unreadable, and not a bot filter', async (body) => {
    await using raw = await startRawGame(toAnswer(200, body, { server: 'cloudflare', 'cf-ray': '8a1b2c3d4e5f-FRA' }));
    const error = await failureOf(raw.game.character.me());
    expect(explain(en, error)?.sentence).toBe(en.errors.unreadable);
    const deletion = raw.game.character.messages.delete({ uid: '1:1', messageId: '38:1' });
    expect((await failureOf(deletion)).code).toBe('outcome_unknown');
  });

  test('the service’s reason becomes one line of at most 300 characters', async () => {
    await using raw = await startRawGame(toError(400, 'no\r\n\t'.repeat(5_000)));
    const { failure } = await failureOf(raw.game.character.me());
    expect(failure).toEqual({ code: 'refused', reason: expect.stringMatching(/^no no no.{290,292}$/) });
  });
});

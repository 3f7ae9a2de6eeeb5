import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Fault } from '../../sandbox/game/faults.ts';
import { createGameService, type GameService } from '../../sandbox/game/service.ts';
import type { GameErrorCode } from '../../src/game/errors.ts';
import { callOf, createRig, createSource, failureOf, type Rig } from './rig.ts';
import { OFFICER, reads, VAEL, writes } from './samples.ts';

const MAX_ATTEMPTS = 3;

const status = (code: number, more: { body?: string; message?: string } = {}): Fault => ({
  kind: 'status',
  status: code,
  ...more,
});
const error = (code: number | string): Fault => ({ kind: 'error', message: 'No', code });
const GATEWAY = { body: '{"message": "Service Unavailable"}' };

/**
 * Faults by the end of a write: done, not done, or unknown (docs/interface.md, "Errors"). Reads end
 * the same, with `service_unavailable` instead of `outcome_unknown`.
 */
const FAULTS: Partial<Record<GameErrorCode, Record<string, Fault>>> = {
  outcome_unknown: {
    'a page of the bot filter': { kind: 'html' },
    'a page of a proxy with 503': { kind: 'html', status: 503 },
    'half of the JSON, the work done': { kind: 'truncate' },
    'the connection cut before the work': { kind: 'cut', at: 'before' },
    'the connection cut after the work': { kind: 'cut', at: 'after' },
    'HTTP 500': status(500),
    'HTTP 502 without JSON': status(502, { body: 'Bad' }),
    'HTTP 503 in the words of a gateway': status(503, GATEWAY),
    'HTTP 408 in the words of a gateway': status(408, GATEWAY),
    'HTTP 504': status(504),
    'an empty 200': status(200, { body: '' }),
    'an empty 201': status(201, { body: '' }),
    'an empty 204': status(204, { body: '' }),
    'JSON without an envelope': status(200, { body: '[1]' }),
    'the JSON null': status(200, { body: 'null' }),
    '200 with error_code 500': error(500),
  },
  service_unavailable: { 'a page of the bot filter with 403': { kind: 'html', status: 403 }, 'HTTP 503': status(503) },
  refused: { '200 with an error_code in words': error('denied'), 'HTTP 400': status(400, { message: 'No' }) },
  not_found: { '200 with error_code 404': error('404'), 'HTTP 404': status(404) },
  rate_limited: {
    'HTTP 429': status(429),
    'HTTP 400 that speaks of the rate limit': status(400, { message: 'Rate limit exceeded' }),
    '200 with error_code 429': error(429),
    '200 with the error_code rate_limit_exceeded': error('rate_limit_exceeded'),
    'HTTP 400 without headers, in an envelope': status(400, {
      body: '{"swcapi": {"error_code": "rate_limit_exceeded", "error_message": "Slow down"}}',
    }),
    'HTTP 400 without headers or envelope': status(400, {
      body: '{"error": "rate_limit_exceeded", "error_description": "Slow down"}',
    }),
    'HTTP 400 without headers, as text': status(400, { body: 'Rate limit exceeded' }),
  },
};
const cases = Object.entries(FAULTS).flatMap(([write, faults]) =>
  Object.entries(faults).map(([what, fault]) => ({ write: write as GameErrorCode, what, fault })),
);

/** Some writes have an empty result, so an empty response is enough. */
const isDone = (name: string, what: string): boolean => /delete|privileges/.test(name) && what.startsWith('an empty');

const toReadCode = (code: GameErrorCode): GameErrorCode => (code === 'outcome_unknown' ? 'service_unavailable' : code);

describe('against the reference service', () => {
  let service: GameService;
  let rig: Rig;
  const tokens = new Map<string, string>();
  const actAs = (handle: string, by = rig) => by.client.actingAs(createSource(tokens.get(handle) ?? ''));

  beforeAll(async () => {
    service = await createGameService({ limitPerHour: 1_000_000 });
    for (const handle of [VAEL.handle, OFFICER.handle])
      tokens.set(handle, await service.grantToken({ handle, scopes: ['character_all', 'messages_all'] }));
    rig = createRig(service, { timeoutMs: 20_000 });
  });
  afterEach(() => service.faults.clear());
  afterAll(async () => {
    await rig.client.close();
    await service.close();
  });

  describe.each(writes)('the write $name', ({ name, actor, params }) => {
    test.each(cases.filter(({ what }) => !isDone(name, what)))(
      'is sent once and ends as $write: $what',
      async ({ fault, write }) => {
        const before = service.world.requests();
        service.faults.add({ fault, times: Number.POSITIVE_INFINITY });
        const { failure, operation } = await failureOf(callOf(actAs(actor), name)(params));
        expect({ code: failure.code, operation }).toEqual({ code: write, operation: name });
        expect(service.world.requests() - before).toBe(1);
      },
    );

    test.each(cases.filter(({ what }) => isDone(name, what)))('is done after $what', async ({ fault }) => {
      service.faults.add({ fault });
      await expect(callOf(actAs(actor), name)(params)).resolves.toBeUndefined();
    });

    test('is never retried after a 401, with or without another token', async () => {
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

  describe.each(reads)('the read $name', ({ name, request, actor, params }) => {
    test('is tried three times while the service is unavailable, once at a bot filter', async () => {
      for (const { what, fault, write } of cases) {
        await using fresh = createRig(service);
        const before = service.world.requests(request);
        service.faults.add({ fault, times: Number.POSITIVE_INFINITY });
        const { code } = await failureOf(callOf(actAs(actor, fresh), name)(params));
        service.faults.clear();
        const isTried = toReadCode(write) === 'service_unavailable' && !what.startsWith('a page of the bot filter');
        const attempts = isTried ? MAX_ATTEMPTS : 1;
        expect({ what, code }).toEqual({ what, code: toReadCode(write) });
        expect({ what, attempts: service.world.requests(request) - before }).toEqual({ what, attempts });
        expect(fresh.pauses).toHaveLength(attempts - 1);
      }
    });

    test('succeeds if the service is back for the last attempt', async () => {
      service.faults.add({ fault: { kind: 'cut', at: 'before' } });
      service.faults.add({ fault: status(502) });
      await expect(callOf(actAs(actor), name)(params)).resolves.toBeDefined();
    });
  });

  test('the pauses between attempts grow, vary and stay short', async () => {
    await using fresh = createRig(service);
    service.faults.add({ fault: status(500), times: Number.POSITIVE_INFINITY });
    for (let index = 0; index < 20; index += 1) await failureOf(fresh.client.actingAs(undefined).galaxy.cities.list());
    for (const [index, ms] of fresh.pauses.entries()) {
      expect(ms).toBeGreaterThanOrEqual(index % 2 === 0 ? 150 : 300);
      expect(ms).toBeLessThanOrEqual(index % 2 === 0 ? 450 : 900);
    }
    expect(new Set(fresh.pauses).size).toBeGreaterThan(30);
  });

  test('a read whose token is rejected gets another token once and is retried once', async () => {
    for (const renewed of [tokens.get(VAEL.handle), 'expired too']) {
      const before = service.world.requests();
      const source = createSource('expired', renewed);
      const me = rig.client.actingAs(source).character.me();
      if (renewed === 'expired too') expect((await failureOf(me)).code).toBe('token_rejected');
      else expect(await me).toMatchObject({ uid: VAEL.uid });
      expect({ asked: source.asked, requests: service.world.requests() - before }).toEqual({ asked: 1, requests: 2 });
    }
  });
});

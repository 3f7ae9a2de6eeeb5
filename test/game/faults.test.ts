import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Fault } from '../../sandbox/game/faults.ts';
import { createGameService, type GameService } from '../../sandbox/game/service.ts';
import type { GameErrorCode } from '../../src/game/errors.ts';
import { callOf, createRig, createSource, failureOf, type Rig } from './rig.ts';
import { OFFICER, reads, VAEL, writes } from './samples.ts';

const TIMEOUT_MS = 400;
const MAX_ATTEMPTS = 3;

type Case = {
  what: string;
  fault: Fault;
  /**
   * How a write ends; a read ends the same, but for `outcome_unknown`, which is
   * `service_unavailable` there.
   */
  write: GameErrorCode;
  /** The writes that have nothing to say, and so are done. */
  isDone?: RegExp;
};

/**
 * What may go wrong, and what it means for a write: done, not done, or not known
 * (docs/interface.md, "Errors").
 */
const cases: Case[] = [
  { what: 'a page of the bot filter', fault: { kind: 'html' }, write: 'outcome_unknown' },
  { what: 'a page of the bot filter with 403', fault: { kind: 'html', status: 403 }, write: 'service_unavailable' },
  { what: 'a page of a proxy with 503', fault: { kind: 'html', status: 503 }, write: 'outcome_unknown' },
  { what: 'half of the JSON, the work done', fault: { kind: 'truncate' }, write: 'outcome_unknown' },
  { what: 'the connection cut before the work', fault: { kind: 'cut', at: 'before' }, write: 'outcome_unknown' },
  { what: 'the connection cut after the work', fault: { kind: 'cut', at: 'after' }, write: 'outcome_unknown' },
  { what: 'HTTP 500', fault: { kind: 'status', status: 500 }, write: 'outcome_unknown' },
  { what: 'HTTP 502 without JSON', fault: { kind: 'status', status: 502, body: 'Bad' }, write: 'outcome_unknown' },
  { what: 'HTTP 503', fault: { kind: 'status', status: 503 }, write: 'service_unavailable' },
  ...[503, 408].map((status) => ({
    what: `HTTP ${status} in the words of a gateway`,
    fault: { kind: 'status', status, body: '{"message": "Service Unavailable"}' } as const,
    write: 'outcome_unknown' as const,
  })),
  { what: 'HTTP 504', fault: { kind: 'status', status: 504 }, write: 'outcome_unknown' },
  ...[200, 201, 204].map((status) => ({
    what: `an empty ${status}`,
    fault: { kind: 'status', status, body: '' } as const,
    write: 'outcome_unknown' as const,
    isDone: /delete|privileges/,
  })),
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
  {
    what: '200 with the error_code rate_limit_exceeded',
    fault: { kind: 'error', message: 'No', code: 'rate_limit_exceeded' },
    write: 'rate_limited',
  },
  ...[
    '{"swcapi": {"error_code": "rate_limit_exceeded", "error_message": "Slow down"}}',
    '{"error": "rate_limit_exceeded", "error_description": "Slow down"}',
    'Rate limit exceeded',
  ].map((body) => ({
    what: `HTTP 400 without headers and with ${body}`,
    fault: { kind: 'status', status: 400, body } as const,
    write: 'rate_limited' as const,
  })),
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
    test.each(cases.filter(({ isDone }) => !isDone?.test(name)))(
      'is sent exactly once and ends as $write after $what',
      async ({ fault, write }) => {
        const before = service.world.requests();
        service.faults.add({ fault, times: Number.POSITIVE_INFINITY });
        const { failure, operation } = await failureOf(callOf(actAs(actor), name)(params));
        expect({ code: failure.code, operation }).toEqual({ code: write, operation: name });
        expect(service.world.requests() - before).toBe(1);
      },
    );

    test.each(cases.filter(({ isDone }) => isDone?.test(name)))('is done after $what', async ({ fault }) => {
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

  test.each(['before', 'after'] as const)(
    'every write is sent exactly once and ends as outcome_unknown if the response is late, held %s the work',
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

  test('a transfer whose connection was cut moved the money exactly as often as the service handled it', async () => {
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
    test('is tried three times while the service is unavailable', async () => {
      for (const { what, fault, write } of cases) {
        const { client, pauses } = createRig({ baseUrl: service.baseUrl });
        const before = service.world.requests(request);
        service.faults.add({ fault, times: Number.POSITIVE_INFINITY });
        const { code } = await failureOf(callOf(client.actingAs(createSource(tokens.get(actor) ?? '')), name)(params));
        service.faults.clear();
        await client.close();
        const attempts = toReadCode(write) === 'service_unavailable' ? MAX_ATTEMPTS : 1;
        expect({ what, code }).toEqual({ what, code: toReadCode(write) });
        expect({ what, attempts: service.world.requests(request) - before }).toEqual({ what, attempts });
        expect(pauses).toHaveLength(attempts - 1);
      }
    });

    test('succeeds if the service is back for the last attempt', async () => {
      service.faults.add({ fault: { kind: 'cut', at: 'before' } });
      service.faults.add({ fault: { kind: 'status', status: 502 } });
      await expect(callOf(actAs(actor), name)(params)).resolves.toBeDefined();
    });
  });

  test('the pauses between attempts grow, vary and stay short', async () => {
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

  test('a read without a response in time is retried, and each attempt has its own timeout', async () => {
    const hasty = createRig({ baseUrl: service.baseUrl, timeoutMs: TIMEOUT_MS });
    service.faults.add({ fault: { kind: 'hold' }, times: 2 });
    const found = await hasty.client.actingAs(undefined).character.getByHandle({ handle: VAEL.handle });
    expect(found.uid).toBe(VAEL.uid);
    expect(hasty.pauses).toHaveLength(2);
    await hasty.client.close();
  });

  test('a read whose token is rejected gets another token once and is retried once', async () => {
    const before = service.world.requests();
    const source = createSource('expired', tokens.get(VAEL.handle));
    expect(await rig.client.actingAs(source).character.me()).toMatchObject({ uid: VAEL.uid });
    expect({ asked: source.asked, requests: service.world.requests() - before }).toEqual({ asked: 1, requests: 2 });
  });

  test('a read whose second token is rejected too ends as token_rejected', async () => {
    const before = service.world.requests();
    const source = createSource('expired', 'expired too');
    expect((await failureOf(rig.client.actingAs(source).character.me())).failure).toEqual({ code: 'token_rejected' });
    expect({ asked: source.asked, requests: service.world.requests() - before }).toEqual({ asked: 1, requests: 2 });
  });
});

import { describe, expect, test } from 'vitest';
import { toRateFacts } from '../../src/quota/rateHeaders.ts';

const START = Date.parse('2026-01-01T00:00:00Z');

describe('rate headers', () => {
  const facts = (headers: Record<string, string>) => toRateFacts((name) => headers[name], START);

  test.each([
    [{}, {}],
    [
      { 'x-ratelimit-limit': '600', 'x-ratelimit-remaining': '0' },
      { limit: 600, remaining: 0 },
    ],
    [{ 'x-ratelimit-limit': 'many', 'x-ratelimit-remaining': '-1' }, {}],
    [{ 'x-ratelimit-reset': String(START / 1_000 + 60) }, { resetAt: START + 60_000 }],
    [{ 'x-ratelimit-reset': '60' }, { resetAt: START + 60_000 }],
    [{ 'x-ratelimit-resettime': new Date(START + 60_000).toUTCString() }, { resetAt: START + 60_000 }],
    [{ 'x-ratelimit-resettime': new Date(START + 60_000).toISOString() }, { resetAt: START + 60_000 }],
    [
      { 'x-ratelimit-reset': '60', 'x-ratelimit-resettime': new Date(START).toUTCString() },
      { resetAt: START + 60_000 },
    ],
    [{ 'retry-after': '2' }, { retryAt: START + 2_000 }],
    [{ 'retry-after': new Date(START + 5_000).toUTCString() }, { retryAt: START + 5_000 }],
    [
      { 'retry-after': new Date(START + 65_000).toUTCString(), date: new Date(START + 60_000).toUTCString() },
      { retryAt: START + 5_000 },
    ],
    [{ 'retry-after': 'soon' }, {}],
    [{ 'retry-after': '-5', 'x-ratelimit-reset': '-1' }, {}],
  ])('%j → %j', (headers, expected) => {
    expect(facts(headers as Record<string, string>)).toEqual(expected);
  });
});

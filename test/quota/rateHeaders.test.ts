import { expect, test } from 'vitest';
import { readRateHeaders } from '../../src/quota/rateHeaders.ts';

const START = Date.parse('2026-01-01T00:00:00Z');

const read = (headers: Record<string, string>) => readRateHeaders((name) => headers[name], START);

test.each([
  [{}, {}],
  [{ 'x-ratelimit-limit': '600', 'x-ratelimit-remaining': '0' }, { remaining: 0 }],
  [{ 'x-ratelimit-limit': 'many', 'x-ratelimit-remaining': '-1' }, {}],
  [{ 'x-ratelimit-reset': String(START / 1_000 + 60) }, { resetInMs: 60_000 }],
  [{ 'x-ratelimit-reset': '60' }, { resetInMs: 60_000 }],
  [
    { 'x-ratelimit-reset': String(START / 1_000 + 660), date: new Date(START + 600_000).toUTCString() },
    { resetInMs: 60_000 },
  ],
  [{ 'x-ratelimit-resettime': new Date(START + 60_000).toUTCString() }, { resetInMs: 60_000 }],
  [{ 'x-ratelimit-resettime': new Date(START + 60_000).toISOString() }, { resetInMs: 60_000 }],
  [{ 'x-ratelimit-reset': '60', 'x-ratelimit-resettime': new Date(START).toUTCString() }, { resetInMs: 60_000 }],
  [{ 'retry-after': '2' }, { retryInMs: 2_000 }],
  [{ 'retry-after': new Date(START + 5_000).toUTCString() }, { retryInMs: 5_000 }],
  [
    { 'retry-after': new Date(START + 65_000).toUTCString(), date: new Date(START + 60_000).toUTCString() },
    { retryInMs: 5_000 },
  ],
  [{ 'retry-after': '1000000000' }, { retryInMs: 3_600_000 }],
  [{ 'x-ratelimit-reset': String(START / 1_000 - 5) }, { resetInMs: -5_000 }],
  [{ 'retry-after': 'soon' }, {}],
  [{ 'retry-after': '-5', 'x-ratelimit-reset': '-1' }, {}],
])('the rate headers %j → %j', (headers, expected) => {
  expect(read(headers as Record<string, string>)).toEqual(expected);
});

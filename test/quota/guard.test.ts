import { expect, test } from 'vitest';
import { REQUEST_TIMEOUT_MS } from '../../src/game/transport.ts';
import { GUARD_MS } from '../../src/quota/window.ts';
import { ANSWER_TIMEOUT_MS } from '../../src/store/store.ts';

test('a grant counts longer than its request can be on its way: the store’s answer, the request’s life, a second', () => {
  expect(GUARD_MS).toBeGreaterThanOrEqual(ANSWER_TIMEOUT_MS + REQUEST_TIMEOUT_MS + 1_000);
});

import { expect, test, vi } from 'vitest';
import { every } from '../../src/time/every.ts';

test('work that throws at once still gets its next turn', async () => {
  const work = vi.fn(() => {
    throw new Error('broken');
  });
  const stop = every(1, work, { atOnce: true });
  await vi.waitFor(() => expect(work.mock.calls.length).toBeGreaterThan(2)).finally(stop);
});

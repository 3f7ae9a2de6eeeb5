import { expect, test } from 'vitest';
import { walk } from './walk.ts';

test.each(['gateway', 'endpoint'] as const)(
  'random use of every command over the %s ends without an unforeseen error or a missing answer',
  async (transport) => {
    const { problems } = await walk({ steps: 150, seed: 1, transport });
    expect(problems).toEqual([]);
  },
  120_000,
);

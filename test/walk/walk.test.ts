import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { startProgram } from '../support/program.ts';
import { findFaults, PSEUDO_LOCALE } from '../support/pseudo.ts';
import { walk } from './walk.ts';

test.each(['gateway', 'endpoint'] as const)(
  'random use of every command over the %s ends without an unforeseen error or a missing answer',
  async (transport) => {
    const { problems } = await walk({ steps: 150, seed: 1, transport });
    expect(problems).toEqual([]);
  },
  120_000,
);

test('on a tour in the pseudo-language, nothing is cut and nothing is in English but what the game says', async () => {
  const { problems, sent } = await walk({ steps: 0, seed: 1, transport: 'gateway', tour: PSEUDO_LOCALE });
  const sources = globSync('sandbox/game/{seed/*,world/privilegeCatalogue}.ts').map((path) =>
    readFileSync(path, 'utf8'),
  );
  const data = `${sources.join('').match(/'[^'\n]+'/g)} No character has the handle`;
  expect([...problems, ...new Set(sent.flatMap((body) => findFaults(body, data)))]).toEqual([]);
}, 60_000);

test('the walk starts without the test runner, too', async () => {
  await startProgram('test/walk/main.ts', {}, ['--unknown']).says("Unknown option '--unknown'");
});

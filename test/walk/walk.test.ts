import { globSync, readFileSync } from 'node:fs';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { createRandom } from '../../sandbox/game/seed/random.ts';
import { findFaults, PSEUDO_LOCALE } from '../support/pseudo.ts';
import { linkWithEverything, startWorld } from '../support/world.ts';
import { walk } from './walk.ts';
import { Walker } from './walker.ts';

test.each(['gateway', 'endpoint'] as const)(
  'random use of every command over the %s ends without an unforeseen error or a missing answer',
  async (transport) => {
    const { problems } = await walk({ steps: 150, seed: 1, transport });
    expect(problems).toEqual([]);
  },
  120_000,
);

/** What the reference game says. */
const DATA = globSync('sandbox/game/{seed/*,world/privilegeCatalogue}.ts')
  .flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/'([^'\n]+)'/g)].flatMap(([, text = '']) => text.split(',')),
  )
  .filter(({ length }) => length > 3)
  .concat('No character has the handle')
  .toSorted((one, other) => other.length - one.length);

test('in the pseudo-language, nothing is cut and nothing is left in English, whatever is used', async () => {
  const problems: string[] = [];
  const log = pino({ level: 'error' }, { write: (line: string) => void problems.push(line) });
  const environment = { GALAXY_COPY: 'on', QUOTA_PER_TOKEN: '1000000', TRANSFER_TYPED_ABOVE: '50' };
  const world = await startWorld({ log, environment });
  const { player, officer, visitor, discord } = world;
  while ((await player.run('galaxy map').response()).attachments.length === 0);
  await linkWithEverything(player, 'Vael Ondar');
  await linkWithEverything(officer, 'Marshal Iri Tosk');
  for (const person of [player, officer, visitor]) person.chooseLanguage(PSEUDO_LOCALE);
  const before = discord.requests.length;
  const walker = new Walker(world, createRandom(1));
  await walker.tour(officer);
  const faults = discord.requests.slice(before).flatMap(({ body }) => findFaults(body, DATA));
  await world.stop();
  expect([...problems, ...new Set(faults)]).toEqual([]);
}, 120_000);

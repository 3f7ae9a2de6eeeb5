import fc from 'fast-check';
import { expect, test } from 'vitest';
import { de } from '../../commands/galaxy/de.ts';
import { type GalaxyResource, galaxyView } from '../../commands/galaxy/galaxyView.ts';
import { en } from '../../commands/galaxy/messages.ts';
import { pageIds } from '../../src/discord/command.ts';
import type { Page } from '../../src/game/operation.ts';
import { inLanguage } from '../../src/view/language.ts';
import { idsOf, PAGE_IDS } from '../support/ids.ts';
import { amount, expectSendable, hostile, messagesOf, RUNS, reference } from '../support/sendable.ts';

const english = inLanguage({ en, de }, 'en');
const item = fc.record(
  {
    uid: hostile,
    name: hostile,
    controlledBy: reference,
    population: amount,
    sector: reference,
    system: reference,
    planet: reference,
    type: reference,
    x: amount,
    y: amount,
    knownSystems: amount,
  },
  { requiredKeys: ['uid', 'name'] },
);
const natural = fc.integer({ min: 1, max: 1_000_000 });
const page: fc.Arbitrary<Page<{ uid: string; name: string }>> = fc.record({
  items: fc.array(item, { maxLength: 30, size: 'max' }),
  startIndex: natural,
  itemCount: natural,
  total: fc.nat(),
  hasMore: fc.boolean(),
});

test.each<GalaxyResource>(['systems', 'planets', 'sectors', 'stations', 'cities'])(
  'Discord takes every page of %s, whatever the game says',
  (resource) => {
    fc.assert(
      fc.property(messagesOf({ en, de }), page, (messages, list) => {
        expectSendable(galaxyView(messages, resource, list, pageIds(idsOf('galaxy'), 'page', { resource })));
      }),
      RUNS,
    );
  },
);

test.each<GalaxyResource>(['systems', 'planets', 'stations', 'cities'])(
  'a line of %s names the container where nothing else is known of the place',
  (resource) => {
    const items = [{ uid: '8:1', name: 'Here', container: { uid: '9:1', name: 'Kessanor' } }];
    const list = { items, startIndex: 1, itemCount: 20, total: 1, hasMore: false };
    expect(JSON.stringify(galaxyView(english, resource, list, PAGE_IDS))).toContain('Kessanor');
  },
);

test('20 items with the longest names are all shown; of more, as many as fit', () => {
  const listOf = (length: number) => {
    const name = '_'.repeat(500);
    const place = { uid: '9:1', name };
    const items = Array.from({ length }, () => ({ ...place, sector: place, controlledBy: place, x: -499, y: -499 }));
    const list = { items, startIndex: 1, itemCount: 20, total: 1_080, hasMore: true };
    const view = galaxyView(english, 'systems', list, PAGE_IDS);
    expectSendable(view);
    return JSON.stringify(view);
  };
  expect(listOf(20).match(/held by/g)).toHaveLength(20);
  const shortened = listOf(40);
  expect(shortened.match(/held by/g)?.length).toBeGreaterThanOrEqual(20);
  expect(shortened).toContain('\\n…"');
});

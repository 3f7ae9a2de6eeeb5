import { describe, expect, test } from 'vitest';
import { TEXTS } from '../../commands/galaxy/en.ts';
import { findPlace, findReference, lookUpPlace, ownerOf } from '../../commands/galaxy/findPlace.ts';
import { Atlas } from '../../src/galaxy/atlas.ts';

const owner = (id: number, name: string) => ({ controlledBy: { uid: `20:${id}`, name } });

function createContext(completedAt: Date | undefined, language: 'en' | 'de' = 'en') {
  const atlas = new Atlas();
  const fill = () => {
    atlas.add('systems', [{ uid: '9:1', name: 'Twin', population: 5 }]);
    atlas.add('cities', [
      { uid: '7:1', name: 'twín', ...owner(1, 'Meridian Compact') },
      { uid: '7:2', name: 'Twin', ...owner(2, 'Meridian Union') },
      { uid: '7:3', name: 'Twins', ...owner(3, 'Union') },
    ]);
  };
  return { texts: TEXTS[language], services: { galaxy: { now: () => ({ atlas, completedAt }) } }, fill };
}

describe('a name', () => {
  const context = createContext(new Date());
  context.fill();

  test('means the most likely of several places and lists the others', () => {
    const { place, ...rest } = lookUpPlace(context, 'TWIN');
    expect(place?.uid).toBe('9:1');
    expect('others' in rest && rest.others.map(({ uid }) => uid).sort()).toEqual(['7:1', '7:2']);
    expect(findPlace(context, 'twin', ['cities']).kind).toBe('cities');
  });

  test('of the wrong kind of place says which kind is needed', () => {
    const german = createContext(new Date(), 'de');
    german.fill();
    expect(() => findPlace(context, 'twins', ['sectors'])).toThrow("**Twins** doesn't fit here. Enter a sector.");
    expect(() => findPlace(german, '7:3', ['systems', 'planets'])).toThrow(/Gesucht wird: Sternsystem oder Planet\.$/);
  });

  test('identifies an owner if it matches only one, or one exactly', () => {
    expect(findReference(context, ownerOf, 'compact')).toBe('20:1');
    expect(findReference(context, ownerOf, 'union')).toBe('20:3');
    expect(() => findReference(context, ownerOf, 'meridian')).toThrow(/Did you mean.*Meridian Union.*Meridian Compact/);
  });
});

test.each([
  ['a galaxy that was never read', undefined, false, /still loading the galaxy, so only plain lists work/],
  ['an empty galaxy', new Date(), false, /no “Twin!” in the galaxy\. Nothing has a similar name/],
  ['half a galaxy', undefined, true, /Did you mean one of these\? \*\*Twin.*still loading the galaxy \(4 places/],
])('in %s, an unknown name gets a sentence', (_, completedAt, isFilled, sentence) => {
  const context = createContext(completedAt);
  if (isFilled) context.fill();
  expect(() => findPlace(context, 'Twin!', ['cities'])).toThrow(sentence);
});

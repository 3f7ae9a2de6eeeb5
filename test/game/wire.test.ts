import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type AnyOperation, Refusal } from '../../src/game/operation.ts';
import { type OperationName, operations } from '../../src/game/operations.ts';
import { BrokenRecord, toBoolean, toDate, toNumber, toReference, toText } from '../../src/game/wire.ts';
import { findDirtyFields } from './rig.ts';
import { RECRUIT, samples, VAEL } from './samples.ts';
import { payloads } from './wirePayloads.ts';

const names = Object.keys(payloads) as (keyof typeof payloads)[];
const documented = names.map((name) => ({ name, payload: payloads[name] as unknown }));

/** The operation's record of a payload, its parameters checked first as the client does. */
function record(name: OperationName, payload: unknown): unknown {
  const operation: AnyOperation = operations[name];
  return operation.record({ payload, status: 200 }, operation.params.parse(samples[name].params));
}

/** Every place in a JSON value, from the root down. */
function placesIn(value: unknown, path: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([key, inner]) => placesIn(inner, [...path, key]))];
}

function put(value: unknown, [key, ...rest]: string[], replacement: unknown): unknown {
  if (key === undefined) return replacement;
  const copy = structuredClone(value) as Record<string, unknown>;
  copy[key] = put(copy[key], rest, replacement);
  return copy;
}

/** The same JSON with each value that is no container changed. */
function mapLeaves(value: unknown, change: (leaf: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => mapLeaves(item, change));
  if (typeof value !== 'object' || value === null) return change(value);
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, mapLeaves(inner, change)]));
}

/** What the wire is known to send in the wrong place, and anything else. */
const anyJson = fc.oneof(
  fc.constantFrom<unknown>(null, '', '0', {}, [], [{}], [null], { value: null }, { attributes: null }, { value: {} }),
  fc.constantFrom<unknown>(-1, 1e308, '1e999', 'NaN', 'Infinity', '0x10', true, false, { value: { value: 1 } }, -0),
  fc.jsonValue(),
);

function expectCleanOrBroken(convert: () => unknown): void {
  let made: unknown;
  try {
    made = convert();
  } catch (error) {
    if (error instanceof BrokenRecord || error instanceof Refusal) return;
    throw error;
  }
  if (made !== undefined) expect(findDirtyFields(made)).toEqual([]);
}

describe.each(documented)('$name', ({ name, payload }) => {
  test('gives a clean record', () => {
    expect(findDirtyFields(record(name, payload))).toEqual([]);
  });

  test('property: any value in any place gives a clean record or a BrokenRecord', () => {
    const places = placesIn(payload);
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(places.length - 1), anyJson), { minLength: 1, maxLength: 3 }), (changes) => {
        const mangled = changes.reduce<unknown>((inner, [index, value]) => {
          const place = places[index] ?? [];
          return placesIn(inner).some((path) => path.join('/') === place.join('/')) ? put(inner, place, value) : inner;
        }, payload);
        expectCleanOrBroken(() => record(name, mangled));
      }),
      { numRuns: 150 },
    );
  });

  test('property: any JSON at all does too', () => {
    fc.assert(
      fc.property(anyJson, (value) => expectCleanOrBroken(() => record(name, value))),
      { numRuns: 60 },
    );
  });

  test('is the same if numbers and booleans arrive as strings', () => {
    const asText = mapLeaves(payload, (leaf) => (leaf === null ? leaf : String(leaf)));
    expect(record(name, asText)).toEqual(record(name, payload));
  });

  test('leaves out empty references', () => {
    const references = placesIn(payload).filter((place) => {
      const value = place.reduce<unknown>((inner, key) => (inner as Record<string, unknown>)[key], payload);
      return (
        /"attributes":\{"uid":"(1|5|7|8|9|20|21|25):/.test(JSON.stringify(value)?.slice(0, 40) ?? '') &&
        'value' in Object(value)
      );
    });
    const whole = placesIn(record(name, payload)).length;
    for (const place of references) {
      for (const empty of [{}, [], null, '', { attributes: {} }, { attributes: { uid: '' }, value: '' }]) {
        const made = record(name, put(payload, place, empty));
        expect(findDirtyFields(made)).toEqual([]);
        expect(JSON.stringify(made)).not.toMatch(/\{\}|"name":""/);
        expect(placesIn(made).length).toBeLessThanOrEqual(whole);
      }
    }
  });
});

test('every operation with a payload is among the payloads', () => {
  const empty = ['character.messages.delete', 'character.privileges.update'];
  expect([...names, ...empty].sort()).toEqual(Object.keys(operations).sort());
});

test('records are those of docs/interface.md', () => {
  expect(record('character.me', payloads['character.me'])).toMatchObject({
    credits: 5000,
    faction: { uid: '20:1', name: 'Compact' },
    factions: [
      { uid: '20:1', name: 'Compact', isPrimary: true },
      { uid: '20:2', name: 'Others', isPrimary: false },
    ],
    lastLoginAt: new Date('2026-02-21T12:12:14Z'),
    location: { galaxy: { x: -12, y: 340 }, container: { uid: '5:1', name: 'Dock' } },
    xp: 1200,
    xpLevel: 3,
  });
  expect(record('character.messages.get', payloads['character.messages.get'])).toMatchObject({
    subject: 'The cargo',
    body: '\n  The cargo  \nis here',
  });
  expect(record('character.permissions.getScopes', payloads['character.permissions.getScopes'])).toEqual([
    'CHARACTER_READ',
    'MESSAGES_ALL',
  ]);
  expect(record('character.creditlog.list', payloads['character.creditlog.list'])).toMatchObject({
    total: 120,
    hasMore: true,
    items: [{ transactionId: '7', amount: 250, counterparty: { uid: '1:1' } }],
  });
  expect(record('character.skills.list', payloads['character.skills.list'])).toEqual({
    Strength: { level: 4, category: 'general' },
    Piloting: { level: 2, experience: 830, category: 'space' },
  });
});

test('a message without a subject gets the first 60 characters of its first line that isn’t blank', () => {
  const withText = (communication: string) => ({ ...payloads['character.messages.get'], communication });
  const subjectOf = (text: string) => (record('character.messages.get', withText(text)) as { subject: string }).subject;
  expect(subjectOf('')).toBe('');
  expect(subjectOf('\r\n \t\r\nHi\r\nthere')).toBe('Hi');
  expect(subjectOf('🚀'.repeat(61))).toBe('🚀'.repeat(60));
});

test('a failed transfer is refused, with the reason if there is one', () => {
  const refused = (transaction: object) => () =>
    record('character.credits.transfer', { transaction: [{ succeeded: false, ...transaction }] });
  expect(refused({ failurereason: 'recipient_not_found' })).toThrow(new Refusal('recipient_not_found'));
  expect(refused({ failurereason: '' })).toThrow(new Refusal('no reason given'));
  expect(() => record('character.credits.transfer', { transaction: [{}] })).toThrow(BrokenRecord);
});

test('a single item in place of a list is a list of one', () => {
  const { attributes, message } = payloads['character.messages.list'];
  expect(record('character.messages.list', { attributes, message: message[0] })).toMatchObject({
    items: [{ messageId: '38:1' }],
  });
});

describe('a malformed list is a BrokenRecord, never empty', () => {
  const lists = names.filter((name) => /list$|getScopes|hasPermission/.test(name));
  const notices = [null, undefined, '', [], {}, 'Not available', { message: 'Not available' }, { attributes: null }];

  test.each(lists)('$0', (name) => {
    for (const notice of notices) expect(() => record(name, notice)).toThrow(BrokenRecord);
    const payload = payloads[name] as object;
    const lists = Object.keys(payload).filter((key) => key !== 'attributes');
    for (const notice of notices.filter((one) => !Array.isArray(one) && typeof one !== 'object')) {
      const emptied = Object.fromEntries(lists.map((key) => [key, notice]));
      // Skills have a list for each category; one that is empty may be left out.
      if (name !== 'character.skills.list' || notice) {
        expect(() => record(name, { ...payload, ...emptied })).toThrow(BrokenRecord);
      }
    }
  });

  test('a list is empty if it says so, or if its attributes do', () => {
    const none = { total: 0, count: 0 };
    for (const nothing of [undefined, null, '', {}, []]) {
      const empty = { attributes: { start: 1, ...none } };
      expect(record('character.messages.list', { ...empty, message: nothing })).toMatchObject({ total: 0, items: [] });
      expect(record('character.privileges.list', { attributes: none, privilegegroup: nothing })).toEqual({
        groups: [],
      });
      const group = [{ attributes: { force: 'false', count: 0 }, skill: nothing }];
      expect(record('character.skills.list', { general: group, light: [] })).toEqual({});
    }
    expect(record('character.creditlog.list', { attributes: { total: '0' } })).toMatchObject({ items: [] });
    expect(record('character.permissions.list', { permission: [] })).toEqual([]);
    expect(() => record('character.creditlog.list', { attributes: { total: '3' } })).toThrow(BrokenRecord);
  });

  test.each([
    { permission: [{}] },
    { permission: [{ scopes: {} }] },
    { permission: [{ scopes: { scope: {} } }] },
    { permission: [{ scopes: { scope: ['character_read', {}] } }] },
  ])('permissions without their scopes: %j', (payload) => {
    expect(() => record('character.hasPermission', payload)).toThrow(BrokenRecord);
  });
});

describe('the response to a send', () => {
  const create = 'character.messages.create';
  const receivers = RECRUIT.handle;
  const result = payloads[create];
  const { uid, communication } = { uid: '38:2', communication: 'Hello' };

  test.each([
    { uid, communication },
    { attributes: { uid }, communication },
    { uid, status: { value: 'created' } },
  ])('%j is the created message: all recipients got it', (payload) => {
    const sent = { delivered: [{ uid, name: receivers }], failed: [], reasons: [] };
    expect(record(create, payload)).toEqual(sent);
  });

  test('a result beside the created message says who got the message', () => {
    expect(record(create, { ...result, uid, communication })).toEqual(record(create, result));
    const failed = { uid, status: { value: 'failed' }, data: { successes: [], failures: ['No'] } };
    expect(record(create, failed)).toEqual({ delivered: [], failed: [receivers], reasons: ['No'] });
  });

  test.each([null, {}, { status: { value: 'created' } }, { communication }, 'created'])(
    '%j doesn’t say who got it',
    (payload) => {
      expect(() => record(create, payload)).toThrow(BrokenRecord);
    },
  );
});

test('an item has its container even if that is all of its location', () => {
  const container = { attributes: { uid: '9:1', type: 'system' }, value: 'Sol' };
  for (const name of ['galaxy.planets.list', 'galaxy.stations.list', 'galaxy.cities.list'] as const) {
    const item = { attributes: { uid: '5:1', name: 'Here' }, location: { container } };
    const singular = { planets: 'planet', stations: 'station', cities: 'city' }[name.split('.')[1] ?? ''] ?? '';
    expect(record(name, { [singular]: [item] })).toMatchObject({ items: [{ container: { uid: '9:1', name: 'Sol' } }] });
  }
  const me = record('character.me', { uid: '1:1', location: { container } });
  expect(me).toMatchObject({ location: { container: { uid: '9:1', name: 'Sol' } } });
});

test('an empty page, or one past the end, is the last one whatever the total says', () => {
  for (const attributes of [{ start: 1, total: 0, count: 0 }, { start: 500, total: 120 }, {}, null]) {
    expect(record('galaxy.systems.list', { attributes, system: [] })).toMatchObject({ items: [], hasMore: false });
  }
});

describe('the converters', () => {
  test('property: an exact number and its text are the same number; nothing else is a number', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, min: Number.MIN_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER }), (number) => {
        expect(toNumber(String(number))).toBe(Object.is(number, -0) ? 0 : number);
        expect(toNumber(number)).toBe(number);
        expect(toNumber(` ${number} `)).toBe(Object.is(number, -0) ? 0 : number);
      }),
    );
    for (const other of [
      1e308,
      '1e308',
      2 ** 53,
      '',
      ' ',
      'abc',
      '1,5',
      '1 2',
      '0x1f',
      '1e999',
      '--1',
      Number.NaN,
      null,
      undefined,
      {},
      [],
      true,
    ])
      expect(toNumber(other)).toBeUndefined();
  });

  test('a text of 100,000 digits that isn’t a number is rejected quickly', () => {
    const startedAt = performance.now();
    expect(toNumber(`${'1'.repeat(100_000)}x`)).toBeUndefined();
    expect(performance.now() - startedAt).toBeLessThan(5_000);
  });

  test('property: no JSON makes a converter throw or break its type', () => {
    fc.assert(
      fc.property(anyJson, (value) => {
        expect(['number', 'undefined']).toContain(typeof toNumber(value));
        expect(toNumber(value)).not.toBeNaN();
        expect(['string', 'undefined']).toContain(typeof toText(value));
        expect(['boolean', 'undefined']).toContain(typeof toBoolean(value));
        const reference = toReference(value);
        if (reference) expect(reference.name.trim()).not.toBe('');
        const date = toDate(value);
        if (date) expect(date.getTime()).not.toBeNaN();
      }),
    );
  });
});

describe('parameters', () => {
  const accepts = (name: OperationName, params: object): boolean => operations[name].params.safeParse(params).success;

  test('property: a UID is a type and an id, and nothing else', () => {
    fc.assert(
      fc.property(fc.nat(), fc.nat(), (type, id) => {
        expect(accepts('character.get', { uid: `${type}:${id}` })).toBe(true);
      }),
    );
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(accepts('character.get', { uid: text })).toBe(/^[0-9]+:[0-9]+$/.test(text) && !text.includes('\n'));
      }),
    );
  });

  const handle = fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
    .filter((text) => !text.includes(';') && text.trim() !== '' && !/^\s*\d+:\d+\s*$/.test(text));
  const withReceivers = (receivers: string[]) => ({ uid: VAEL.uid, receivers, communication: 'Hello' });

  test('property: 1 to 25 handles are receivers, trimmed and in order', () => {
    fc.assert(
      fc.property(fc.array(handle, { minLength: 1, maxLength: 25 }), (handles) => {
        const parsed = operations['character.messages.create'].params.parse(
          withReceivers(handles.map((one) => ` ${one} `)),
        );
        expect(parsed.receivers).toEqual(handles.map((one) => one.trim()));
      }),
    );
  });

  test('property: more than 25, or a UID among them, is refused', () => {
    fc.assert(
      fc.property(fc.array(handle, { minLength: 26, maxLength: 40 }), (handles) => {
        expect(accepts('character.messages.create', withReceivers(handles))).toBe(false);
      }),
      { numRuns: 30 },
    );
    fc.assert(
      fc.property(fc.array(handle, { maxLength: 20 }), fc.nat(), fc.nat(), fc.nat(20), (handles, type, id, place) => {
        const mixed = handles.toSpliced(place, 0, ` ${type}:${id} `);
        expect(accepts('character.messages.create', withReceivers(mixed))).toBe(false);
      }),
    );
  });

  test('property: an amount is a whole number from 1 to what a number can hold', () => {
    const transfer = (amount: unknown) =>
      accepts('character.credits.transfer', { uid: VAEL.uid, amount, recipient: '1:2' });
    fc.assert(fc.property(fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }), (amount) => transfer(amount)));
    fc.assert(fc.property(fc.integer({ max: 0 }), (amount) => !transfer(amount)));
    fc.assert(fc.property(fc.double(), (amount) => transfer(amount) === (Number.isSafeInteger(amount) && amount >= 1)));
  });

  test('property: the path keeps its parts whatever a path parameter is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (messageId) => {
        const params = { uid: VAEL.uid, messageId };
        if (!accepts('character.messages.get', params)) return;
        const { path } = operations['character.messages.get'].request(params);
        const url = new URL(path, 'http://game.example/ws/v2.0/');
        const parts = url.pathname.split('/');
        expect(parts.slice(0, -1).map(decodeURIComponent)).toEqual([
          '',
          'ws',
          'v2.0',
          'character',
          VAEL.uid,
          'messages',
        ]);
        expect(decodeURIComponent(parts.at(-1) ?? '')).toBe(messageId);
        expect(url.search + url.hash).toBe('');
      }),
      { numRuns: 300 },
    );
  });
});

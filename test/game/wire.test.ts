import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type AnyOperation, Refusal } from '../../src/game/operation.ts';
import { type OperationName, operations } from '../../src/game/operations.ts';
import { BrokenRecord, toNumber } from '../../src/game/wire/wire.ts';
import { toOwnPage, toPosition } from '../../src/view/pager.ts';
import { forAll } from '../support/forAll.ts';
import { findDirtyFields } from './rig.ts';
import { RECRUIT, samples, VAEL } from './samples.ts';
import { payloads } from './wirePayloads.ts';

const names = Object.keys(payloads) as (keyof typeof payloads)[];
const documented = names.map((name) => ({ name, payload: payloads[name] as unknown }));

/** The operation's record of a payload; its parameters are checked first, as in the client. */
function record(name: OperationName, payload: unknown): unknown {
  const operation: AnyOperation = operations[name];
  return operation.record({ payload, status: 200 }, operation.params.parse(samples[name].params));
}

/** Every path in a JSON value, from the root down. */
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

/** Values that the wire is known to send in the wrong place, and any others. */
const anyJson = fc.oneof(
  fc.constantFrom<unknown>(null, '', '0', {}, [], [{}], [null], { value: null }, { attributes: null }, { value: {} }),
  fc.constantFrom<unknown>(-1, 1e308, '1e999', 'NaN', 'Infinity', '0x10', true, false, { value: { value: 1 } }, -0),
  fc.jsonValue(),
);

/** The clean record; undefined if the payload is broken. */
function recordIfAny(convert: () => unknown): unknown {
  try {
    const made = convert();
    if (made !== undefined) expect(findDirtyFields(made)).toEqual([]);
    return made;
  } catch (error) {
    if (error instanceof BrokenRecord || error instanceof Refusal) return undefined;
    throw error;
  }
}

describe.each(documented)('$name', ({ name, payload }) => {
  test('property: any value in any place gives a clean record or a BrokenRecord', () => {
    const places = placesIn(payload);
    // The first place is the whole payload.
    const place = fc.oneof(
      { weight: 4, arbitrary: fc.nat(places.length - 1) },
      { weight: 1, arbitrary: fc.constant(0) },
    );
    forAll([fc.array(fc.tuple(place, anyJson), { minLength: 1, maxLength: 3 })], { numRuns: 200 }, (changes) => {
      const mangled = changes.reduce<unknown>((inner, [index, value]) => {
        const place = places[index] ?? [];
        return placesIn(inner).some((path) => path.join('/') === place.join('/')) ? put(inner, place, value) : inner;
      }, payload);
      recordIfAny(() => record(name, mangled));
    });
  });

  test('is the same if numbers and booleans arrive as strings', () => {
    const asText = JSON.parse(JSON.stringify(payload), (_, inner) =>
      typeof inner === 'object' ? inner : String(inner),
    );
    expect(record(name, asText)).toEqual(record(name, payload));
  });

  test('leaves out empty references', () => {
    for (const place of placesIn(payload)) {
      for (const empty of [{}, [], null, '', { attributes: {} }, { attributes: { uid: '' }, value: '' }]) {
        const made = recordIfAny(() => record(name, put(payload, place, empty)));
        expect(JSON.stringify(made) ?? '').not.toMatch(/[:,[]\{\}|"name":""/);
      }
    }
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

const BROKEN = 'a broken record';
const [ME, LOG, TRANSFER] = ['character.me', 'character.creditlog.list', 'character.credits.transfer'] as const;
const AT = { sentAt: new Date('2026-02-21T12:12:14Z') };
const NEVER = expect.not.objectContaining({ sentAt: expect.any(Date) });
const time = (time: unknown, read: unknown) => ['character.messages.get', { time }, read] as const;
const faction = (wire: unknown) => [ME, { faction: wire }, { faction: { uid: '20:501' } }] as const;
const entry = (sender: unknown, amount: unknown, paid: number, name: string) =>
  [LOG, { sender, amount, receiver: 'Iri' }, { items: [{ amount: paid, counterparty: { name } }] }] as const;
const uid = (uid: unknown, value?: string) => ({ attributes: { uid }, value });

test.each<readonly [OperationName, object, unknown]>([
  [TRANSFER, { amount: '1', recipient: uid(1003) }, undefined],
  [TRANSFER, { amount: 'one', recipient: 'Dorn' }, undefined],
  [TRANSFER, { amount: 2 }, BROKEN],
  [TRANSFER, { recipient: uid('1:1004', RECRUIT.handle) }, BROKEN],
  [TRANSFER, { recipient: uid('20:1003') }, BROKEN],
  ...[[ME, { uid: '20:501' }, BROKEN] as const, [ME, { uid: 1001 }, { uid: '1:1001' }] as const],
  ['character.getByHandle', { uid: '20:501' }, BROKEN],
  ['character.privileges.get', uid('20:501', 'true'), BROKEN],
  ...[entry('Vael', 5, 5, 'Vael'), entry('Vael', '-5', -5, 'Iri'), entry(uid(1001, 'Vael'), 5, 5, 'Vael')],
  ...[entry({}, -5, -5, 'Iri'), entry(uid(VAEL.uid), 5, -5, 'Iri'), entry(uid('1:2', 'Pell'), -5, 5, 'Pell')],
  ...[faction(501), faction('501'), faction({ value: 501 }), faction(uid(501, 'Compact'))],
  ...['1771675934', { timestamp: String(AT.sentAt.getTime()) }, '2026-02-21 12:12:14'].map((wire) => time(wire, AT)),
  ...[time('2026-02-21T14:12:14.0+02:00', AT), time({ years: 27, days: '88', hours: 5, mins: 12, secs: 14 }, AT)],
  ...['', 'soon', 0, -5, '2026-99-99', '2026-02-21 soon', { years: 27 }, [], 9e15].map((wire) => time(wire, NEVER)),
])('%s reads %j as %j', (name, change, expected) => {
  const payload = payloads[name as keyof typeof payloads];
  const transaction = (payload as { transaction?: object[] }).transaction?.map((one) => ({ ...one, ...change }));
  const read = () => record(name, transaction ? { transaction } : { ...(payload as object), ...change });
  if (expected === BROKEN) expect(read).toThrow(BrokenRecord);
  else expect({ record: read() }).toMatchObject({ record: expected });
});

test('a transfer by handle isn’t made if the response names another one', () => {
  const answerTo = (recipient: string) => () =>
    operations[TRANSFER].record({ payload: payloads[TRANSFER], status: 200 }, { uid: VAEL.uid, amount: 1, recipient });
  expect(answerTo('DORN HESK')).not.toThrow();
  expect(answerTo('Pell')).toThrow(BrokenRecord);
});

test.each([
  ['without a total, while it is full', [1, 10], ['38:1', 10, 10, { page: 1, pages: 2 }]],
  ['without a total, the last', [2, 9, {}], ['38:1', 9, 19, { page: 2, pages: 2 }]],
  ['without a total, past the end', [999, 0], [undefined, 0, 0, { page: 999, pages: 1 }]],
  ['with a total below what is there', [2, 10, { total: '-1' }], ['38:1', 10, 20, { page: 2, pages: 3 }]],
  ['that isn’t the one asked for', [2, 10, { start: 1 }], ['38:1', 10, 10, { page: 1, pages: 1 }]],
  ['of the whole list', [3, 45, { start: 1 }], ['38:21', 10, 45, { page: 3, pages: 5 }]],
  ['of more than was asked for', [3, 50, { total: 120 }], ['38:1', 10, 120, { page: 3, pages: 12 }]],
] as const)('a page of a list %s', (_, [number, count, attributes], expected) => {
  const message = Array.from({ length: count }, (_, n) => ({ attributes: { uid: `38:${n + 1}` } }));
  const params = { uid: VAEL.uid, start_index: 10 * number - 9, item_count: 10 };
  const { record } = operations['character.messages.list'];
  const list = toOwnPage(record({ payload: { attributes, message }, status: 200 }, params), number);
  expect([list.items[0]?.messageId, list.items.length, list.total, toPosition(list)]).toEqual(expected);
});

test('a single item in place of a list is a list of one', () => {
  const { attributes, message } = payloads['character.messages.list'];
  const page = record('character.messages.list', { attributes, message: message[0] });
  expect(page).toMatchObject({ items: [{ messageId: '38:1' }] });
});

const lists = names.filter((name) => /list$|getScopes|hasPermission/.test(name));

describe('nothing in place of a whole list', () => {
  const mustBeListed = /privileges|permissions|hasPermission/;

  test.each(lists.filter((name) => !mustBeListed.test(name)))('is an empty list: $0', (name) => {
    for (const nothing of ['', null, [], {}]) {
      const empty = { items: [], total: 0, startIndex: 1, itemCount: 50, hasMore: false, isShapeless: true };
      expect(record(name, nothing)).toEqual(name === 'character.skills.list' ? {} : empty);
      const [key = ''] = Object.keys(payloads[name]).filter((one) => one !== 'attributes');
      if (Array.isArray(nothing) || key === 'general') continue;
      for (const attributes of [undefined, null, {}, { total: -1 }]) {
        expect(record(name, { attributes, [key]: nothing })).toEqual(empty);
        expect(() => record(name, { attributes, [key]: nothing, error: 'No database' })).toThrow(BrokenRecord);
      }
    }
  });

  test.each(lists.filter((name) => mustBeListed.test(name)))('must not read as "no right": $0', (name) => {
    for (const nothing of ['', null, [], {}, [null]]) expect(() => record(name, nothing)).toThrow(BrokenRecord);
    const [key = ''] = Object.keys(payloads[name] as object).filter((one) => one !== 'attributes');
    expect(() => record(name, { ...(payloads[name] as object), [key]: [null] })).toThrow(BrokenRecord);
  });
});

describe('a null in a list', () => {
  test.each(names.filter((name) => /list$|getScopes/.test(name)))('is skipped: $0', (name) => {
    const payload = payloads[name] as Record<string, unknown>;
    const withNulls = Object.fromEntries(
      Object.entries(payload).map(([key, value]) => [key, Array.isArray(value) ? [null, ...value, null] : value]),
    );
    expect(record(name, withNulls)).toEqual(record(name, payload));
  });

  test('counts as read if it is in place of an item: the next page begins after it', () => {
    const { message } = payloads['character.messages.list'];
    const page = (total: number) =>
      record('character.messages.list', { attributes: { total }, message: [null, ...message] });
    expect([page(2), page(3)]).toMatchObject([{ hasMore: false }, { hasMore: true, skipped: 1 }]);
    expect(record('character.messages.list', { message: [null] })).toMatchObject({ items: [], skipped: 1 });
    const beside = { attributes: { total: 2, count: 1 }, message: [null, ...message] };
    expect(record('character.messages.list', beside)).not.toHaveProperty('skipped');
  });
});

test('a credit log that counts all of its entries ends with its window', () => {
  const { transaction } = payloads['character.creditlog.list'];
  const page = (start_index: number, count: number) =>
    operations['character.creditlog.list'].record(
      { payload: { attributes: { total: 2_500 }, transaction: Array(count).fill(transaction[0]) }, status: 200 },
      { uid: VAEL.uid, start_index, item_count: 1_000 },
    );
  expect(page(1, 1_000)).toMatchObject({ total: 1_000, hasMore: false });
  expect(page(901, 100)).toMatchObject({ total: 1_000, hasMore: false });
  expect(page(801, 100)).toMatchObject({ total: 1_000, hasMore: true });
});

describe('the factions of a profile', () => {
  const character = payloads['character.me'];
  const [compact] = character.factions;
  const factionsOf = (changes: object) => {
    const { faction, factions } = record('character.me', { ...character, ...changes }) as Record<string, unknown>;
    return { faction, factions };
  };
  const member = { uid: '20:1', name: 'Compact', isPrimary: true };

  test.each([
    [{ faction: 'Freelance', factions: ['Freelance'] }],
    [{ faction: { value: 'Freelance' }, factions: { faction: ['Freelance'] } }],
    [{ faction: ' freelance ', factions: 'Freelance' }],
    [{ faction: {}, factions: [null] }],
  ])('are none where they are %j', (changes) => {
    expect(factionsOf(changes)).toEqual({ faction: undefined, factions: [] });
  });

  test.each([
    [[compact]],
    [{ faction: [compact] }],
    [{ faction: compact, primary: true }],
    [[{ faction: [compact, 'Freelance'] }, null]],
  ])('are read from %j', (factions) => {
    expect(factionsOf({ faction: {}, factions })).toMatchObject({ factions: [member] });
  });

  test('may have a real one of that name', () => {
    const real = { attributes: { uid: '20:9' }, value: 'Freelance' };
    expect(factionsOf({ faction: real }).faction).toEqual({ uid: '20:9', name: 'Freelance' });
  });
});

test.each([
  [
    { pvpsafezone: 'true', spacepvp: 0 },
    { isSafeZone: true, hasSpacePvp: false },
  ],
  [{ attributes: { groundpvp: true } }, { hasGroundPvp: true }],
  [{}, undefined],
  ['', undefined],
])('the rules of combat are kept: %j', (combat, kept) => {
  const { attributes, planet } = payloads['galaxy.planets.list'];
  const page = record('galaxy.planets.list', { attributes, planet: [{ ...planet[0], combat }] });
  expect((page as { items: { combat?: object }[] }).items[0]?.combat).toEqual(kept);
});

describe('a malformed list is a BrokenRecord, never empty', () => {
  const notices = ['Not available', { message: 'Not available' }, { attributes: { total: 3 } }];

  test.each(lists)('$0', (name) => {
    for (const notice of notices) expect(() => record(name, notice)).toThrow(BrokenRecord);
    const payload = payloads[name] as object;
    const keys = Object.keys(payload).filter((key) => key !== 'attributes');
    for (const notice of [undefined, 'Not available']) {
      const emptied = Object.fromEntries(keys.map((key) => [key, notice]));
      // Skills have a list for each category; an empty one may be left out.
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
      const privileges = record('character.privileges.list', { attributes: none, privilegegroup: nothing });
      expect(privileges).toEqual({ groups: [] });
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

  const silent = [null, {}, { status: { value: 'created' } }, { communication }, 'created'];
  test.each(silent)('%j doesn’t say who got it', (payload) => {
    expect(() => record(create, payload)).toThrow(BrokenRecord);
  });
});

test('an item has its container even if that is all of its location', () => {
  const container = { attributes: { uid: '9:1', type: 'system' }, value: 'Sol' };
  const singulars = {
    'galaxy.planets.list': 'planet',
    'galaxy.stations.list': 'station',
    'galaxy.cities.list': 'city',
  };
  for (const [name, singular] of Object.entries(singulars)) {
    const item = { attributes: { uid: '5:1', name: 'Here' }, location: { container } };
    const page = record(name as OperationName, { [singular]: [item] });
    expect(page).toMatchObject({ items: [{ container: { uid: '9:1', name: 'Sol' } }] });
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
    forAll([fc.double({ noNaN: true, min: Number.MIN_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER })], (number) => {
      expect(toNumber(String(number))).toBe(Object.is(number, -0) ? 0 : number);
      expect(toNumber(number)).toBe(number);
      expect(toNumber(` ${number} `)).toBe(Object.is(number, -0) ? 0 : number);
    });
    const texts = ['1e308', '', ' ', 'abc', '1,5', '1 2', '0x1f', '1e999', '--1'];
    for (const other of [...texts, 1e308, 2 ** 53, Number.NaN, null, undefined, {}, [], true])
      expect(toNumber(other)).toBeUndefined();
  });

  test('a text of 100,000 digits that isn’t a number is rejected quickly', () => {
    const startedAt = performance.now();
    expect(toNumber(`${'1'.repeat(100_000)}x`)).toBeUndefined();
    expect(performance.now() - startedAt).toBeLessThan(5_000);
  });
});

describe('parameters', () => {
  const handle = fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
    .filter((text) => !text.includes(';') && text.trim() !== '' && !/^\s*\d+:\d+\s*$/.test(text));

  test('property: 1 to 25 handles are receivers, trimmed and in order', () => {
    forAll([fc.array(handle, { minLength: 1, maxLength: 25 })], (handles) => {
      const receivers = handles.map((one) => ` ${one} `);
      const params = { uid: VAEL.uid, receivers, communication: 'Hello' };
      const parsed = operations['character.messages.create'].params.parse(params);
      expect(parsed.receivers).toEqual(handles.map((one) => one.trim()));
    });
  });

  test('property: the path keeps its parts whatever a path parameter is', () => {
    forAll([fc.string({ unit: 'grapheme' })], { numRuns: 300 }, (messageId) => {
      const params = { uid: VAEL.uid, messageId };
      if (!operations['character.messages.get'].params.safeParse(params).success) return;
      const { path } = operations['character.messages.get'].request(params);
      const url = new URL(path, 'http://game.example/');
      const parts = url.pathname.split('/');
      expect(parts.slice(0, -1).map(decodeURIComponent)).toEqual(['', 'character', VAEL.uid, 'messages']);
      expect(decodeURIComponent(parts.at(-1) ?? '')).toBe(messageId);
      expect(url.search + url.hash).toBe('');
    });
  });
});

import { describe, expect, test } from 'vitest';
import { array, iso, object, string } from 'zod/mini';
import { createSchemaChecker } from '../../../sandbox/discord/validation/schemaChecker.ts';

const route = { method: 'GET', path: '/some/:thing', answer: string() };
const things = { ...route, answer: array(object({ id: string() })) };
const fault = { code: 'INVALID', message: 'This field is required' };
const refusal = (errors: unknown) => ({ code: 50035, message: 'Invalid Form Body', errors });

describe('what the stand-in sends over REST', () => {
  test.each<[string, number, unknown]>([
    ['a body as the route declares it', 200, 'x'],
    ['a refusal', 404, { code: 10008, message: 'Unknown Message' }],
    ['a refusal with words for codes, deep in its tree', 400, refusal({ a: { 0: { _errors: [fault] } } })],
    ['a 429', 429, { code: 0, message: 'Slowly', retry_after: 1.5, global: false }],
  ])('is right: %s', (_what, status, body) => {
    const schemaChecker = createSchemaChecker();
    schemaChecker.checkResponse(route, status, body);
    expect(schemaChecker.violations).toEqual([]);
    expect(schemaChecker.checked).toEqual({ responses: 1, dispatches: 0 });
  });

  test.each<[string, number, unknown, string]>([
    ['another body', 200, 1, ''],
    ['a body where there should be one and is none', 204, null, ''],
    ['a refusal without a sentence', 404, { code: 10008 }, 'message'],
    ['a refusal with a word for its outer code', 404, { code: 'GONE', message: 'x' }, 'code'],
    ['a fault without a sentence', 400, refusal({ a: { _errors: [{ code: 'X' }] } }), 'errors.a'],
    ['a 429 that does not say for how long', 429, { code: 0, message: 'Slowly', global: false }, 'retry_after'],
  ])('is noted if it is wrong: %s', (_what, status, body, path) => {
    const schemaChecker = createSchemaChecker();
    schemaChecker.checkResponse(route, status, body);
    expect(schemaChecker.violations).toMatchObject([{ sent: `GET /some/:thing ${status}` }]);
    expect(schemaChecker.violations[0]?.path.startsWith(path)).toBe(true);
  });
});

describe('a field that the schema does not have', () => {
  test('is noted in an answer, with its place', () => {
    const schemaChecker = createSchemaChecker();
    schemaChecker.checkResponse(things, 200, [{ id: 'a' }]);
    expect(schemaChecker.violations).toEqual([]);
    schemaChecker.checkResponse(things, 200, [{ id: 'a' }, { id: 'b', name: 'c' }]);
    schemaChecker.checkResponse(things, 400, { ...refusal({}), reason: 'x' });
    expect(schemaChecker.violations.map(({ path }) => path)).toEqual(['1.name', 'reason']);
  });
});

describe('what the stand-in sends over the gateway', () => {
  test('is checked by the schema of the event', () => {
    const schemaChecker = createSchemaChecker();
    schemaChecker.checkDispatch('RESUMED', {});
    expect(schemaChecker.violations).toEqual([]);
    schemaChecker.checkDispatch('READY', { v: 9 });
    expect(schemaChecker.violations[0]).toMatchObject({ sent: 'READY', path: 'v' });
    expect(schemaChecker.checked).toEqual({ responses: 0, dispatches: 2 });
  });

  test('is never an event without a schema', () => {
    const schemaChecker = createSchemaChecker();
    schemaChecker.checkDispatch('SOMETHING', {});
    expect(schemaChecker.violations).toMatchObject([{ sent: 'SOMETHING' }]);
  });
});

test.each([
  ['2026-01-01T00:00:00.000000+00:00', []],
  ['2026-01-01T00:00:00.000000+01:00', ['']],
  ['yesterday+00:00', ['']],
])('a time ends in +00:00, as Discord writes it: %s', (time, paths) => {
  const schemaChecker = createSchemaChecker();
  schemaChecker.checkResponse({ ...route, answer: iso.datetime() }, 200, time);
  expect(schemaChecker.violations.map(({ path }) => path)).toEqual(paths);
});

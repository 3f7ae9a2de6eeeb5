import { describe, expect, test } from 'vitest';
import { array, object, string } from 'zod/mini';
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
  const removed = { id: '2', channel_id: '1' };

  test('is checked by the schema of the event', () => {
    const schemaChecker = createSchemaChecker();
    schemaChecker.checkDispatch('MESSAGE_DELETE', removed);
    expect(schemaChecker.violations).toEqual([]);
    schemaChecker.checkDispatch('MESSAGE_DELETE', { ...removed, channel_id: 1 });
    expect(schemaChecker.violations).toMatchObject([{ sent: 'MESSAGE_DELETE', path: 'channel_id' }]);
    expect(schemaChecker.checked).toEqual({ responses: 0, dispatches: 2 });
  });

  test('is never an event without a schema', () => {
    const schemaChecker = createSchemaChecker();
    schemaChecker.checkDispatch('SOMETHING', {});
    expect(schemaChecker.violations).toMatchObject([{ sent: 'SOMETHING' }]);
  });
});

describe('times', () => {
  const created = (joined_at: string) => ({
    channel_type: 1,
    member: { roles: [], joined_at },
  });
  const places = (joined_at: string): string[] => {
    const schemaChecker = createSchemaChecker();
    schemaChecker.checkDispatch('MESSAGE_CREATE', created(joined_at));
    return schemaChecker.violations.map(({ path }) => path).filter((path) => path === 'member.joined_at');
  };

  test('may end in +00:00, as Discord writes them, but must be times', () => {
    expect(places('2026-01-01T00:00:00.000000+00:00')).toEqual([]);
    expect(places('2026-01-01T00:00:00.000000+01:00')).toEqual(['member.joined_at']);
    expect(places('yesterday+00:00')).toEqual(['member.joined_at']);
  });
});

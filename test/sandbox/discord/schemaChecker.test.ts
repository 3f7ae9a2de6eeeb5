import { expect, test } from 'vitest';
import { array, iso, object, string } from 'zod/mini';
import type { GatewayFrame } from '../../../sandbox/discord/validation/frames.ts';
import { createSchemaChecker } from '../../../sandbox/discord/validation/schemaChecker.ts';

const route = { method: 'GET', path: '/some/:thing' };
const ANSWERS = { text: string(), things: array(object({ id: string() })), time: iso.datetime() };
const fault = { code: 'INVALID', message: 'This field is required' };
const refusal = (errors: unknown) => ({ code: 50035, message: 'Invalid Form Body', errors });
const control = (op: number, d: unknown) => ({ op, d, s: null, t: null });
const resumed = { op: 0, d: {}, s: 1, t: 'RESUMED' };

function faultsOf(check: (checker: ReturnType<typeof createSchemaChecker>) => void): string[] {
  const checker = createSchemaChecker();
  check(checker);
  return checker.violations.map(({ path }) => path);
}

test.each<[string, keyof typeof ANSWERS, number, unknown, string[]]>([
  ['a right body', 'text', 200, 'x', []],
  ['a refusal with words for codes, deep in its tree', 'text', 400, refusal({ a: { 0: { _errors: [fault] } } }), []],
  ['a 429', 'text', 429, { code: 0, message: 'Slowly', retry_after: 1.5, global: false }, []],
  ['a time that ends in +00:00', 'time', 200, '2026-01-01T00:00:00.000000+00:00', []],
  ['a time of another offset', 'time', 200, '2026-01-01T00:00:00.000000+01:00', ['']],
  ['another body', 'text', 200, 1, ['']],
  ['no body', 'text', 204, null, ['']],
  ['a field that the schema lacks', 'things', 200, [{ id: 'a' }, { id: 'b', name: 'c' }], ['1.name']],
  ['such a field in a refusal', 'text', 400, { ...refusal({}), reason: 'x' }, ['reason']],
  ['a refusal without a sentence', 'text', 404, { code: 10008 }, ['message']],
  ['a word for its outer code', 'text', 404, { code: 'GONE', message: 'x' }, ['code']],
  ['a 429 without a time', 'text', 429, { code: 0, message: 'Slowly', global: false }, ['retry_after']],
])('a response is checked: %s', (_what, answer, status, body, paths) => {
  const check = { ...route, answer: ANSWERS[answer] };
  expect(faultsOf((checker) => checker.checkResponse(check, status, body))).toEqual(paths);
});

test.each<[string, unknown, string[]]>([
  ['an event', resumed, []],
  ['a request to reconnect', control(7, null), []],
  ['an invalid session', control(9, true), []],
  ['a greeting', control(10, { heartbeat_interval: 41_250 }), []],
  ['an acknowledged heartbeat', control(11, null), []],
  ['an event without a number', { ...resumed, s: null }, ['s']],
  ['an event without a schema', { ...resumed, t: 'SOMETHING' }, ['']],
  ['an event with wrong data', { ...resumed, t: 'INTERACTION_CREATE' }, expect.arrayContaining(['token'])],
  ["a sequence number on what isn't an event", { ...control(11, null), s: 3 }, ['s']],
  ['an invalid session that says too little', control(9, null), ['d']],
  ['a greeting without an interval', control(10, {}), ['d.heartbeat_interval']],
  ['an opcode of clients', control(2, {}), ['op']],
  ['an unknown key', { ...control(11, null), x: 1 }, ['']],
])('a frame of the gateway is checked: %s', (_what, frame, paths) => {
  expect(faultsOf((checker) => checker.checkFrame(frame as GatewayFrame))).toEqual(paths);
});

const command = (more: object) => ({ id: '1', name: 'ask', type: 1, ...more });
const options = (...list: object[]) => command({ options: list });
const where = { name: 'where', type: 7 };

test.each<[string, number, unknown, unknown?]>([
  ['options, nested', 2, options({ name: 'sub', type: 1, options: [{ name: 'times', type: 4, value: 3 }] })],
  ['an option that is being typed', 4, options({ name: 'what', type: 3, value: '3', focused: true })],
  ['typed options', 2, options({ name: 'times', type: 4, value: 3 }), options({ name: 'times', type: 4, value: '3' })],
  ['channels by id', 2, options({ ...where, value: '1' }), options({ ...where, value: 'general' })],
])('the data of an interaction has %s', (_what, type, right, wrong) => {
  const faults = (data: unknown) =>
    faultsOf((checker) => checker.checkDispatch('INTERACTION_CREATE', { type, data })).filter((path) =>
      path.startsWith('data'),
    );
  expect(faults(right)).toEqual([]);
  if (wrong) expect(faults(wrong)).not.toEqual([]);
});

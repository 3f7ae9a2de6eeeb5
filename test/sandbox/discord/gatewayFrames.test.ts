import { describe, expect, test } from 'vitest';
import type { GatewayFrame } from '../../../sandbox/discord/validation/frames.ts';
import { createSchemaChecker } from '../../../sandbox/discord/validation/schemaChecker.ts';

/** Where a frame is wrong. */
function faultsOf(frame: unknown): string[] {
  const schemaChecker = createSchemaChecker();
  schemaChecker.checkFrame(frame as GatewayFrame);
  return schemaChecker.violations.map(({ path }) => path);
}

const control = (op: number, d: unknown) => ({ op, d, s: null, t: null });
const resumed = { op: 0, d: {}, s: 1, t: 'RESUMED' };

describe('a frame of the gateway', () => {
  test.each([
    resumed,
    control(7, null),
    control(9, true),
    control(10, { heartbeat_interval: 41_250 }),
    control(11, null),
  ])('as documented is accepted: op $op', (frame) => expect(faultsOf(frame)).toEqual([]));

  test.each<[string, unknown, string]>([
    ['an event without a number', { ...resumed, s: null }, 's'],
    ['an event with the number 0', { ...resumed, s: 0 }, 's'],
    ['an event without data', { ...resumed, d: null }, 'd'],
    ['a number on what is not an event', { ...control(11, null), s: 3 }, 's'],
    ['data of a request to reconnect', control(7, {}), 'd'],
    ['an invalid session that does not say whether it may be resumed', control(9, null), 'd'],
    ['a greeting without an interval', control(10, {}), 'd.heartbeat_interval'],
    ['an opcode that only clients send', control(2, {}), 'op'],
    ['a key that does not exist', { ...control(11, null), x: 1 }, ''],
  ])('is refused with %s', (_what, frame, path) => {
    expect(faultsOf(frame)).toContain(path);
  });
});

describe('the data of an interaction', () => {
  const user = {
    id: '1',
    username: 'a',
    discriminator: '0',
    public_flags: 0,
    flags: 0,
    avatar: null,
    global_name: 'A',
  };
  /** Where an interaction with this data is wrong, in its data. */
  const faults = (type: number, data: unknown): string[] => {
    const schemaChecker = createSchemaChecker();
    schemaChecker.checkDispatch('INTERACTION_CREATE', { type, user, data });
    return schemaChecker.violations.map(({ path }) => path).filter((path) => path.startsWith('data'));
  };
  const command = (more: object) => ({ id: '1', name: 'ask', type: 1, ...more });
  const member = {
    nick: null,
    avatar: null,
    banner: null,
    roles: [],
    joined_at: '2026-01-01T00:00:00.000000+00:00',
    premium_since: null,
    pending: false,
    flags: 0,
    communication_disabled_until: null,
    permissions: '8',
  };

  test('has options nested, typed, and one of them being typed', () => {
    const options = [{ name: 'sub', type: 1, options: [{ name: 'times', type: 4, value: 3 }] }];
    expect(faults(2, command({ options }))).toEqual([]);
    expect(faults(4, command({ options: [{ name: 'what', type: 3, value: '3', focused: true }] }))).toEqual([]);
    expect(faults(2, command({ options: [{ name: 'times', type: 4, value: '3' }] }))).not.toEqual([]);
    expect(faults(2, command({ options: [{ name: 'where', type: 7, value: 'general' }] }))).not.toEqual([]);
  });

  test('has members without their user, and channels without overwrites', () => {
    const channel = { id: '2', name: 'general', type: 0, permissions: '8', app_permissions: '8' };
    const resolved = { members: { 1: member }, channels: { 2: channel } };
    expect(faults(2, command({ resolved }))).toEqual([]);
    expect(faults(2, command({ resolved: { members: { 1: { ...member, user } } } }))).not.toEqual([]);
    const open = { ...channel, permission_overwrites: [] };
    expect(faults(2, command({ resolved: { channels: { 2: open } } }))).not.toEqual([]);
  });

  test('has the fields of a modal, each with its kind of value', () => {
    const label = (component: object) => ({ custom_id: 'form', components: [{ type: 18, id: 1, component }] });
    expect(faults(5, label({ type: 4, id: 2, custom_id: 'name', value: 'Nova' }))).toEqual([]);
    expect(faults(5, label({ type: 19, id: 2, custom_id: 'file', values: ['1'] }))).toEqual([]);
    expect(faults(5, label({ type: 4, id: 2, custom_id: 'name', values: ['Nova'] }))).not.toEqual([]);
    expect(faults(5, label({ type: 19, id: 2, custom_id: 'file', values: ['Nova'] }))).not.toEqual([]);
  });
});

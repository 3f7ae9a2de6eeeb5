import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createGameService, type GameService } from '../../sandbox/game/service.ts';
import type { Game } from '../../src/game/client.ts';
import { type OperationName, operations } from '../../src/game/operations.ts';
import { callOf, createRig, createSource, failureOf, type Rig } from './rig.ts';
import { allSamples, FACTION, OFFICER, RECRUIT, VAEL } from './samples.ts';

describe('parameters are checked before anything is sent', () => {
  let service: GameService;
  let rig: Rig;
  let game: Game;
  beforeAll(async () => {
    service = await createGameService();
    rig = createRig(service);
    const token = await service.grantToken({ handle: VAEL.handle, scopes: ['character_all', 'messages_all'] });
    game = rig.client.actingAs(createSource(token));
  });
  afterAll(async () => {
    await rig.client.close();
    await service.close();
  });

  /** Invalid values of each parameter (docs/interface.md, "Parameters" and "Limits"). */
  const wrong: Record<string, readonly unknown[]> = {
    uid: [undefined, null, '', '1', '1:', ':1', 'a:b', '1:2:3', '1:-2', ' 1:2', '1:2\n', 12, 'Vael Ondar'],
    recipient: [undefined, '', ' ', '..', 1003, null],
    handle: [undefined, '', '   ', 7, '.', '..', null],
    messageId: [undefined, '', ' ', '..', 38],
    permission: [undefined, '', 5],
    mode: ['sent', 'Both', '', null, 1],
    communication: [undefined, '', '  \n', 3],
    receivers: [
      undefined,
      RECRUIT.handle,
      [],
      [' '],
      [5],
      [OFFICER.handle, RECRUIT.uid],
      [`${OFFICER.handle};${RECRUIT.handle}`],
      Array.from({ length: 26 }, (_, index) => `Pilot ${index}`),
    ],
    amount: [undefined, 0, -5, 1.5, '10', Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53, null],
    reason: [5, null, {}],
    start_id: [-1, 1.5, '1', Number.NaN],
    start_index: [0, -1, 1.5, '1', Number.NaN, null],
    item_count: [0, -1, 51, 1001, 2.5, '50', null],
    privilegeGroup: [undefined, '', '..'],
    privilege: [undefined, '', '.'],
    faction_id: ['', '20', FACTION.name, null],
    revoke: ['true', 1, null],
    surprise: [1],
  };
  const isFine = (name: OperationName, parameter: string, value: unknown): boolean =>
    // Only the credit log allows more than 50 items at once.
    name === 'character.creditlog.list' && parameter === 'item_count' && value === 51;

  const cases = allSamples.flatMap(({ name, params = {} }) => {
    const { params: schema } = operations[name];
    const { shape } = 'unwrap' in schema ? schema.unwrap() : schema;
    return [...Object.keys(shape), 'surprise'].flatMap((parameter) =>
      (wrong[parameter] ?? [null, {}])
        .filter((value) => !isFine(name, parameter, value))
        .map((value) => ({ name, parameter, value, params: { ...params, [parameter]: value } })),
    );
  });

  test.each(allSamples)('$name rejects each wrong parameter by name with a reason, unsent', async ({ name }) => {
    const before = service.world.requests();
    const own = cases.filter((one) => one.name === name);
    expect(own.length).toBeGreaterThan(0);
    for (const { parameter, value, params } of own) {
      const { failure } = await failureOf(callOf(game, name)(params));
      const { reason, ...rest } = failure as { reason: string };
      expect({ value, ...rest }).toEqual({ value, code: 'invalid', parameter });
      expect({ value, reason }).toEqual({ value, reason: expect.stringMatching(/^(must|is not a parameter) /) });
    }
    expect(service.world.requests()).toBe(before);
  });
});

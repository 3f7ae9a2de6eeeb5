import type { Socket } from 'node:net';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createGameService, type GameService } from '../../sandbox/game/service.ts';
import { createGameClient, type Game } from '../../src/game/client.ts';
import type { GameError } from '../../src/game/errors.ts';
import { openQuota } from '../../src/quota/openQuota.ts';
import { PUBLIC_BUDGET } from '../../src/quota/rule.ts';
import { settle, toAnswer } from './rawServer.ts';
import { createRig, createSource, startRawGame } from './rig.ts';
import { VAEL } from './samples.ts';

let service: GameService;
beforeEach(async () => {
  service = await createGameService();
});
afterEach(() => service.close());

/** `done`, or the code of the error. */
const endOf = async (call: Promise<unknown>): Promise<string> =>
  await call.then(
    () => 'done',
    (error: GameError) => error.code,
  );
const systems = (game: Game) => game.galaxy.systems.list();
const sourceOfVael = async () =>
  createSource(await service.grantToken({ handle: VAEL.handle, scopes: ['character_read'] }));

test('calls without a token share one public budget, and calls with a token don’t use it', async () => {
  await using rig = createRig(service, { perToken: 2 });
  const budgets: string[] = [];
  const noteRequest = (budget: string) => budgets.push(budget);
  const unlinked = rig.client.actingAs(undefined, { noteRequest });
  await unlinked.character.getByHandle({ handle: VAEL.handle });
  await systems(unlinked);
  await expect(systems(rig.client.actingAs(undefined))).rejects.toMatchObject({
    failure: { code: 'rate_limited', isShared: true },
  });
  expect(budgets).toEqual([PUBLIC_BUDGET, PUBLIC_BUDGET]);
  await rig.client.actingAs(await sourceOfVael()).character.me();
});

test('a response that the quota can’t apply still gives its record', async () => {
  const queue = openQuota({ perToken: 600 });
  queue.observe = () => Promise.reject(new Error('the disk is gone'));
  const warnings: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => void warnings.push(JSON.parse(line).msg) });
  const client = createGameClient({ baseUrl: new URL(service.baseUrl), queue, log });
  await systems(client.actingAs(undefined));
  await client.close();
  expect(warnings).toEqual(['the quota could not apply a response']);
});

test('if only tokens have a limit, a linked person’s own budget takes over when the public one is used up', async () => {
  await using rig = createRig(service, { perToken: 2 });
  const source = await sourceOfVael();
  const budgets: string[] = [];
  const linked = rig.client.actingAs(source, { person: 'p', noteRequest: (budget) => budgets.push(budget) });
  for (const _ of [1, 2, 3]) await systems(linked);
  expect(budgets).toEqual([PUBLIC_BUDGET, source.budget, source.budget]);
  expect(await endOf(systems(linked))).toBe('rate_limited');
  await using bound = createRig(service, { perToken: 2, perAddress: 100 });
  const other = bound.client.actingAs(source, { person: 'p' });
  await systems(other);
  expect(await endOf(systems(other))).toBe('rate_limited');
});

test('one person has at most four requests in flight, so others can still reach a slow game', async () => {
  const response = toAnswer(200, { swcapi: { systems: { system: [] } } });
  const waiting = new Set<Socket>();
  let isSlow = true;
  await using raw = await startRawGame((socket) => {
    if (isSlow) waiting.add(socket);
    else socket.write(response);
  });
  const read = (person: string) => systems(raw.client.actingAs(undefined, { person }));
  const greedy = Array.from({ length: 100 }, () => read('greedy'));
  await raw.arrived(4);
  const other = read('other');
  await raw.arrived(5);
  await settle();
  expect(raw.requests).toHaveLength(5);
  isSlow = false;
  for (const socket of waiting) socket.write(response);
  await Promise.all([...greedy, other]);
});

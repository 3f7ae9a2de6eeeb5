import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { PUBLIC_BUDGET } from '../../src/game/call.ts';
import { createGameClient } from '../../src/game/client.ts';
import { openWindows } from '../../src/quota/openWindows.ts';
import { QuotaQueue } from '../../src/quota/queue.ts';
import { GUARD_MS, HOUR_MS } from '../../src/quota/window.ts';
import { createGameService, type GameService } from '../../src/sandbox/game/service.ts';
import { createRig, createSource, failureOf } from './rig.ts';

let service: GameService;
beforeEach(async () => {
  service = await createGameService();
});
afterEach(() => service.close());

describe('who calls', () => {
  test('without a token everybody draws on one public budget, and nobody with a token on it', async () => {
    const { client } = createRig({ baseUrl: service.baseUrl, perToken: 2 });
    const budgets: string[] = [];
    const anybody = client.actingAs(undefined, { noteRequest: (budget) => budgets.push(budget) });
    await anybody.character.getByHandle({ handle: 'Vael Ondar' });
    await anybody.galaxy.systems.list();
    const { failure } = await failureOf(client.actingAs(undefined).galaxy.planets.list());
    expect(failure.code).toBe('rate_limited');
    expect(budgets).toEqual([PUBLIC_BUDGET, PUBLIC_BUDGET]);
    const token = await service.grantToken({ handle: 'Vael Ondar', scopes: ['character_read'] });
    await expect(client.actingAs(createSource(token)).character.me()).resolves.toMatchObject({ name: 'Vael Ondar' });
    await client.close();
  });

  test('background calls leave the last fifth of a budget to people', async () => {
    const { client } = createRig({ baseUrl: service.baseUrl, perToken: 5 });
    const index = client.actingAs(undefined, { priority: 'background' });
    for (let page = 0; page < 4; page += 1) await index.galaxy.systems.list();
    expect((await failureOf(index.galaxy.systems.list())).failure.code).toBe('rate_limited');
    await expect(client.actingAs(undefined).galaxy.systems.list()).resolves.toBeDefined();
    await client.close();
  });

  test('a budget that cannot learn from an answer costs nobody the answer', async () => {
    const windows = openWindows({ perToken: 600 });
    windows.observe = () => {
      throw new Error('the disk is gone');
    };
    const warnings: string[] = [];
    const log = pino({ level: 'warn' }, { write: (line: string) => void warnings.push(JSON.parse(line).msg) });
    const baseUrl = new URL(service.baseUrl);
    const client = createGameClient({ baseUrl, queue: new QuotaQueue({ windows }), log });
    await expect(client.actingAs(undefined).galaxy.systems.list()).resolves.toBeDefined();
    await client.close();
    expect(warnings).toEqual(['the quota could not learn from an answer']);
  });

  test('who waits for a slot and loses patience leaves without a request', async () => {
    let now = Date.now();
    const { client } = createRig({ baseUrl: service.baseUrl, perToken: 1, now: () => now });
    await client.actingAs(undefined).galaxy.systems.list();
    now += HOUR_MS + GUARD_MS - 5_000;
    const controller = new AbortController();
    const waiting = client.actingAs(undefined, { patience: controller.signal }).galaxy.systems.list();
    const told = expect(waiting).rejects.toThrow('gone');
    controller.abort(new Error('gone'));
    await told;
    expect(service.world.requests('galaxy.systems.list')).toBe(1);
    now += 5_000;
    await expect(client.actingAs(undefined).galaxy.systems.list()).resolves.toBeDefined();
    await client.close();
  });
});

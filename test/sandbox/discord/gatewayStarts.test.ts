import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ManualClock } from '../../../sandbox/discord/clock.ts';
import { createDiscord, type Discord } from '../../../sandbox/discord/discord.ts';
import { identify } from './gatewaySocket.ts';
import { call } from './rest.ts';

let discord: Discord;
let gatewayClock: ManualClock;

beforeEach(async () => {
  gatewayClock = new ManualClock();
  discord = await createDiscord({ gatewayClock });
});
afterEach(async () => {
  await discord.close();
  expect(discord.schemaChecker.violations).toEqual([]);
});

const again = () => ({ token: discord.botToken, intents: 1, properties: {} });
const limit = async () => (await call(discord, 'GET', '/gateway/bot')).body['session_start_limit'];

describe('identifying', () => {
  test('less than five seconds after another client is answered with an invalid session, and works later', async () => {
    const first = await identify(discord);
    await first.event('READY');
    gatewayClock.advance(4_999);
    const second = await identify(discord);
    expect(await second.frame(({ op }) => op === 9)).toMatchObject({ d: false });
    gatewayClock.advance(1);
    second.send(2, again());
    await second.event('READY');
    expect(first.frames.map(({ op }) => op)).not.toContain(9);
    expect(await limit()).toEqual({ total: 1000, remaining: 997, reset_after: 86_395_000, max_concurrency: 1 });
  });

  test('more than a thousand times a day ends every session with 4004, until the day is over', async () => {
    const first = await identify(discord);
    await first.event('READY');
    for (let begun = 1; begun < 1_000; begun += 100) {
      const line = await identify(discord);
      for (let sent = 1; sent < Math.min(100, 1_000 - begun); sent += 1) line.send(2, again());
      await expect.poll(() => line.frames.filter(({ op }) => op === 9).length).toBe(Math.min(100, 1_000 - begun));
    }
    expect(await limit()).toMatchObject({ remaining: 0 });
    gatewayClock.advance(5_000);
    const late = await identify(discord);
    expect([await late.closed, await first.closed]).toEqual([4004, 4004]);
    gatewayClock.advance(86_400_000);
    await (await identify(discord)).event('READY');
  });
});

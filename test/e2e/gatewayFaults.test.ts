import type { APIMessage } from 'discord-api-types/v10';
import { beforeEach, describe, expect, test } from 'vitest';
import { ManualClock } from '../../sandbox/discord/clock.ts';
import { textOf } from '../support/messages.ts';
import { useTimeTravel, useWorld } from '../support/useWorld.ts';
import { startWorld, type World } from '../support/world.ts';

/** discord.js starts at most one session in this time, which is Discord's limit. */
const IDENTIFY_PAUSE_MS = 5_000;

/** The clock of heartbeats, of resumable sessions and of an interaction's three seconds. */
const gatewayClock = new ManualClock();
const clock = new ManualClock();
// discord.js limits its identifies by Date.now.
const pass = useTimeTravel('all');
const world = useWorld('all', { discord: { clock, gatewayClock } });
beforeEach(() => {
  pass(IDENTIFY_PAUSE_MS);
  gatewayClock.advance(IDENTIFY_PAUSE_MS);
});

const connected = (of: World = world): string[] =>
  of.discord.gateway.sessions().flatMap(({ id, isConnected }) => (isConnected ? [id] : []));
const ask = () => world.visitor.run('help');
const isHelp = (message: APIMessage) => expect(textOf(message)).toContain('## What I can do');
/** Discord's responses to the bot's acknowledgments of this interaction. */
const callbacks = ({ id }: { id: string }): number[] =>
  world.discord.requests.filter(({ path }) => path.startsWith(`/interactions/${id}/`)).map(({ status }) => status);

const drop = (code?: number): void => world.discord.gateway.drop(code);

describe('the bot, asked while it is offline,', () => {
  test.each<[string, () => void]>([
    ['a broken connection', () => drop()],
    ['a closed proxy (1001)', () => drop(1001)],
    ['an unknown error (4000)', () => drop(4000)],
    ['a request to reconnect', () => world.discord.gateway.requestReconnect()],
    ['a session that is invalid for the moment', () => world.discord.gateway.invalidateSessions(true)],
  ])('resumes after %s and answers, once', async (_what, fault) => {
    const before = connected();
    expect(before).toHaveLength(1);
    fault();
    const questions = [ask(), ask()];
    for (const question of questions) isHelp(await question.response());
    await expect.poll(() => connected()).toEqual(before);
    isHelp(await ask().response());
    expect(questions.map(callbacks)).toEqual([[204], [204]]);
  });

  test('is too late after three seconds, so the person reads that it did not respond, and keeps working', async () => {
    const before = connected();
    world.discord.gateway.drop();
    const question = ask();
    clock.advance(3_000);
    await expect(question.response()).rejects.toMatchObject({ reason: 'missed' });
    await expect.poll(() => connected()).toEqual(before);
    // Discord refuses the answer to the replayed question: Unknown interaction.
    await expect.poll(() => callbacks(question)).toEqual([404]);
    isHelp(await ask().response());
  });

  test.each<[string, () => void]>([
    ['was said to be invalid', () => world.discord.gateway.invalidateSessions(false)],
    // The session could be resumed, but discord.js starts another.
    ['sent too many payloads (4008)', () => drop(4008)],
    ['had an invalid sequence (4007)', () => drop(4007)],
    ['timed out (4009)', () => drop(4009)],
    ['was forgotten while it was away', () => [drop(), gatewayClock.advance(3 * 60_000 + 1)]],
  ])('begins another session if its own %s; the person is told that the question was lost', async (_what, fault) => {
    const before = connected();
    fault();
    const question = ask();
    await expect.poll(() => connected(), { timeout: 20_000 }).toHaveLength(1);
    expect(connected()).not.toEqual(before);
    clock.advance(3_000);
    await expect(question.response()).rejects.toMatchObject({ reason: 'missed' });
    expect(callbacks(question)).toEqual([]);
    isHelp(await ask().response());
  });
});

test('the bot reconnects, resumes and answers if its heartbeats are not acknowledged', async () => {
  const zombie = await startWorld({ discord: { gatewayClock: new ManualClock(), heartbeatIntervalMs: 100 } });
  try {
    const { gateway } = zombie.discord;
    const before = connected(zombie);
    const presence: boolean[] = [];
    zombie.visitor.view.subscribe((event) => {
      if (event.type !== 'botPresence') return;
      presence.push(event.online);
      // The connection works again as soon as the bot has given it up.
      gateway.acknowledgesHeartbeats = true;
    });
    gateway.acknowledgesHeartbeats = false;
    await expect.poll(() => presence, { timeout: 20_000 }).toEqual([false, true]);
    expect(connected(zombie)).toEqual(before);
    isHelp(await zombie.visitor.run('help').response());
  } finally {
    await zombie.stop();
  }
});

test('while one of two shards reconnects, the other keeps working and the bot isn’t healthy', async () => {
  const sharded = await startWorld({ discord: { shards: 2, identifyIntervalMs: 0 } });
  const { player, discord, environment } = sharded;
  const health = async () => (await fetch(new URL('healthz', environment['PUBLIC_URL']))).status;
  // The server is in shard 1.
  const answer = async (channel: string) => isHelp(await player.run('help', {}, { channel }).response());
  expect(discord.gateway.sessions().map(({ shard }) => String(shard))).toEqual(['0,2', '1,2']);
  for (const channel of ['general', 'dm']) await answer(channel);
  discord.gateway.drop(4009, 1);
  await expect.poll(health).toBe(503);
  await answer('dm');
  expect(await health()).toBe(503);
  await expect.poll(health, { timeout: 20_000 }).toBe(200);
  for (const channel of ['general', 'dm']) await answer(channel);
  await sharded.stop();
});

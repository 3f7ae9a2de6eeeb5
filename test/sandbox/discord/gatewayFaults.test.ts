import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ManualClock } from '../../../sandbox/discord/clock.ts';
import { createDiscord, type Discord } from '../../../sandbox/discord/discord.ts';
import { gatewayLimits } from '../../../sandbox/discord/limits.ts';
import { type Frame, type GatewaySocket, identify, openGateway } from './gatewaySocket.ts';

/** GUILDS and GUILD_MESSAGES. */
const intents = 1 | (1 << 9);

let discord: Discord;
let gatewayClock: ManualClock;
const sockets: GatewaySocket[] = [];

beforeEach(async () => {
  gatewayClock = new ManualClock();
  discord = await createDiscord({ gatewayClock, identifyIntervalMs: 0 });
});
afterEach(async () => {
  for (const { socket } of sockets.splice(0)) socket.terminate();
  await discord.close();
  expect(discord.schemaChecker.violations).toEqual([]);
});

/** A client that has identified and got all of its first events, with its session's id. */
async function begin(): Promise<{ gateway: GatewaySocket; id: string }> {
  const gateway = await identify(discord, { intents });
  sockets.push(gateway);
  const { d } = await gateway.event('READY');
  await gateway.event('GUILD_CREATE');
  return { gateway, id: String(d['session_id']) };
}

/** Asks to go on with a session, on a new connection unless one is given. */
async function resume(id: string, seq: unknown, gateway?: GatewaySocket): Promise<GatewaySocket> {
  const line = gateway ?? (await openGateway(discord));
  sockets.push(line);
  line.send(6, { token: discord.botToken, session_id: id, seq });
  return line;
}

/** What becomes of an attempt to resume: the events until RESUMED, or op 9. */
async function outcome(gateway: GatewaySocket): Promise<[string | number, number | null][]> {
  const from = gateway.frames.length;
  await gateway.frame((frame) => gateway.frames.indexOf(frame) >= from && (frame.t === 'RESUMED' || frame.op === 9));
  return gateway.frames
    .slice(from)
    .flatMap(({ op, t, s }): [string | number, number | null][] => (op === 10 ? [] : [[t ?? op, s]]));
}

const say = (text: string) => discord.people.player.send(text);
const numbers = (frames: readonly Frame[]) => frames.flatMap(({ s }) => (s === null ? [] : [s]));

describe('a dropped connection', () => {
  test.each([1000, 1001, 4000, 4001, 4002, 4005, 4008])('closed with %i leaves a session to resume', async (code) => {
    const { gateway, id } = await begin();
    discord.gateway.drop(code);
    expect(discord.gateway.isOnline).toBe(false);
    say('while it is away');
    expect(await gateway.closed).toBe(code);
    expect(await outcome(await resume(id, 2))).toEqual([
      ['MESSAGE_CREATE', 3],
      ['RESUMED', 4],
    ]);
    expect(discord.gateway.isOnline).toBe(true);
  });

  test.each([4003, 4004, 4007, 4009, 4010, 4011, 4012, 4013, 4014])('closed with %i leaves none', async (code) => {
    const { gateway, id } = await begin();
    discord.gateway.drop(code);
    expect(await gateway.closed).toBe(code);
    expect(await outcome(await resume(id, 2))).toEqual([[9, null]]);
  });

  test.each([
    [1000, false],
    [1001, false],
    [4200, true],
  ])('that the client itself closes with %i leaves a session to resume: %s', async (code, isKept) => {
    const { gateway, id } = await begin();
    gateway.socket.close(code);
    await gateway.closed;
    await expect.poll(() => discord.gateway.isOnline).toBe(false);
    expect(await outcome(await resume(id, 2))).toEqual([isKept ? ['RESUMED', 3] : [9, null]]);
  });

  test('of a client that sent no heartbeat leaves no session', async () => {
    const { gateway, id } = await begin();
    gatewayClock.advance(gatewayLimits.heartbeatIntervalMs * gatewayLimits.missedHeartbeats);
    expect(await gateway.closed).toBe(4009);
    expect(await outcome(await resume(id, 2))).toEqual([[9, null]]);
  });
});

describe('a client on a line that looks dead', () => {
  test('gets no acknowledgment, takes a new line, and misses nothing; the old one is cut', async () => {
    const { gateway, id } = await begin();
    discord.gateway.acknowledgesHeartbeats = false;
    gateway.send(1, 2);
    say('into the void');
    await gateway.event('MESSAGE_CREATE');
    expect(gateway.frames.map(({ op }) => op)).not.toContain(11);
    discord.gateway.acknowledgesHeartbeats = true;
    const again = await resume(id, 2);
    expect(await outcome(again)).toEqual([
      ['MESSAGE_CREATE', 3],
      ['RESUMED', 4],
    ]);
    expect(await gateway.closed).toBe(1006);
    again.send(1, 4);
    await again.frame(({ op }) => op === 11);
    say('on the new line');
    expect((await again.frame(({ s }) => s === 5)).t).toBe('MESSAGE_CREATE');
  });
});

describe('a request to reconnect', () => {
  test('is op 7, leaves the connection open, and the session to resume', async () => {
    const { gateway, id } = await begin();
    discord.gateway.requestReconnect();
    expect(await gateway.frame(({ op }) => op === 7)).toEqual({ op: 7, d: null, s: null, t: null });
    expect(gateway.socket.readyState).toBe(gateway.socket.OPEN);
    gateway.socket.close(4200);
    await gateway.closed;
    expect(await outcome(await resume(id, 2))).toEqual([['RESUMED', 3]]);
  });
});

describe('an invalid session', () => {
  test('that may be resumed is, on the same connection or on another, with what came meanwhile', async () => {
    const { gateway, id } = await begin();
    discord.gateway.invalidateSessions(true);
    expect(await gateway.frame(({ op }) => op === 9)).toEqual({ op: 9, d: true, s: null, t: null });
    say('one');
    expect(await outcome(await resume(id, 2, gateway))).toEqual([
      ['MESSAGE_CREATE', 3],
      ['RESUMED', 4],
    ]);
    discord.gateway.invalidateSessions(true);
    say('two');
    expect(await outcome(await resume(id, 4))).toEqual([
      ['MESSAGE_CREATE', 5],
      ['RESUMED', 6],
    ]);
  });

  test('that may not be resumed is gone: nothing is sent until the client identifies, on the same connection too', async () => {
    const { gateway, id } = await begin();
    discord.gateway.invalidateSessions(false);
    expect(await gateway.frame(({ op }) => op === 9)).toMatchObject({ d: false });
    say('nobody hears this');
    expect(await outcome(await resume(id, 2, gateway))).toEqual([[9, null]]);
    const from = gateway.frames.length;
    gateway.send(2, { token: `Bot ${discord.botToken}`, intents, properties: {} });
    const isNew = (name: string) => (frame: Frame) => frame.t === name && gateway.frames.indexOf(frame) >= from;
    expect(await gateway.frame(isNew('READY'))).toMatchObject({
      s: 1,
      d: { session_id: expect.not.stringMatching(id) },
    });
    await gateway.frame(isNew('GUILD_CREATE'));
    expect(gateway.frames.map(({ t }) => t)).not.toContain('MESSAGE_CREATE');
  });
});

describe('resuming', () => {
  test('gives every event after the one that the client saw last, once and in order, however often the line breaks', async () => {
    const { id } = await begin();
    let sent = 2;
    const breaks = fc.array(fc.record({ said: fc.nat(5), unseen: fc.nat(4) }), { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(breaks, async (times) => {
        for (const { said, unseen } of times) {
          // What was on its way when the line broke was sent, and not seen.
          for (let index = 0; index < unseen; index += 1) say('unseen');
          const seen = sent;
          discord.gateway.drop();
          for (let index = 0; index < said; index += 1) say('missed');
          sent += unseen + said + 1;
          const line = await resume(id, seen);
          await line.event('RESUMED');
          expect(numbers(line.frames)).toEqual(Array.from({ length: sent - seen }, (_, index) => seen + index + 1));
        }
      }),
      { numRuns: 10 },
    );
  });

  test('is refused with op 9 where the sequence lies in the future, or more was missed than is kept', async () => {
    const { id } = await begin();
    discord.gateway.drop();
    const early = await resume(id, 3);
    expect(await outcome(early)).toEqual([[9, null]]);
    // The connection can be used to begin anew.
    early.send(2, { token: discord.botToken, intents, properties: {} });
    await early.event('READY');
    for (let index = 0; index <= gatewayLimits.replayEvents; index += 1) say('much');
    expect(await outcome(await resume(id, 2))).toEqual([[9, null]]);
  });

  test.each([undefined, null, 'two', -1, 1.5])('is closed with 4007 where the sequence is none: %s', async (seq) => {
    const { id } = await begin();
    discord.gateway.drop();
    expect(await (await resume(id, seq)).closed).toBe(4007);
  });

  test('needs the token', async () => {
    const { id } = await begin();
    discord.gateway.drop();
    const line = await openGateway(discord);
    line.send(6, { token: 'wrong', session_id: id, seq: 2 });
    expect(await line.closed).toBe(4004);
  });
});

describe('the rate limit', () => {
  test('lets 120 payloads through in a minute, closes with 4008 at the next, and leaves the session', async () => {
    const { gateway, id } = await begin();
    // Identify was the first.
    for (let sent = 1; sent < 120; sent += 1) gateway.send(1, null);
    await expect.poll(() => gateway.frames.filter(({ op }) => op === 11).length).toBe(119);
    gatewayClock.advance(60_000);
    for (let sent = 0; sent < 120; sent += 1) gateway.send(1, null);
    await expect.poll(() => gateway.frames.filter(({ op }) => op === 11).length).toBe(239);
    gateway.send(1, null);
    expect(await gateway.closed).toBe(4008);
    expect(gateway.frames.filter(({ op }) => op === 11)).toHaveLength(239);
    expect(await outcome(await resume(id, 2))).toEqual([['RESUMED', 3]]);
  });
});

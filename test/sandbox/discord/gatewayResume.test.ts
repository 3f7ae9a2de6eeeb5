import { describe, expect, test } from 'vitest';
import { ManualClock } from '../../../sandbox/discord/clock.ts';
import { GATEWAY_LIMITS } from '../../../sandbox/discord/limits.ts';
import { type GatewaySocket, identify, identifyData, openGateway } from './gatewaySocket.ts';
import { useDiscord } from './useDiscord.ts';

const gatewayClock = new ManualClock();

const discord = useDiscord('each', [{ name: 'ask', description: 'Asks' }], { gatewayClock, identifyIntervalMs: 0 });

async function begin(): Promise<{ gateway: GatewaySocket; id: string }> {
  const gateway = await identify(discord);
  const { d } = await gateway.event('READY');
  return { gateway, id: String(d['session_id']) };
}

/** Resumes a session on a new connection. */
async function resume(id: string, seq: number): Promise<GatewaySocket> {
  const gateway = await openGateway(discord);
  gateway.send(6, { token: discord.botToken, session_id: id, seq });
  return gateway;
}

/** The result of a resume: the events until RESUMED, or op 9. */
async function outcome(gateway: GatewaySocket): Promise<[string | number, number | null][]> {
  const from = gateway.frames.length;
  await gateway.frame((frame) => gateway.frames.indexOf(frame) >= from && (frame.t === 'RESUMED' || frame.op === 9));
  return gateway.frames
    .slice(from)
    .flatMap(({ op, t, s }): [string | number, number | null][] => (op === 10 ? [] : [[t ?? op, s]]));
}

const REFUSED = [[9, null]];
const { heartbeatIntervalMs, missedHeartbeats, replayEvents, resumableMs } = GATEWAY_LIMITS;
const ask = () => discord.people.player.run('ask');

type Ending = [string, (gateway: GatewaySocket) => void];
const droppedWith = (code: number): Ending => [`dropped with ${code}`, () => discord.gateway.drop(code)];

describe('a connection', () => {
  test.each<Ending>([
    ['that broke', () => discord.gateway.drop()],
    ['whose client was asked to reconnect', () => discord.gateway.requestReconnect()],
    ['that the client closed with 4200', ({ socket }) => socket.close(4200)],
    ['whose session is invalid for now', () => discord.gateway.invalidateSessions(true)],
    ...[1000, 1001, 4000, 4001, 4002, 4005, 4008].map(droppedWith),
  ])('%s leaves a session that can be resumed, with what was missed', async (_what, end) => {
    const { gateway, id } = await begin();
    end(gateway);
    ask();
    expect(await outcome(await resume(id, 1))).toEqual([
      ['INTERACTION_CREATE', 2],
      ['RESUMED', 3],
    ]);
    expect(discord.gateway.isOnline).toBe(true);
  });

  test.each<Ending>([
    ...[1000, 1001].map((code): Ending => [`that the client closed with ${code}`, ({ socket }) => socket.close(code)]),
    ['whose session is invalid for good', () => discord.gateway.invalidateSessions(false)],
    ['without heartbeats', () => gatewayClock.advance(heartbeatIntervalMs * missedHeartbeats)],
    ...[4003, 4004, 4007, 4009, 4010, 4011, 4012, 4013, 4014].map(droppedWith),
  ])('%s leaves no session to resume', async (_what, end) => {
    const { gateway, id } = await begin();
    end(gateway);
    await expect.poll(() => discord.gateway.isOnline).toBe(false);
    expect(await outcome(await resume(id, 1))).toEqual(REFUSED);
  });
});

describe('resuming', () => {
  test.each<[string, number, () => void]>([
    ['the sequence lies in the future', 2, () => {}],
    ['more was missed than is kept', 1, () => Array.from({ length: replayEvents + 1 }, () => ask())],
    ['the session was away too long', 1, () => gatewayClock.advance(resumableMs + 1)],
  ])('is refused where %s', async (_what, seq, meanwhile) => {
    const { id } = await begin();
    discord.gateway.drop();
    meanwhile();
    const line = await resume(id, seq);
    expect(await outcome(line)).toEqual(REFUSED);
    line.send(2, identifyData(discord));
    await line.event('READY');
  });
});

import { once } from 'node:events';
import { WebSocket } from 'ws';
import type { Discord } from '../../../sandbox/discord/discord.ts';

export interface Frame {
  op: number;
  t: string | null;
  s: number | null;
  d: Record<string, unknown>;
}

/** A bare gateway connection: keeps its frames, and can wait for one. */
export interface GatewaySocket {
  socket: WebSocket;
  frames: Frame[];
  send(op: number, d: unknown): void;
  /** The first matching frame, earlier or later. */
  frame(fits: (frame: Frame) => boolean): Promise<Frame>;
  event(name: string): Promise<Frame>;
  closed: Promise<number>;
}

export async function openGateway({ gatewayUrl }: Discord): Promise<GatewaySocket> {
  const socket = new WebSocket(`${gatewayUrl}/?v=10&encoding=json`);
  const frames: Frame[] = [];
  socket.on('message', (data) => void frames.push(JSON.parse(data.toString())));
  const closed = once(socket, 'close').then(([code]) => code as number);
  await once(socket, 'open');
  const frame: GatewaySocket['frame'] = async (fits) =>
    frames.find(fits) ?? once(socket, 'message').then(() => frame(fits));
  return {
    socket,
    frames,
    send: (op, d) => socket.send(JSON.stringify({ op, d })),
    frame,
    event: (name) => frame(({ t }) => t === name),
    closed,
  };
}

/** The required data of an identify. */
export const identifyData = ({ botToken }: Discord) => ({ token: botToken, intents: 1, properties: { os: 'test' } });

export async function identify(discord: Discord, fields: object = {}): Promise<GatewaySocket> {
  const gateway = await openGateway(discord);
  gateway.send(2, { ...identifyData(discord), ...fields });
  return gateway;
}

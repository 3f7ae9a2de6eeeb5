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

export async function openGateway(
  discord: Pick<Discord, 'gatewayUrl'>,
  query = 'v=10&encoding=json',
): Promise<GatewaySocket> {
  const socket = new WebSocket(`${discord.gatewayUrl}/?${query}`);
  const frames: Frame[] = [];
  const waiting = new Set<() => void>();
  socket.on('message', (data) => {
    frames.push(JSON.parse(data.toString()));
    for (const look of [...waiting]) look();
  });
  const closed = once(socket, 'close').then(([code]) => code as number);
  await once(socket, 'open');
  const frame = (fits: (one: Frame) => boolean): Promise<Frame> =>
    new Promise((resolve) => {
      const look = () => {
        const found = frames.find(fits);
        if (!found) return;
        waiting.delete(look);
        resolve(found);
      };
      waiting.add(look);
      look();
    });
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
export const identifyData = ({ botToken }: Pick<Discord, 'botToken'>) => ({
  token: botToken,
  intents: 1,
  properties: { os: 'test' },
});

export async function identify(
  discord: Pick<Discord, 'gatewayUrl' | 'botToken'>,
  fields: Record<string, unknown> = {},
): Promise<GatewaySocket> {
  const gateway = await openGateway(discord);
  gateway.send(2, { ...identifyData(discord), ...fields });
  return gateway;
}

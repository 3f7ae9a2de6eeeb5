import { type AnyInteractionGateway, Client } from 'oceanic.js';
import type { Discord } from '../../../sandbox/discord/discord.ts';

/** A bot of another library, and whatever went wrong in it. */
export interface OceanicBot {
  client: Client;
  /** Errors and warnings of the library, for example about a gap in the sequence, and errors of the handler. Lost lines on request are none. */
  complaints: unknown[];
  /** Resolves with the next event of that name from the gateway, as the library read it off the line. */
  packet(name: string): Promise<{ s: number; d: unknown }>;
  /** Resolves when the library resumed its session. */
  resumed(): Promise<void>;
  /** Resolves when the library has started a session. */
  started(): Promise<void>;
  stop(): void;
}

/** Logs oceanic.js in to the stand-in: it finds the gateway by GET gateway/bot, as at Discord. */
export async function startOceanic(
  discord: Pick<Discord, 'apiUrl' | 'botToken'>,
  handler: (interaction: AnyInteractionGateway) => Promise<unknown> = async () => {},
  compress: 'zlib-stream' | 'zstd-stream' | false = false,
): Promise<OceanicBot> {
  const complaints: unknown[] = [];
  const client = new Client({
    auth: `Bot ${discord.botToken}`,
    rest: { baseURL: `${discord.apiUrl}/v10` },
    gateway: { intents: ['GUILDS', 'GUILD_MESSAGES', 'DIRECT_MESSAGES'], compress },
  });
  client.on('error', (error) => {
    if (!isOnRequest(error)) complaints.push(error);
  });
  client.on('warn', (warning) => {
    if (!/^Session Invalidated/.test(warning)) complaints.push(warning);
  });
  client.on('interactionCreate', (interaction) => {
    handler(interaction).catch((error: unknown) => complaints.push(error));
  });
  const started = () => new Promise<void>((resolve) => client.once('shardPreReady', () => resolve()));
  const ready = new Promise<void>((resolve, reject) => {
    client.once('ready', resolve);
    client.once('error', reject);
  });
  await client.connect();
  await ready;
  return {
    client,
    complaints,
    packet: (name) =>
      new Promise((resolve) => {
        const look = (packet: { t: string; s: number; d: unknown }) => {
          if (packet.t !== name) return;
          client.off('packet', look);
          resolve(packet);
        };
        client.on('packet', look);
      }),
    resumed: () => new Promise((resolve) => client.once('shardResume', () => resolve())),
    started,
    stop: () => client.disconnect(false),
  };
}

/** The faults that a test asked for, in the library's words. */
function isOnRequest(error: unknown): boolean {
  return error instanceof Error && /^Unknown close: 40|acknowledge previous heartbeat/.test(error.message);
}

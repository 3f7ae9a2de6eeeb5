import { randomBytes } from 'node:crypto';
import type { Discord } from '../../sandbox/discord/discord.ts';

/** The settings of a bot in this Discord whose game and OAuth server are down. */
export function environmentFor({ botToken, apiUrl, cdnUrl }: Pick<Discord, 'botToken' | 'apiUrl' | 'cdnUrl'>) {
  return {
    DISCORD_TOKEN: botToken,
    DISCORD_API_URL: apiUrl,
    DISCORD_CDN_URL: cdnUrl,
    GAME_BASE_URL: 'http://127.0.0.1:9/ws/v2.0/',
    OAUTH_CLIENT_ID: 'id',
    OAUTH_CLIENT_SECRET: 'a very secret secret',
    OAUTH_ISSUER: 'http://127.0.0.1:9/',
    PUBLIC_URL: 'http://127.0.0.1:3000',
    WEB_PORT: '0',
    TOKEN_KEY: randomBytes(32).toString('base64'),
  };
}

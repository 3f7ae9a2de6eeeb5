import { RequestMethod } from 'discord.js';
import { type APIApplication, Routes } from 'discord-api-types/v10';
import { commands } from '../../commands/index.ts';
import type { Config } from '../config.ts';
import { toDiscordUnavailable } from '../discord/connection/rest.ts';
import { findDifferences } from '../discord/register/differences.ts';
import { wasRegistered } from '../discord/register/keepRegistered.ts';
import { readRegistered, toScope } from '../discord/register/registration.ts';
import { checkClock, evaluate, type Outcome, type Parts } from './check.ts';

const PORTAL = 'https://discord.com/developers/applications';
/** The application flags of the three privileged intents, each with its form for small bots. */
const PRIVILEGED_INTENTS = (0b1111 << 12) | (0b11 << 18);

/** Checks the token, the clock, and the application's settings in the developer portal. */
export async function checkDiscord({ rest, config, now }: Parts): Promise<Outcome[]> {
  const { apiUrl, applicationId } = config.discord;
  const request = { fullRoute: Routes.currentApplication(), method: RequestMethod.Get };
  const response = await rest.queueRequest(request).catch((error: unknown) => toDiscordUnavailable(error, apiUrl));
  if (response instanceof Error) {
    const fix = response.isTemporary ? 'Wait: https://discordstatus.com' : `Reset it: ${PORTAL} → Bot.`;
    return evaluate('Token', [[true, response.message, fix]], '');
  }
  const application = (await response.json()) as APIApplication;
  const { id, name, bot } = application;
  const isOther = applicationId !== undefined && applicationId !== id;
  const token = `The bot is ${bot?.username ?? name} (${id}).`;
  return [
    ...evaluate('Token', [[isOther, `${token} DISCORD_APPLICATION_ID has another ID.`, `Set it to ${id}.`]], token),
    ...checkClock('Discord', response.headers.get('date'), now()),
    ...checkInstallation(application),
    ...checkInteractions(application, config),
  ];
}

function checkInstallation(application: APIApplication): Outcome[] {
  const { id, integration_types_config: contexts, custom_install_url: custom, bot_public, flags = 0 } = application;
  const lacks = (type: 0 | 1, scopes: readonly string[]): boolean => {
    const given: readonly string[] = contexts?.[type]?.oauth2_install_params?.scopes ?? [];
    return !contexts?.[type] || (!custom && scopes.some((scope) => !given.includes(scope)));
  };
  const who = bot_public ? 'Anyone' : 'Only its owner';
  const [guild, user] = [['bot', 'applications.commands'], ['applications.commands']];
  const installation = `${PORTAL} → Installation: allow`;
  const needsGrant = application.bot_require_code_grant === true;
  const hasIntents = (flags & PRIVILEGED_INTENTS) !== 0;
  return evaluate(
    'Installation',
    [
      [lacks(0, guild), "Servers can't add the bot.", `${installation} Guild Install with the scopes ${guild}.`],
      [lacks(1, user), "Users can't add the bot.", `${installation} User Install with the scope ${user}.`],
      [needsGrant, "Its install link doesn't work.", `${PORTAL} → Bot: turn off Requires OAuth2 Code Grant.`],
      [hasIntents, 'Privileged intents are on, but not needed.', `${PORTAL} → Bot: turn them off.`, 'warning'],
    ],
    `${who} can add the bot: ${custom ?? `https://discord.com/oauth2/authorize?client_id=${id}`}`,
  );
}

/** Discord sends interactions over the gateway, or to the endpoint's URL if the portal has one. */
function checkInteractions(application: APIApplication, { discord, usesGateway, web }: Config): Outcome[] {
  const { publicKey } = discord;
  const wanted = new URL('interactions', web.publicUrl).href;
  const { interactions_endpoint_url: url, verify_key } = application;
  const sends = `Discord sends them ${url ? `to ${url}` : 'over the gateway'}.`;
  const change = publicKey === undefined ? 'set DISCORD_PUBLIC_KEY' : 'remove DISCORD_GATEWAY';
  const isOther = publicKey !== undefined && publicKey !== verify_key.toLowerCase();
  return evaluate(
    'Interactions',
    [
      [usesGateway && !!url, sends, `Empty it, or ${change}: ${PORTAL} → Interactions Endpoint URL`],
      [isOther, "DISCORD_PUBLIC_KEY isn't this application's public key.", `Copy it: ${PORTAL} → General Information.`],
      [!usesGateway && url !== wanted, sends, `Each start sets it to ${wanted}, or logs why not.`, 'warning'],
    ],
    sends,
  );
}

export async function checkCommands({ rest, config, store }: Parts): Promise<Outcome[]> {
  const { guildId } = config.discord;
  const scope = await toScope(rest, { guildId });
  const differences = findDifferences(commands, await readRegistered(rest, scope), guildId);
  const found = Object.entries(differences).flatMap(([how, names]) => (names.length > 0 ? [`${how}: ${names}`] : []));
  const isCurrent = found.length === 0;
  const wereCurrent = !isCurrent && (await wasRegistered(await store(), commands, scope));
  const isTwice = isCurrent && !!guildId && (await readRegistered(rest, { ...scope, guildId: undefined })).length > 0;
  const list = found.join('; ').replaceAll(',', ', ');
  const clear = 'Run: DISCORD_GUILD_ID= npm run register -- --clear';
  return evaluate(
    'Commands',
    [
      [wereCurrent, `Someone changed them after they were registered (${list}).`, 'Run: npm run register'],
      [!isCurrent && !wereCurrent, `They aren't registered yet (${list}).`, 'Start the bot.', 'warning'],
      [isTwice, "The server shows them twice: they're registered everywhere too.", clear, 'warning'],
    ],
    `All ${commands.length} are registered ${guildId ? `in the server ${guildId}` : 'everywhere'}.`,
  );
}

import { type Client, Events, GatewayCloseCodes, RESTEvents } from 'discord.js';
import type { Logger } from '../log.ts';

/** Discord cannot be used; the message is one line for the operator. */
export class DiscordUnavailable extends Error {
  override name = 'DiscordUnavailable';
}

export const TOKEN_REFUSED = 'Discord refuses the token: check DISCORD_TOKEN.';

/** Why Discord closed the gateway for good, and what to do, by close code (documentation, "Gateway Close Event Codes"). */
const LOST_BECAUSE: Readonly<Record<number, string>> = {
  [GatewayCloseCodes.ShardingRequired]: 'the bot is in too many servers for one connection. Remove it from some.',
  [GatewayCloseCodes.InvalidAPIVersion]: 'this gateway version has ended. Update Commlink, and check DISCORD_API_URL.',
  [GatewayCloseCodes.DisallowedIntents]:
    'it does not allow the intents. Check "Privileged Gateway Intents" on the Bot page of the developer portal.',
};
const OUR_FAULT = 'it refuses how the bot connects. This is a bug: update Commlink.';

/** Discord warns of, and in the end bans, an address with 10,000 such answers (401, 403, 429) in ten minutes. */
export const INVALID_REQUESTS_PER_WARNING = 100;

/** Writes to the log what befalls the connection; `onLost` hears of a gateway that will not come back. */
export function watchConnection(client: Client, log: Logger, onLost: (why: DiscordUnavailable) => void): void {
  client.on(Events.Error, (err) => log.error({ err }, 'the Discord client failed'));
  client.on(Events.Warn, (warning) => log.warn(warning));
  client.on(Events.ShardError, (err, shard) => log.warn({ err, shard }, 'the connection to Discord failed'));
  client.on(Events.ShardReconnecting, (shard) => log.warn({ shard }, 'connecting to Discord again'));
  client.on(Events.ShardResume, (shard, replayed) => log.info({ shard, replayed }, 'resumed the Discord session'));
  // discord.js connects again after every other close.
  client.on(Events.ShardDisconnect, ({ code }) => onLost(toLost(code)));
  client.on(Events.Invalidated, () => onLost(new DiscordUnavailable('Discord ended the session for good.')));
  client.rest.on(RESTEvents.RateLimited, ({ method, route, scope, global, timeToReset }) => {
    // Of an address only the route: the rest holds tokens of interactions.
    log.warn({ method, route, scope, global, waitMs: timeToReset }, 'Discord limits the rate of requests');
  });
  client.rest.on(RESTEvents.Response, ({ method, route }, { status }) => {
    // The client waits and sends it again; for interactions it says nothing of that.
    if (status === 429) log.warn({ method, route }, 'Discord refused a request for now (429)');
  });
  client.rest.on(RESTEvents.InvalidRequestWarning, ({ count, remainingTime }) => {
    log.warn({ count, forMs: remainingTime }, 'Discord refused many requests (401, 403, 429); it bans at 10,000');
  });
}

function toLost(code: number): DiscordUnavailable {
  if (code === GatewayCloseCodes.AuthenticationFailed) return new DiscordUnavailable(TOKEN_REFUSED);
  return new DiscordUnavailable(`Discord closed the connection for good (${code}): ${LOST_BECAUSE[code] ?? OUR_FAULT}`);
}

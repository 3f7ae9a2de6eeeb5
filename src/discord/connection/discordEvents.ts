import { GatewayCloseCodes, type REST, RESTEvents } from 'discord.js';
import { NamedError } from '../../errors.ts';
import type { Logger } from '../../log.ts';

/** Discord is unavailable; the message is one line for the operator. `isTemporary`: it's down or
 * can't be reached, so a later try may work. */
export class DiscordUnavailable extends NamedError {
  isTemporary = false;
}

export const isDiscordDown = (error: unknown): boolean => error instanceof DiscordUnavailable && error.isTemporary;

export const TOKEN_REFUSED = 'Discord refuses the token: check DISCORD_TOKEN.';

/** Reasons why Discord closed the gateway permanently, and advice ("Gateway Close Event Codes"). */
const CLOSE_REASONS: Readonly<Record<number, string>> = {
  [GatewayCloseCodes.ShardingRequired]:
    'the bot is in too many servers for its connections. Restart it, and it opens more.',
  [GatewayCloseCodes.InvalidAPIVersion]: 'this gateway version has ended. Update Commlink, and check DISCORD_API_URL.',
  [GatewayCloseCodes.DisallowedIntents]:
    'it refuses the intents. Check "Privileged Gateway Intents" on the Bot page of the developer portal.',
};
/** After these, reconnecting would fail too. */
export const FINAL_CODES: ReadonlySet<number> = new Set([
  GatewayCloseCodes.AuthenticationFailed,
  GatewayCloseCodes.InvalidShard,
  GatewayCloseCodes.InvalidIntents,
  ...Object.keys(CLOSE_REASONS).map(Number),
]);
const BUG_REASON = 'it refuses how the bot connects. This is a bug: update Commlink.';

/** Discord bans an address that gets 10,000 such responses (401, 403, 429) within ten minutes. */
export const INVALID_REQUESTS_PER_WARNING = 100;

export function watchRest(rest: REST, log: Logger): void {
  rest.on(RESTEvents.RateLimited, ({ method, route, scope, global, timeToReset }) => {
    // Logs only the route: the rest of the URL may contain an interaction's token.
    log.warn({ method, route, scope, global, waitMs: timeToReset }, 'Discord limits the rate of requests');
  });
  rest.on(RESTEvents.Response, ({ method, route }, { status }) => {
    // The client retries; for interactions it emits no event of its own.
    if (status === 429) log.warn({ method, route }, 'Discord refused a request for now (429)');
  });
  rest.on(RESTEvents.InvalidRequestWarning, ({ count, remainingTime }) => {
    log.warn({ count, forMs: remainingTime }, 'Discord refused many requests (401, 403, 429); it bans at 10,000');
  });
}

export function toLost(code: number): DiscordUnavailable {
  if (code === GatewayCloseCodes.AuthenticationFailed) return new DiscordUnavailable(TOKEN_REFUSED);
  return new DiscordUnavailable(
    `Discord closed the connection permanently (${code}): ${CLOSE_REASONS[code] ?? BUG_REASON}`,
  );
}

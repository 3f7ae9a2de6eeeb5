import { CALLBACK_PATH } from '../account/login.ts';
import { createOAuth, type OAuthError } from '../account/oauth.ts';
import { reasonOf } from '../errors.ts';
import { operations } from '../game/operations.ts';
import { createTransport } from '../game/request/transport.ts';
import { openResponse } from '../game/wire/response.ts';
import { checkClock, evaluate, type Outcome, type Parts } from './check.ts';

const TIMEOUT_MS = 10_000;
/** A made-up token: a server that accepts our client rejects only the token. */
const UNKNOWN_TOKEN = 'commlink-doctor';

/** Makes one public request to the game's service, which counts against its limit. */
export async function checkGame({ config, now }: Parts): Promise<Outcome[]> {
  const { baseUrl } = config.game;
  const transport = createTransport(baseUrl, TIMEOUT_MS, config.web.publicUrl);
  const operation = operations['galaxy.sectors.list'];
  const request = operation.request({ start_index: 1, item_count: 1 });
  const response = await transport.send(request, undefined).finally(transport.close);
  const result = openResponse(response, operation, new Date(now()));
  const code = 'payload' in result || result.code === 'token_rejected' ? 'fine' : result.code;
  const isLimited = code === 'rate_limited';
  const isBlocked = 'isBlocked' in result;
  const sentence = `It doesn't respond properly: ${'reason' in result ? result.reason : code}.`;
  const outcomes = evaluate(
    'Game',
    [
      [isLimited, 'It has no requests left for this address.', 'Wait; docs/quota.md explains the limit.', 'warning'],
      [isBlocked, sentence, "Ask the game's staff to let this address through their bot filter."],
      [code !== 'fine' && !isLimited && !isBlocked, sentence, 'Check GAME_BASE_URL, or wait.'],
    ],
    `It responds at ${baseUrl}`,
  );
  return [...outcomes, ...checkClock('the game', response.header('date'), now())];
}

/** Checks that the game accepts the client, its redirect address and its secret. */
export async function checkOAuth({ config }: Parts): Promise<Outcome[]> {
  const redirectUrl = new URL(CALLBACK_PATH, config.web.publicUrl);
  const oauth = createOAuth({ ...config.oauth, redirectUrl });
  // Begins a login as a browser would.
  const { url } = await oauth.authorizationUrl({ scopes: ['CHARACTER_READ'], state: UNKNOWN_TOKEN });
  const response = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) });
  const answer = `${response.headers.get('location')} ${await response.text()}`;
  // The live service's bot filter says 403.
  if (/^(403|429|5..)$/.test(`${response.status}`)) throw new Error(`HTTP ${response.status}`);
  const isInactive = answer.includes('access_denied_inactive_client');
  const fix = `Correct OAUTH_CLIENT_ID, and register ${redirectUrl} with the game as its redirect address.`;
  const secret = await checkSecret(oauth);
  const isUnknown = secret !== 'wrong' && secret !== 'right';
  return evaluate(
    'Login',
    [
      [isInactive, "The game's staff hasn't activated the client yet.", 'Ask them to activate OAUTH_CLIENT_ID.'],
      [response.status >= 400, "The game doesn't know the client or its redirect address.", fix],
      [secret === 'wrong', "The game doesn't accept the client's secret.", 'Correct OAUTH_CLIENT_SECRET.'],
      [isUnknown, `The secret couldn't be checked (${secret}).`, 'Try /login.', 'warning'],
    ],
    'The game accepts the client, its redirect address and its secret.',
  );
}

/** `right`, `wrong`, or why that isn't known. */
async function checkSecret(oauth: ReturnType<typeof createOAuth>): Promise<string> {
  const cause = await oauth.refresh(UNKNOWN_TOKEN).catch((error: unknown) => (error as OAuthError).cause);
  const { error: code, status } = (cause ?? {}) as { error?: unknown; status?: unknown };
  if (code === 'invalid_grant') return 'right';
  return code === 'invalid_client' || status === 401 ? 'wrong' : String(code ?? reasonOf(cause));
}

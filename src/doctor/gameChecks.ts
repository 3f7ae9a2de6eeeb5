import { CALLBACK_PATH } from '../account/login.ts';
import { createOAuth, OAuthError } from '../account/oauth.ts';
import { operations } from '../game/operations.ts';
import { openResponse } from '../game/response.ts';
import { createTransport } from '../game/transport.ts';
import { checkClock, judge, type Outcome, type Parts, reasonOf } from './check.ts';

const TIMEOUT_MS = 10_000;
/** No one's. A server that accepts our client says only that it doesn't know this token. */
const UNKNOWN_TOKEN = 'commlink-doctor';

/** One public request to the game's service, which counts against its limit. */
export async function checkGame({ config, now }: Parts): Promise<Outcome[]> {
  const { baseUrl } = config.game;
  const transport = createTransport(baseUrl, TIMEOUT_MS);
  const operation = operations['galaxy.sectors.list'];
  const request = operation.request({ start_index: 1, item_count: 1 });
  const response = await transport.send(request, undefined).finally(transport.close);
  const result = openResponse(response, operation, new Date(now()));
  const code = 'payload' in result || result.code === 'token_rejected' ? 'fine' : result.code;
  const isLimited = code === 'rate_limited';
  const sentence = `It doesn't respond properly: ${'reason' in result ? result.reason : code}.`;
  return [
    ...judge(
      'Game',
      [
        [isLimited, 'It has no requests left for this address.', 'Wait; docs/quota.md explains the limit.', 'warning'],
        [code !== 'fine' && !isLimited, sentence, 'Check GAME_BASE_URL, or wait.'],
      ],
      `It responds at ${baseUrl}`,
    ),
    ...checkClock('the game', response.header('date'), now()),
  ];
}

/** Whether the game accepts the client: active, with its redirect address and its secret. */
export async function checkOAuth({ config }: Parts): Promise<Outcome[]> {
  const redirectUrl = new URL(CALLBACK_PATH, config.web.publicUrl);
  const oauth = createOAuth({ ...config.oauth, redirectUrl });
  // Begins a login as a browser would.
  const { url } = await oauth.authorizationUrl({ scopes: ['CHARACTER_READ'], state: UNKNOWN_TOKEN });
  const response = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) });
  const answer = `${response.headers.get('location')} ${await response.text()}`;
  const isInactive = answer.includes('access_denied_inactive_client');
  const isDown = response.status >= 500;
  const secret = await checkSecret(oauth);
  return judge(
    'Login',
    [
      [isInactive, "The game's staff hasn't activated the client yet.", 'Ask them to activate OAUTH_CLIENT_ID.'],
      [isDown, `The game's login responds with HTTP ${response.status}.`, 'Wait until it works again.'],
      [
        !isDown && response.status >= 400,
        "The game doesn't know the client, or not with this redirect address.",
        `Correct OAUTH_CLIENT_ID, and register ${redirectUrl} as its redirect address.`,
      ],
      [
        secret === 'wrong',
        "The game doesn't accept the client's id and secret.",
        'Correct OAUTH_CLIENT_ID and OAUTH_CLIENT_SECRET.',
      ],
      [
        secret !== 'wrong' && secret !== 'right',
        `Whether the secret is right couldn't be checked (${secret}).`,
        'Log in with /login to find out.',
        'warning',
      ],
    ],
    'The game accepts the client, its redirect address and its secret.',
  );
}

/** `right`, `wrong`, or why that isn't known. */
async function checkSecret(oauth: ReturnType<typeof createOAuth>): Promise<string> {
  const error = await oauth.refresh(UNKNOWN_TOKEN).then(
    () => undefined,
    (cause: unknown) => cause,
  );
  const cause = error instanceof OAuthError ? error.cause : error;
  const { error: code, status } = (cause ?? {}) as { error?: unknown; status?: unknown };
  if (code === 'invalid_grant') return 'right';
  return code === 'invalid_client' || status === 401 ? 'wrong' : String(code ?? reasonOf(cause));
}

import { describe, expect, test } from 'vitest';
import {
  authorizationAddress,
  type Changes,
  client,
  createBrowser,
  decide,
  exchange,
  logIn,
  refresh,
  walk,
  walkToConsent,
} from './browser.ts';
import { marshal, type Player, useGame, vael } from './support.ts';

const game = useGame('each', { clients: [client] });

const scopesOf = async (who: Player, token = '') => {
  const { swcapi } = await game.ask(`GET character/${who.uid}/permissions`, { token });
  const entries = swcapi.permissions?.permission as unknown as { scopes: { scope: string[] } }[] | undefined;
  return entries?.flatMap(({ scopes }) => scopes.scope);
};
/** The access token's owner; undefined if the service doesn't accept it. */
const ownerOf = async (token = '') => (await game.ask('GET character', { token })).swcapi.character?.uid;
const revoke = async (token = '', client_secret = client.clientSecret) => {
  const body = new URLSearchParams({ client_id: client.clientId, client_secret, token });
  return (await fetch(`${game.url}/ws/oauth2/revoke`, { method: 'POST', body })).status;
};

test('discovery is at both of its places', async () => {
  const { url, issuer } = game;
  for (const name of ['openid-configuration', 'oauth-authorization-server'])
    expect(await (await fetch(`${issuer}/.well-known/${name}`)).json()).toMatchObject({
      issuer,
      authorization_endpoint: `${url}/ws/oauth2/auth`,
      token_endpoint: `${url}/ws/oauth2/token`,
      revocation_endpoint: `${url}/ws/oauth2/revoke`,
      code_challenge_methods_supported: ['S256'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      authorization_response_iss_parameter_supported: true,
      scopes_supported: expect.arrayContaining(['character_read', 'character_credits_write', 'messages_all']),
    });
});

describe('the walk through the browser', () => {
  test('leads from sign-in over consent to a token that works', async () => {
    const browser = createBrowser(game);
    const asked = await browser.open(authorizationAddress());
    expect(asked.status).toBe(303);
    const signIn = await browser.open(asked.location);
    for (const part of ['Sandbox game', '<label for="handle">', '<label for="password">', 'Marshal Iri Tosk'])
      expect(signIn.text).toContain(part);

    const signedIn = await browser.submit(asked.location, { handle: 'vael ondar', password: 'sandbox' });
    expect([signedIn.status, signedIn.location]).toEqual([303, asked.location]);
    const consent = await browser.open(signedIn.location);
    expect(consent.text).toContain('Vael Ondar');
    expect(consent.text).toContain('how many credits this character has');
    expect(consent.text).toContain('It may also show the location, credits, health');
    expect(consent.text).not.toContain('This moves money');

    const back = await decide(browser, asked.location, vael);
    expect(`${back.origin}${back.pathname}`).toBe(client.redirectUris[0]);
    const parameters = { code: expect.any(String), state: 'the-state', iss: game.issuer };
    expect(Object.fromEntries(back.searchParams)).toEqual(parameters);

    const { body } = await exchange(game, back.searchParams.get('code'));
    expect(body).toEqual({
      access_token: expect.any(String),
      refresh_token: expect.any(String),
      expires_in: 3600,
      scope: 'character_read character_credits',
      token_type: 'Bearer',
    });
    expect(await ownerOf(body.access_token)).toBe(vael.uid);
    expect(await scopesOf(vael, body.access_token)).toEqual(['CHARACTER_CREDITS', 'CHARACTER_READ']);
  });

  test('refuses a wrong password or character, and lets the player try again', async () => {
    const browser = createBrowser(game);
    const { location } = await browser.open(authorizationAddress());
    for (const form of [
      { handle: 'Vael Ondar', password: 'wrong' },
      { handle: 'Nobody', password: 'sandbox' },
    ]) {
      const { text } = await browser.submit(location, form);
      for (const part of ['role="alert"', '<title>Problem: Sign in to the game']) expect(text).toContain(part);
      expect(text.match(/aria-invalid="true" aria-describedby="problem"/gu)).toHaveLength(2);
    }
    expect((await browser.submit(location, { handle: 'Vael Ondar', password: 'sandbox' })).status).toBe(303);
  });

  test('sends the client access_denied when the player denies', async () => {
    const browser = createBrowser(game);
    const back = await decide(browser, await walkToConsent(browser, vael), vael, 'deny');
    const denied = { error: 'access_denied', state: 'the-state', iss: game.issuer };
    expect(Object.fromEntries(back.searchParams)).toMatchObject(denied);
  });

  test("says what to do when a sign-in is unknown, expired or another browser's", async () => {
    const browser = createBrowser(game);
    const { location } = await browser.open(authorizationAddress());
    const stranger = createBrowser(game);
    for (const page of [await stranger.open(location), await stranger.open('/ws/oauth2/sign-in/unknown')]) {
      expect(page.status).toBe(400);
      expect(page.text).toMatch(/Run <kbd>\/login<\/kbd> in Discord again/);
    }
    expect((await stranger.submit(`${location}/consent`, { decision: 'allow', character: vael.uid })).status).toBe(400);
    game.clock.now += 3600 * 1000;
    expect((await browser.open(location)).status).toBe(400);
  });
});

describe('an authorization request', () => {
  test.each([
    ['without PKCE', { code_challenge: undefined, code_challenge_method: undefined }, 'invalid_request'],
    ['with plain PKCE', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['with a scope that does not exist', { scope: 'character_read nonsense' }, 'invalid_scope'],
    ['with the scope openid', { scope: 'openid character_read' }, 'invalid_scope'],
    ['without a scope', { scope: undefined }, 'invalid_scope'],
    ['for a token instead of a code', { response_type: 'token' }, 'unsupported_response_type'],
  ])('%s goes back to the client with an error', async (_, changes: Changes, error) => {
    const { location } = await createBrowser(game).open(authorizationAddress(changes));
    // For other response types than code, the parameters are in the fragment.
    const parameters = new URLSearchParams(new URL(location).search || new URL(location).hash.slice(1));
    expect(Object.fromEntries(parameters)).toMatchObject({ error, state: 'the-state' });
  });

  test.each([
    ['of an unknown client', { client_id: 'nobody' }],
    ['with another address to go back to', { redirect_uri: 'http://127.0.0.1:9/elsewhere' }],
  ])('%s gets a page and no redirect', async (_, changes: Changes) => {
    const { status, text, location } = await createBrowser(game).open(authorizationAddress(changes));
    expect([status, location]).toEqual([400, '']);
    expect(text).toContain('This request is invalid');
  });

  test('goes back with access_denied_inactive_client if the game has not activated the client yet', async () => {
    await game.registerClient({ ...client, isActive: false });
    const { location } = await createBrowser(game).open(authorizationAddress());
    expect(location).toMatch(/^http:\/\/127\.0\.0\.1:9\/back\?error=access_denied_inactive_client&.*state=the-state/);
    await game.registerClient(client);
    expect(await logIn(game, vael)).toHaveProperty('access_token');
  });
});

describe('the exchange of a code', () => {
  const codeOf = async (changes: Changes = {}) => (await walk(createBrowser(game), vael, changes)).get('code');

  test.each([
    ['a wrong verifier', { code_verifier: 'w'.repeat(64) }, 0, 'invalid_grant'],
    ['a wrong secret', { client_secret: 'wrong' }, 0, 'invalid_client'],
    ['another redirect', { redirect_uri: 'http://127.0.0.1:9/other' }, 0, 'invalid_grant'],
    ['a code older than a minute', {}, 61_000, 'invalid_grant'],
  ])('is refused for %s', async (_, changes: Changes, ageMs, error) => {
    const code = await codeOf();
    game.clock.now += ageMs;
    expect((await exchange(game, code, changes)).body).toMatchObject({ error });
  });

  test('is refused the second time, and ends what the code gave: it may have been stolen', async () => {
    const code = await codeOf();
    const { body } = await exchange(game, code);
    expect(await ownerOf(body.access_token)).toBe(vael.uid);
    expect((await exchange(game, code)).body.error).toBe('invalid_grant');
    expect(await ownerOf(body.access_token)).toBeUndefined();
  });

  test('gives no refresh token unless the request and the exchange said access_type=offline', async () => {
    for (const [asked, exchanged] of [
      [{ access_type: undefined }, {}],
      [{}, { access_type: '' }],
    ] as const) {
      const { status, body } = await exchange(game, await codeOf(asked), exchanged);
      expect([status, 'refresh_token' in body]).toEqual([200, false]);
    }
  });
});

test('previously granted scopes come back with renew_previously_granted=yes, but not after they were revoked', async () => {
  const browser = createBrowser(game);
  const first = await logIn(game, vael, {}, browser);
  const both = await logIn(game, vael, { scope: 'messages_read' }, browser);
  expect(await scopesOf(vael, both.access_token)).toEqual(['CHARACTER_CREDITS', 'CHARACTER_READ', 'MESSAGES_READ']);
  const alone = await logIn(game, vael, { scope: 'character_skills', renew_previously_granted: undefined }, browser);
  expect(alone.scope).toBe('character_skills');
  expect((await logIn(game, marshal, { scope: 'character_read' })).scope).toBe('character_read');
  for (const { refresh_token } of [first, both, alone]) await revoke(refresh_token);
  expect((await logIn(game, vael, { scope: 'messages_send' }, browser)).scope).toBe('messages_send');
});

test('a refresh token gives new tokens and is used up; used again, everything of its grant ends', async () => {
  const first = await logIn(game, vael);
  game.clock.now += 3600 * 1000;
  expect(await ownerOf(first.access_token)).toBeUndefined();
  const { body: second } = await refresh(game, first.refresh_token);
  expect(second.refresh_token).not.toBe(first.refresh_token);
  expect(await ownerOf(second.access_token)).toBe(vael.uid);
  for (const used of [first, second])
    expect((await refresh(game, used.refresh_token)).body.error).toBe('invalid_grant');
  expect(await ownerOf(second.access_token)).toBeUndefined();
});

test('revoking a token ends it and all that came of it, needs a POST with the secret, and accepts an unknown one', async () => {
  const body = await logIn(game, vael);
  expect(await revoke(body.refresh_token)).toBe(200);
  expect(await ownerOf(body.access_token)).toBeUndefined();
  expect((await refresh(game, body.refresh_token)).body.error).toBe('invalid_grant');
  const token = await game.grant(vael, ['CHARACTER_READ']);
  expect(await revoke(token, 'wrong')).toBe(401);
  expect((await fetch(`${game.url}/ws/oauth2/revoke?client_id=${client.clientId}&token=${token}`)).ok).toBe(false);
  expect(await ownerOf(token)).toBe(vael.uid);
  expect(await revoke(token)).toBe(200);
  expect(await ownerOf(token)).toBeUndefined();
  expect(await revoke('unknown')).toBe(200);
});

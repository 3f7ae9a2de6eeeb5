import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openDatabase } from '../../../sandbox/game/world/database.ts';
import { authorizationAddress, client, createBrowser, exchange, refresh, walk, walkToConsent } from './browser.ts';
import { ask, marshal, startService, vael } from './support.ts';

let now: number;
let world: Awaited<ReturnType<typeof startService>>;
beforeEach(async () => {
  now = Date.now();
  world = await startService({ clients: [client], clock: () => now });
});
afterEach(() => world.service.close());

const scopesOf = async (who: { uid: string }, token: string | undefined) => {
  const { swcapi } = await ask(world.service, `GET character/${who.uid}/permissions`, { token: token ?? '' });
  const entries = swcapi['permissions']?.['permission'] as unknown as { scopes: { scope: string[] } }[] | undefined;
  return entries?.flatMap(({ scopes }) => scopes.scope);
};
const revoke = (token: string | undefined, secret = client.clientSecret) =>
  fetch(`${world.service.url}/ws/oauth2/revoke`, {
    method: 'POST',
    body: new URLSearchParams({ client_id: client.clientId, client_secret: secret, token: token ?? '' }),
  });

describe('discovery', () => {
  test.each(['openid-configuration', 'oauth-authorization-server'])('is at %s', async (name) => {
    const { url, issuer } = world.service;
    const response = await fetch(`${issuer}/.well-known/${name}`);
    expect(await response.json()).toMatchObject({
      issuer,
      authorization_endpoint: `${url}/ws/oauth2/auth`,
      token_endpoint: `${url}/ws/oauth2/token`,
      revocation_endpoint: `${url}/ws/oauth2/revoke`,
      code_challenge_methods_supported: ['S256'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      authorization_response_iss_parameter_supported: true,
      scopes_supported: expect.arrayContaining([
        'character_read',
        'character_credits_write',
        'messages_delete',
        'messages_all',
      ]),
    });
  });
});

describe('the walk through the browser', () => {
  test('leads from sign-in over consent to a token that works', async () => {
    const browser = createBrowser(world.service);
    const asked = await browser.open(authorizationAddress());
    expect(asked.status).toBe(303);
    const signIn = await browser.open(asked.location);
    expect(signIn.status).toBe(200);
    expect(signIn.text).toContain('Sandbox game');
    expect(signIn.text).toContain('<label for="handle">');
    expect(signIn.text).toContain('<label for="password">');
    expect(signIn.text).toContain('Marshal Iri Tosk');

    const signedIn = await browser.submit(asked.location, { handle: 'vael ondar', password: 'sandbox' });
    expect([signedIn.status, signedIn.location]).toEqual([303, asked.location]);
    const consent = await browser.open(signedIn.location);
    expect(consent.text).toContain('Vael Ondar');
    expect(consent.text).toContain('how many credits this character has');
    expect(consent.text).not.toContain('This moves money');

    const allowed = await browser.submit(`${asked.location}/consent`, { decision: 'allow', character: vael.uid });
    const back = new URL((await browser.open(allowed.location)).location);
    expect(`${back.origin}${back.pathname}`).toBe(client.redirectUris[0]);
    expect(Object.fromEntries(back.searchParams)).toEqual({
      code: expect.any(String),
      state: 'the-state',
      iss: world.service.issuer,
    });

    const { status, body } = await exchange(world.service, back.searchParams.get('code'));
    expect(status).toBe(200);
    expect(body).toEqual({
      access_token: expect.any(String),
      refresh_token: expect.any(String),
      expires_in: 3600,
      scope: 'character_read character_credits',
      token_type: 'Bearer',
    });
    const me = await ask(world.service, 'GET character/', { token: body['access_token'] ?? '' });
    expect(me.swcapi['character']).toMatchObject({ uid: vael.uid, credits: { value: expect.any(Number) } });
    expect(await scopesOf(vael, body['access_token'])).toEqual(['CHARACTER_CREDITS', 'CHARACTER_READ']);
  });

  test('puts pages on the screen that cannot be framed, cached, or run scripts, and escapes what it shows', async () => {
    const browser = createBrowser(world.service);
    const page = await walkToConsent(browser, authorizationAddress({ scope: 'character_credits_write' }), vael.handle);
    const { headers, text } = await browser.open(page);
    expect(headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; img-src data:; base-uri 'none'; frame-ancestors 'none'$/u,
    );
    expect(headers.get('cache-control')).toBe('no-store');
    expect(text).toContain('Test &amp; &lt;Client&gt;');
    expect(text).not.toContain('<Client>');
    expect(text).toContain('This moves money');
    const wrong = await browser.submit(page, { handle: '"><script>alert(1)</script>', password: '' });
    expect(wrong.text).not.toContain('<script>');
    expect(wrong.text).toContain('&lt;script&gt;');
  });

  test.each([
    ['a wrong password', { handle: 'Vael Ondar', password: 'wrong' }],
    ['an unknown character', { handle: 'Nobody', password: 'sandbox' }],
    ['nothing', {}],
  ])('says so after %s, and can be tried again', async (_, form) => {
    const browser = createBrowser(world.service);
    const { location } = await browser.open(authorizationAddress());
    const wrong = await browser.submit(location, Object.fromEntries(Object.entries(form)));
    expect(wrong.text).toContain('role="alert"');
    expect(wrong.text).toContain('try again');
    expect(wrong.text).toContain('<title>Problem: Sign in to the game');
    expect(wrong.text.match(/aria-invalid="true" aria-describedby="problem"/gu)).toHaveLength(2);
    const right = await browser.submit(location, { handle: 'Vael Ondar', password: 'sandbox' });
    expect(right.status).toBe(303);
  });

  test('sends the client access_denied when the character denies', async () => {
    const browser = createBrowser(world.service);
    const page = await walkToConsent(browser, authorizationAddress(), vael.handle);
    const denied = await browser.submit(`${page}/consent`, { decision: 'deny', character: vael.uid });
    const back = new URL((await browser.open(denied.location)).location);
    expect(Object.fromEntries(back.searchParams)).toMatchObject({
      error: 'access_denied',
      state: 'the-state',
      iss: world.service.issuer,
    });
  });

  test('remembers who signed in, and offers to be somebody else', async () => {
    const browser = createBrowser(world.service);
    await walk(browser, vael);
    const { location } = await browser.open(authorizationAddress());
    const consent = await browser.open(location);
    expect(consent.text).toContain('Vael Ondar');
    const [, other = ''] = /href="([^"]+)">Sign in as someone else/u.exec(consent.text) ?? [];
    expect((await browser.open(other)).text).toContain('name="password"');
    await browser.submit(location, { handle: marshal.handle, password: 'sandbox' });
    const allowed = await browser.submit(`${location}/consent`, { decision: 'allow', character: marshal.uid });
    const back = new URL((await browser.open(allowed.location)).location);
    const { body } = await exchange(world.service, back.searchParams.get('code'));
    expect(
      (await ask(world.service, 'GET character', { token: body['access_token'] ?? '' })).swcapi['character'],
    ).toMatchObject({ uid: marshal.uid });
  });

  test('allows nothing in the name of another than the page named', async () => {
    const browser = createBrowser(world.service);
    const page = await walkToConsent(browser, authorizationAddress(), vael.handle);
    await browser.submit(page, { handle: marshal.handle, password: 'sandbox' });
    const allowed = await browser.submit(`${page}/consent`, { decision: 'allow', character: vael.uid });
    expect(allowed.location).toBe(page);
  });

  test('shows a page that says what to do for a sign-in that is unknown, over, expired or another browser’s', async () => {
    const browser = createBrowser(world.service);
    const { location } = await browser.open(authorizationAddress());
    const stranger = createBrowser(world.service);
    for (const page of [await stranger.open(location), await stranger.open('/ws/oauth2/sign-in/unknown')]) {
      expect(page.status).toBe(400);
      expect(page.text).toContain('start there once more');
    }
    expect((await stranger.submit(`${location}/consent`, { decision: 'allow', character: vael.uid })).status).toBe(400);
    now += 3600 * 1000;
    expect((await browser.open(location)).status).toBe(400);
  });
});

describe('a sign-in page that fails', () => {
  test('says that nothing was allowed and what to do; the cause stands in the log alone', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'commlink-oauth-'));
    const failures: object[] = [];
    try {
      const file = join(folder, 'world.sqlite');
      const logger = { info: () => {}, error: (facts: object) => failures.push(facts) };
      await using broken = await startService({ clients: [client], database: file, logger });
      const browser = createBrowser(broken.service);
      const { location } = await browser.open(authorizationAddress());
      const behindItsBack = openDatabase(file);
      behindItsBack.run('DROP TABLE oauth');
      behindItsBack.close();
      const { status, text, headers } = await browser.open(location);
      expect(status).toBe(500);
      expect(headers.get('cache-control')).toBe('no-store');
      expect(text).toContain('Nothing was allowed or changed');
      expect(text).toContain('start there once more');
      expect(text).not.toContain('oauth ');
      expect(failures).toMatchObject([{ err: { message: expect.stringContaining('no such table') } }]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

describe('an authorization request', () => {
  const answer = async (changes: Record<string, string | undefined>) => {
    const { location, status, text } = await createBrowser(world.service).open(authorizationAddress(changes));
    // What belongs to another response type than code comes back in the fragment.
    const { search = '', hash = '' } = URL.parse(location) ?? {};
    return { status, text, parameters: new URLSearchParams(search || hash.slice(1)) };
  };

  test.each([
    ['without PKCE', { code_challenge: undefined, code_challenge_method: undefined }, 'invalid_request'],
    ['with plain PKCE', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['with a scope that does not exist', { scope: 'character_read nonsense' }, 'invalid_scope'],
    ['with the scope openid', { scope: 'openid character_read' }, 'invalid_scope'],
    ['without a scope', { scope: undefined }, 'invalid_scope'],
    ['for a token instead of a code', { response_type: 'token' }, 'unsupported_response_type'],
    ['that may not ask anybody', { prompt: 'none' }, 'login_required'],
  ])('%s goes back to the client with an error', async (_, changes, error) => {
    const { parameters } = await answer(changes);
    expect(Object.fromEntries(parameters)).toMatchObject({ error, state: 'the-state' });
  });

  test.each([
    ['of an unknown client', { client_id: 'nobody' }],
    ['with another address to go back to', { redirect_uri: 'http://127.0.0.1:9/elsewhere' }],
  ])('%s is answered with a page, not sent anywhere', async (_, changes) => {
    const { status, text, parameters } = await answer(changes);
    expect(status).toBe(400);
    expect(parameters.size).toBe(0);
    expect(text).toContain('cannot be answered');
  });
});

describe('scopes in either spelling', () => {
  test('are the same in an authorization request', async () => {
    const scope = 'CHARACTER_READ character_read CREDITS_WRITE CHARACTER_AUTH Character_Stats character_location';
    const { body } = await exchange(
      world.service,
      (await walk(createBrowser(world.service), vael, { scope })).get('code'),
    );
    const granted = ['CHARACTER_AUTH', 'CREDITS_WRITE', 'CHARACTER_LOCATION', 'CHARACTER_READ', 'CHARACTER_STATS'];
    expect(await scopesOf(vael, body['access_token'])).toEqual(granted);
    expect(body['scope']).toBe(
      'character_read character_credits_write character_auth character_stats character_location',
    );
  });
});

describe('a client that the game has not activated yet', () => {
  test('is sent back with access_denied_inactive_client until it is', async () => {
    await world.service.registerClient({ ...client, isActive: false });
    const { location } = await createBrowser(world.service).open(authorizationAddress());
    expect(location).toContain(`${client.redirectUris[0]}?`);
    expect(Object.fromEntries(new URL(location).searchParams)).toMatchObject({
      error: 'access_denied_inactive_client',
      state: 'the-state',
    });
    await world.service.registerClient(client);
    expect((await walk(createBrowser(world.service), vael)).get('code')).toEqual(expect.any(String));
  });
});

describe('the exchange of a code', () => {
  test('is refused for a wrong verifier, a wrong secret, another redirect and a second time', async () => {
    const browser = createBrowser(world.service);
    const code = async () => (await walk(browser, vael)).get('code');
    expect((await exchange(world.service, await code(), { code_verifier: 'w'.repeat(64) })).body['error']).toBe(
      'invalid_grant',
    );
    expect((await exchange(world.service, await code(), { client_secret: 'wrong' })).body['error']).toBe(
      'invalid_client',
    );
    expect(
      (await exchange(world.service, await code(), { redirect_uri: 'http://127.0.0.1:9/other' })).body['error'],
    ).toBe('invalid_grant');
    const once = await code();
    const { body } = await exchange(world.service, once);
    expect((await exchange(world.service, once)).body['error']).toBe('invalid_grant');
    // A code that comes twice may have been stolen: what it gave is taken back.
    expect((await ask(world.service, 'GET character', { token: body['access_token'] ?? '' })).status).toBe(401);
  });

  test('is refused after a minute', async () => {
    const code = (await walk(createBrowser(world.service), vael)).get('code');
    now += 61_000;
    expect((await exchange(world.service, code)).body['error']).toBe('invalid_grant');
  });

  test('takes the secret by HTTP Basic, too', async () => {
    const code = (await walk(createBrowser(world.service), vael)).get('code');
    const authorization = `Basic ${btoa(`${client.clientId}:${client.clientSecret}`)}`;
    expect((await exchange(world.service, code, {}, { authorization })).status).toBe(200);
  });

  test.each([
    ['the request', { access_type: undefined }, {}],
    ['the exchange', {}, { access_type: '' }],
  ])('gives no refresh token when %s did not say access_type=offline', async (_, asked, exchanged) => {
    const code = (await walk(createBrowser(world.service), vael, asked)).get('code');
    const { status, body } = await exchange(world.service, code, Object.fromEntries(Object.entries(exchanged)));
    expect(status).toBe(200);
    expect(body).not.toHaveProperty('refresh_token');
  });
});

describe('previously granted scopes', () => {
  test('are part of the new grant when the client says renew_previously_granted=yes, and the page shows them', async () => {
    const browser = createBrowser(world.service);
    await exchange(world.service, (await walk(browser, vael)).get('code'));
    const page = await walkToConsent(browser, authorizationAddress({ scope: 'messages_read' }), vael.handle);
    expect((await browser.open(page)).text).toContain('You allowed it before');
    const { body } = await exchange(world.service, (await walk(browser, vael, { scope: 'messages_read' })).get('code'));
    expect(await scopesOf(vael, body['access_token'])).toEqual([
      'CHARACTER_CREDITS',
      'CHARACTER_READ',
      'MESSAGES_READ',
    ]);
  });

  test('are marked where they are asked for again, one by one or all together', async () => {
    const browser = createBrowser(world.service);
    const consent = async (scope: string) =>
      (await browser.open(await walkToConsent(browser, authorizationAddress({ scope }), vael.handle))).text;
    expect(await consent('character_read character_credits')).not.toContain('class="before"');
    await exchange(world.service, (await walk(browser, vael)).get('code'));

    const some = await consent('character_read messages_read');
    expect(some.match(/<li>[^<]*<span class="before">You allowed this before\.<\/span><\/li>/gu)).toEqual([
      expect.stringContaining('See the profile of this character'),
    ]);
    expect(some).toContain('You allowed it before, and it stays allowed');
    expect(some.match(/where they came from and went/gu)).toHaveLength(1);

    const all = await consent('character_read character_credits');
    expect(all).toContain('You allowed all of this before.');
    expect(all).not.toContain('You allowed this before.');
    expect(all).not.toContain('it stays allowed');
  });

  test('stay out without it, for other characters, and after they were taken back', async () => {
    const browser = createBrowser(world.service);
    const { body: first } = await exchange(world.service, (await walk(browser, vael)).get('code'));
    const alone = await exchange(
      world.service,
      (await walk(browser, vael, { scope: 'character_skills', renew_previously_granted: undefined })).get('code'),
    );
    expect(alone.body['scope']).toBe('character_skills');
    const other = await exchange(
      world.service,
      (await walk(createBrowser(world.service), marshal, { scope: 'character_read' })).get('code'),
    );
    expect(other.body['scope']).toBe('character_read');
    await revoke(first['refresh_token']);
    await revoke(alone.body['refresh_token']);
    const later = await exchange(world.service, (await walk(browser, vael, { scope: 'messages_send' })).get('code'));
    expect(later.body['scope']).toBe('messages_send');
  });
});

describe('a refresh token', () => {
  test('gives new tokens and is used up; used again, everything of its grant is taken back', async () => {
    const { body: first } = await exchange(world.service, (await walk(createBrowser(world.service), vael)).get('code'));
    now += 3600 * 1000;
    expect((await ask(world.service, 'GET character', { token: first['access_token'] ?? '' })).status).toBe(401);
    const { status, body: second } = await refresh(world.service, first['refresh_token']);
    expect(status).toBe(200);
    expect(second['refresh_token']).not.toBe(first['refresh_token']);
    expect((await ask(world.service, 'GET character', { token: second['access_token'] ?? '' })).status).toBe(200);

    expect((await refresh(world.service, first['refresh_token'])).body['error']).toBe('invalid_grant');
    expect((await refresh(world.service, second['refresh_token'])).body['error']).toBe('invalid_grant');
    expect((await ask(world.service, 'GET character', { token: second['access_token'] ?? '' })).status).toBe(401);
  });

  test('lasts a year by the clock of the service', async () => {
    const { body } = await exchange(world.service, (await walk(createBrowser(world.service), vael)).get('code'));
    now += 364 * 86_400_000;
    const later = await refresh(world.service, body['refresh_token']);
    expect(later.status).toBe(200);
    now += 366 * 86_400_000;
    expect((await refresh(world.service, later.body['refresh_token'])).body['error']).toBe('invalid_grant');
  });
});

describe('revocation', () => {
  test('of a refresh token ends all that came of it', async () => {
    const { body } = await exchange(world.service, (await walk(createBrowser(world.service), vael)).get('code'));
    expect((await revoke(body['refresh_token'])).status).toBe(200);
    expect((await ask(world.service, 'GET character', { token: body['access_token'] ?? '' })).status).toBe(401);
    expect((await refresh(world.service, body['refresh_token'])).body['error']).toBe('invalid_grant');
  });

  test('of an access token ends it, and one of an unknown token is no error', async () => {
    const token = await world.service.grantToken({ handle: vael.handle, scopes: ['CHARACTER_READ'] });
    expect((await revoke(token)).status).toBe(200);
    expect((await ask(world.service, 'GET character', { token })).status).toBe(401);
    expect((await revoke('unknown')).status).toBe(200);
  });

  test('needs the secret of the client, and is not done by GET', async () => {
    const token = await world.service.grantToken({ handle: vael.handle, scopes: ['CHARACTER_READ'] });
    expect((await revoke(token, 'wrong')).status).toBe(401);
    const byGet = await fetch(`${world.service.url}/ws/oauth2/revoke?client_id=${client.clientId}&token=${token}`);
    expect(byGet.ok).toBe(false);
    expect((await ask(world.service, 'GET character', { token })).status).toBe(200);
  });
});

describe('the OAuth server', () => {
  test('writes nothing on the console', async () => {
    const spies = (['log', 'info', 'warn', 'error'] as const).map((method) => vi.spyOn(console, method));
    await using quiet = await startService({ clients: [client] });
    const { body } = await exchange(quiet.service, (await walk(createBrowser(quiet.service), vael)).get('code'));
    await refresh(quiet.service, body['refresh_token']);
    for (const spy of spies) expect(spy).not.toHaveBeenCalled();
    vi.restoreAllMocks();
  });

  test('goes by the clock of the service, even when that is years from the time of the machine', async () => {
    let elsewhere = Date.UTC(2001, 0, 1);
    await using past = await startService({ clients: [client], clock: () => elsewhere });
    const { body } = await exchange(past.service, (await walk(createBrowser(past.service), vael)).get('code'));
    const { status } = await refresh(past.service, body['refresh_token']);
    expect(status).toBe(200);
    elsewhere += 3600 * 1000;
    expect((await ask(past.service, 'GET character', { token: body['access_token'] ?? '' })).status).toBe(401);
  });

  test('learns a client that is registered later', async () => {
    await world.service.registerClient({
      clientId: 'late',
      clientSecret: 'late-secret',
      redirectUris: ['http://127.0.0.1:9/late'],
      name: 'Latecomer',
    });
    const browser = createBrowser(world.service);
    const page = await walkToConsent(
      browser,
      authorizationAddress({ client_id: 'late', redirect_uri: 'http://127.0.0.1:9/late' }),
      vael.handle,
    );
    expect((await browser.open(page)).text).toContain('Latecomer');
  });
});

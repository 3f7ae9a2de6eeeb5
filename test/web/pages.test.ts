import { request } from 'node:http';
import { afterEach, describe, expect, test } from 'vitest';
import type { Person } from '../../sandbox/discord/people/person.ts';
import { StoreUnavailable } from '../../src/store/store.ts';
import { createTinyBrowser } from '../support/browser.ts';
import { textFrom } from '../support/messages.ts';
import { useWorld } from '../support/useWorld.ts';
import { beginLogin, loginUrlOf, signIn } from '../support/world.ts';
import { createFailingWeb } from './failingWeb.ts';

const EXPIRED = 'This login link has expired or is invalid';
const COOKIE = /^commlink_login=[\w-]{16}\.[\w-]{32}$/;
/** What a browser sends with our own page's form. */
const POST = { method: 'POST', redirect: 'manual', headers: { 'sec-fetch-site': 'same-origin' } } as const;

const linkFor = async (person: Person): Promise<string> => loginUrlOf(await beginLogin(person));

async function open(url: string | URL, init: RequestInit = {}) {
  const response = await fetch(url, { redirect: 'manual', ...init });
  const { status, headers } = response;
  return { status, headers, cookies: headers.getSetCookie(), html: await response.text() };
}
const openWith = (url: URL, cookie: string) => open(url, { headers: { cookie } });

/** Presses the button to the game: returns the cookie, and where to continue. */
async function start(link: string) {
  const { status, headers, cookies } = await open(link, POST);
  expect(status).toBe(303);
  const cookie = cookies[0]?.split(';')[0] ?? '';
  expect(cookie).toMatch(COOKIE);
  return { cookie, authorizationUrl: new URL(headers.get('location') ?? '') };
}

/** Goes on in another browser, without the bot's cookies: returns the page that it ends on, and the
 * cookie of the first browser. */
async function consentElsewhere(person: Person) {
  const { cookie, authorizationUrl } = await start(await linkFor(person));
  const browser = createTinyBrowser();
  const signInPage = await browser.open(authorizationUrl);
  const consentPage = await browser.submit(signInPage, { handle: 'Vael Ondar', password: 'sandbox' });
  return { cookie, page: await browser.submit(consentPage, { decision: 'allow' }) };
}

/** Sends kilobytes of body with any method, which `fetch` doesn't; returns the status. */
function send(url: string, method: string, headers: Record<string, string | number>, kilobytes = 2) {
  return new Promise<number | undefined>((resolve, reject) => {
    const sending = request(url, { method, headers }, (response) => {
      resolve(response.statusCode);
      response.resume();
    }).once('error', reject);
    for (let chunk = 0; chunk < kilobytes; chunk += 1) sending.write('x'.repeat(1_024));
    sending.end();
  });
}

/** Expects a page that explains: a status, a sentence, what to do, and no code. */
function expectProblem(page: { status: number; html: string }, status: number, sentence: string): void {
  expect(page.html).toContain(sentence);
  expect(page.status).toBe(status);
  expect(page.html).toMatch(/go back to Discord and (type \/login|open the same link)/i);
  expect(page.html).not.toContain('data-code');
}

/** Expects no frame, cache or referrer, and no scripts but those from `scripts`. */
function expectStrict({ headers }: Pick<Response, 'headers'>, scripts: string): void {
  const policy = headers.get('content-security-policy') ?? '';
  for (const rule of ["default-src 'none'", "frame-ancestors 'none'", `script-src ${scripts}`])
    expect(policy).toContain(rule);
  expect(policy).not.toContain('unsafe');
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('referrer-policy')).toBe('same-origin');
}

/** Opens the callback, then the page that it leads to. */
async function finishWith(callback: URL, cookie: string) {
  const { status } = await openWith(callback, cookie);
  expect(status).toBe(303);
  return await openWith(new URL('code', callback), cookie);
}

describe('the login pages', () => {
  const world = useWorld('all');
  const at = (path: string): URL => new URL(path, world.environment['PUBLIC_URL']);
  afterEach(async () => {
    expect(await textFrom(world.player.run('profile'))).toContain("You haven't linked a game character");
  });

  test('a forged link gets a page that says what to do', async () => {
    const forged = at(`login/${'A'.repeat(32)}`);
    for (const page of [await open(forged), await open(forged, POST)]) {
      expectProblem(page, 400, EXPIRED);
      expect(page.cookies).toEqual([]);
    }
  });

  const forged = ['..%2f..%2fetc', '%00', 'x'.repeat(500), '%E0%A4%A'];
  test.each([
    ...forged.map((token) => [400, `login/${token}`] as const),
    ...['nowhere', 'login', 'login/', 'login/<b>alert(1)</b>'].map((path) => [404, path] as const),
  ])('a %i with what to do is at each unknown address, which isn’t shown: %j', async (expected, path) => {
    const { status, html } = await open(at(path));
    expect(status).toBe(expected);
    expect(html).toMatch(/go back to Discord and type \/login/i);
    expect(html).not.toContain('alert(1)');
  });

  test('opening a link with GET or HEAD uses nothing up', async () => {
    const link = await linkFor(world.player);
    for (const method of ['HEAD', 'GET', 'HEAD', 'GET']) {
      const { status, html, cookies } = await open(link, { method });
      expect({ status, cookies }).toEqual({ status: 200, cookies: [] });
      expect(html.includes('Kestrel')).toBe(method === 'GET');
    }
    await start(link);
  });

  test('the browser that started may start again, and only its latest code works', async () => {
    const link = await linkFor(world.player);
    const browser = createTinyBrowser();
    const abandoned = await browser.submit(await browser.open(link));
    expect(abandoned.url.origin).toBe(world.game.url);
    const code = await signIn(link, 'Vael Ondar', {}, browser);
    const used = await browser.open(link);
    expectProblem(used, 400, 'This login link has already been used');
    expect(used.html).toContain('href="/login/code">Show the code<');
    expect((await browser.open(new URL('/login/code', used.url))).html).toContain(`data-code>${code}<`);
  });

  test('a forged callback gets a page that says what to do', async () => {
    const { cookie } = await start(await linkFor(world.player));
    for (const query of ['', '?code=x', '?state=', '?code=x&state=forged', '?error=server_error'])
      for (const given of ['', cookie, 'commlink_login=forged'])
        expectProblem(await openWith(at(`login/callback${query}`), given), 400, EXPIRED);
  });

  test('a callback in another browser shows no code and doesn’t end the login', async () => {
    const { cookie, page: elsewhere } = await consentElsewhere(world.player);
    const other = await start(await linkFor(world.officer));
    expectProblem(elsewhere, 403, 'This login was started in another browser');
    for (const wrong of [other.cookie, `${cookie}x`])
      expectProblem(await openWith(elsewhere.url, wrong), 403, 'This login was started in another browser');
    const { status, html } = await finishWith(elsewhere.url, cookie);
    expect(status).toBe(200);
    expect(html).toMatch(/data-code>\d{6}</);
  });

  test('the pages show a name with HTML in it as text, beside the unique username', async () => {
    const { user } = world.visitor.account;
    const before = user.global_name;
    user.global_name = '<img src=x onerror=alert(1)>&"';
    try {
      const invitation = await open(await linkFor(world.visitor));
      const { cookie, page } = await consentElsewhere(world.visitor);
      for (const { html } of [invitation, await finishWith(page.url, cookie)]) {
        const name = '&lt;img src=x onerror=alert(1)&gt;&amp;&quot;';
        expect(html).toContain(`<b dir="auto">${name}</b> <bdi>@${user.username}</bdi>`);
        expect(html).not.toContain('<img');
      }
    } finally {
      user.global_name = before;
    }
  });

  test('every response forbids scripts, frames, referrers and caching', async () => {
    const link = await linkFor(world.player);
    const others = ['login/forged', 'nowhere', 'login/callback?state=x', 'healthz'].map((path) => open(at(path)));
    const tooLarge = await open(link, { ...POST, body: 'x'.repeat(2 * 1024) });
    expect(tooLarge.html).toContain('more than this page accepts');
    for (const response of await Promise.all([tooLarge, open(link), ...others])) {
      expectStrict(response, "'none'");
      const { headers, html } = response;
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('strict-transport-security')).toBeNull();
      expect(headers.get('access-control-allow-origin')).toBeNull();
      expect(html).not.toContain('<script');
    }
  });

  test('only the code page may run a script, and only ours', async () => {
    const { cookie, page: elsewhere } = await consentElsewhere(world.player);
    await openWith(elsewhere.url, cookie);
    const page = await openWith(at('login/code'), cookie);
    expectStrict(page, "'self'");
    const scripts = [...page.html.matchAll(/<script([^>]*)>(.?)/g)].map(([tag]) => tag);
    expect(scripts).toEqual(['<script type="module" src="/login/copyCode.js"><']);
    const script = await open(at('login/copyCode.js'));
    expect(script.headers.get('content-type')).toContain('text/javascript');
    expect(script.html).toContain('clipboard');
  });

  test.each([
    ['from a sibling host', { 'sec-fetch-site': 'same-site' }],
    ['from anywhere else', { 'sec-fetch-site': 'cross-site' }],
    ['from no page', { 'sec-fetch-site': 'none' }],
    ['from an older browser on a sibling host', { origin: 'http://evil.127.0.0.1' }],
    ['from a page without an origin', { origin: 'null' }],
    ['that says nothing of its page', {}],
  ])('a form %s begins no login', async (_, headers) => {
    const link = await linkFor(world.player);
    const refused = await open(link, { ...POST, headers });
    expectProblem(refused, 403, 'Another page tried to start this login');
    expect(refused.cookies).toEqual([]);
    expect((await open(link, { ...POST, headers: { origin: at('').origin } })).status).toBe(303);
  });

  test('scripts and other sites’ requests can’t reach the cookie', async () => {
    const { cookies } = await open(await linkFor(world.player), POST);
    const [, ...flags] = (cookies[0] ?? '').split('; ');
    expect(flags.toSorted()).toEqual(['HttpOnly', 'Max-Age=600', 'Path=/', 'SameSite=Lax']);
  });

  test.each([
    ['POST', 403],
    ['GET', 200],
    ['HEAD', 200],
  ])('a body with %s that is too large is refused, with or without a content-length', async (method, status) => {
    const link = await linkFor(world.player);
    expect(await send(link, method, { 'content-length': 2 * 1024 })).toBe(413);
    expect(await send(link, method, { 'transfer-encoding': 'chunked' })).toBe(413);
    expect(await send(link, method, { 'content-length': 0 }, 0)).toBe(status);
  });

  test('health is 200 while the bot is connected to Discord and its store', async () => {
    expect(await open(at('healthz'))).toMatchObject({ status: 200, html: '{"ok":true,"service":"commlink"}' });
    expect((await open(at('healthz'), { method: 'HEAD' })).status).toBe(200);
  });
});

describe('with an https address', () => {
  const world = useWorld('all', { environment: { PUBLIC_URL: 'https://bot.example.org/' } });

  test('no other host can set the cookie, and browsers must stay with https', async () => {
    const link = new URL(await linkFor(world.player));
    expect(link.origin).toBe('https://bot.example.org');
    const { headers, cookies } = await open(`http://127.0.0.1:${world.app.webPort}${link.pathname}`, POST);
    expect(cookies[0]).toMatch(/^__Host-commlink_login=[\w.-]+; (?=.*Path=\/(;|$))(?=.*Secure)(?!.*Domain)/);
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000');
    const redirect = new URL(headers.get('location') ?? '').searchParams.get('redirect_uri');
    expect(redirect).toBe('https://bot.example.org/login/callback');
  });
});

describe('when a step fails', () => {
  const lines: string[] = [];
  test('the page shows only a reference, which is in the log', async () => {
    const response = await createFailingWeb(new Error('secret inner text'), lines).request('/login/some-secret-token');
    expect(response.status).toBe(500);
    const html = await response.text();
    expect(html).not.toContain('secret');
    const [reference = 'none'] = /\b[0-9a-f]{8}\b/.exec(html) ?? [];
    const logged = lines.find((line) => line.includes(reference)) ?? '';
    expect(logged).toContain('secret inner text');
    expect(logged).not.toContain('some-secret-token');
  });

  test.each([
    ['the page says that the store is away', '/login/x', 'Please try again in a few minutes.'],
    ['health is 503', '/healthz', '{"ok":false,"service":"commlink"}'],
  ])('%s, without a reason', async (_, path, said) => {
    const response = await createFailingWeb(new StoreUnavailable('redis://secret')).request(path);
    expect(response.status).toBe(503);
    expect(await response.text()).toSatisfy((body: string) => body.includes(said) && !body.includes('redis'));
  });
});

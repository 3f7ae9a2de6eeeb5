import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { type ServerType, serve } from '@hono/node-server';
import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { getCookie, setCookie } from 'hono/cookie';
import { secureHeaders } from 'hono/secure-headers';
import { parseAccept } from 'hono/utils/accept';
import { CALLBACK_PATH, LOGIN_LIFETIME_MS, type Login } from '../account/login.ts';
import { LoginProblem } from '../account/loginProblem.ts';
import type { Logger } from '../log.ts';
import { StoreUnavailable } from '../store/store.ts';
import { type Words, wordsForAny } from '../view/words/wordsFor.ts';
import { ASSETS } from './assets.ts';
import { codePage, explanationPage, invitationPage, problemPage } from './loginPages.ts';

export type WebOptions = {
  login: Login;
  log: Logger;
  publicUrl: URL;
  /** Resolves when the process can do its work; what it throws makes `/healthz` answer 503. */
  check: () => Promise<void>;
};

const COOKIE = 'commlink_login';
const CODE_PATH = '/login/code';
const LARGEST_BODY_BYTES = 16 * 1024;
const STATUS_OF = {
  unavailable: 503,
  too_many_tries: 403,
  wrong_browser: 403,
  code_entered: 200,
  already_linked: 200,
} as const;

/** The login pages and the health check, as an application that any server can run. */
export function createWeb({ login, log, publicUrl, check }: WebOptions): Hono {
  const web = new Hono();
  const cookieOptions = {
    path: '/login',
    httpOnly: true,
    sameSite: 'Lax',
    secure: publicUrl.protocol === 'https:',
    maxAge: LOGIN_LIFETIME_MS / 1_000,
  } as const;

  // No form-action: browsers hold it against the redirect to the game's own site too.
  web.use(
    secureHeaders({
      contentSecurityPolicy: {
        defaultSrc: ["'none'"],
        scriptSrc: [({ req }) => (req.path === CODE_PATH ? "'self'" : "'none'")],
        styleSrc: ["'self'"],
        imgSrc: ['data:'],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
      },
      referrerPolicy: 'no-referrer',
      strictTransportSecurity: publicUrl.protocol === 'https:' ? 'max-age=31536000' : false,
    }),
    async (context, next) => {
      await next();
      if (!context.res.headers.has('cache-control')) context.header('cache-control', 'no-store');
    },
    bodyLimit({
      maxSize: LARGEST_BODY_BYTES,
      onError: (context) => {
        const words = wordsOf(context);
        return context.html(explanationPage(words, words.pages.tooLarge), 413);
      },
    }),
  );

  web.get('/healthz', async (context) => {
    const failure = await check().then(
      () => undefined,
      (err: unknown) => err ?? new Error('not healthy'),
    );
    if (failure) log.warn({ err: failure }, 'not healthy');
    return context.json({ ok: failure === undefined }, failure === undefined ? 200 : 503);
  });

  for (const [path, { body, contentType }] of Object.entries(ASSETS)) {
    web.get(path, (context) =>
      context.body(body, 200, { 'content-type': contentType, 'cache-control': 'max-age=3600' }),
    );
  }

  // These two before /login/:token, which they would match too. The callback counts once, the code page can be loaded again.
  web.get(`/${CALLBACK_PATH}`, async (context) => {
    await login.finish(new URL(context.req.url).searchParams, getCookie(context, COOKIE));
    return context.redirect('code', 303);
  });

  web.get(CODE_PATH, async (context) => {
    const { code, user } = await login.showCode(getCookie(context, COOKIE));
    return context.html(codePage(wordsOf(context), user, code));
  });

  // Looking at the link changes nothing: previews and scanners open links too. The button's POST uses it up.
  web.get('/login/:token', async (context) => {
    const { user, scopes } = await login.inspect(context.req.param('token'), getCookie(context, COOKIE));
    return context.html(invitationPage(wordsOf(context), user, scopes));
  });

  web.post('/login/:token', async (context) => {
    const { url, cookie } = await login.start(context.req.param('token'), getCookie(context, COOKIE));
    setCookie(context, COOKIE, cookie, cookieOptions);
    return context.redirect(url.href, 303);
  });

  web.notFound((context) => {
    const words = wordsOf(context);
    return context.html(explanationPage(words, words.pages.notFound), 404);
  });

  web.onError(async (err, context) => {
    const words = wordsOf(context);
    const { pages, errors } = words;
    if (err instanceof LoginProblem) {
      log.info({ problem: err.code, err: err.cause }, 'a login page ended with an explanation');
      // Whoever opens the link again in the browser that signed in looks for the code.
      const hasCode = err.code === 'link_used' && (await showsCode(login, getCookie(context, COOKIE)));
      return context.html(problemPage(words, err, hasCode), STATUS_OF[err.code as keyof typeof STATUS_OF] ?? 400);
    }
    if (err instanceof StoreUnavailable) {
      log.warn({ err }, 'a login page could not reach the store');
      return context.html(explanationPage(words, { ...pages.notNow, sentence: errors.storeUnavailable }), 503);
    }
    const reference = randomBytes(4).toString('hex');
    log.error({ err, reference, path: context.req.routePath }, 'a login page failed');
    const sentence = errors.unknown(reference).replaceAll('`', '');
    return context.html(explanationPage(words, { ...pages.failed, sentence }), 500);
  });
  return web;
}

async function showsCode(login: Login, cookie: string | undefined): Promise<boolean> {
  return await login.showCode(cookie).then(
    () => true,
    () => false,
  );
}

/** The language of a page is the one that the browser likes best among ours. */
function wordsOf(context: Context): Words {
  const accepted = parseAccept(context.req.header('accept-language') ?? '');
  return wordsForAny(accepted.toSorted((a, b) => b.q - a.q).map(({ type }) => type));
}

export type WebServer = { port: number; close(): Promise<void> };

/** Listens; rejects with the system's error (e.g. `EADDRINUSE`) when it cannot. */
export function listen(web: Hono, { host, port }: { host: string; port: number }): Promise<WebServer> {
  return new Promise((resolve, reject) => {
    const server: ServerType = serve({ fetch: web.fetch, hostname: host, port }, (address: AddressInfo) => {
      server.off('error', reject);
      resolve({ port: address.port, close: () => closeServer(server) });
    });
    server.once('error', reject);
  });
}

function closeServer(server: ServerType): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    if ('closeAllConnections' in server) server.closeAllConnections();
  });
}

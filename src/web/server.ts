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
import { STYLESHEET } from './layout.ts';
import { codePage, invitationPage, problemPage, sentencePage } from './loginPages.ts';

export type WebOptions = {
  login: Login;
  log: Logger;
  publicUrl: URL;
  /** Resolves when the process can do its work; what it throws makes `/healthz` answer 503. */
  check: () => Promise<void>;
};

const COOKIE = 'commlink_login';
const LARGEST_BODY_BYTES = 16 * 1024;
const STATUS_OF = { unavailable: 503, too_many_tries: 403, wrong_browser: 403 } as const;

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
        return context.html(sentencePage(words, words.pages.tooLarge), 413);
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

  web.get('/login/style.css', (context) =>
    context.body(STYLESHEET, 200, { 'content-type': 'text/css; charset=utf-8', 'cache-control': 'max-age=3600' }),
  );

  // These two before /login/:token, which they would match too. The callback counts once, the code page can be loaded again.
  web.get(`/${CALLBACK_PATH}`, async (context) => {
    await login.finish(new URL(context.req.url).searchParams, getCookie(context, COOKIE));
    return context.redirect('code', 303);
  });

  web.get('/login/code', async (context) => {
    const { code, user } = await login.showCode(getCookie(context, COOKIE));
    return context.html(codePage(wordsOf(context), user, code));
  });

  // Looking at the link changes nothing: previews and scanners open links too. The button's POST uses it up.
  web.get('/login/:token', async (context) => {
    const { user, scopes } = await login.inspect(context.req.param('token'));
    return context.html(invitationPage(wordsOf(context), user, scopes));
  });

  web.post('/login/:token', async (context) => {
    const { url, cookie } = await login.start(context.req.param('token'), getCookie(context, COOKIE));
    setCookie(context, COOKIE, cookie, cookieOptions);
    return context.redirect(url.href, 303);
  });

  web.notFound((context) => {
    const words = wordsOf(context);
    return context.html(sentencePage(words, words.pages.notFound), 404);
  });

  web.onError((err, context) => {
    const words = wordsOf(context);
    if (err instanceof LoginProblem) {
      log.info({ problem: err.code, err: err.cause }, 'a login page ended with an explanation');
      return context.html(problemPage(words, err), STATUS_OF[err.code as keyof typeof STATUS_OF] ?? 400);
    }
    if (err instanceof StoreUnavailable) {
      log.warn({ err }, 'a login page could not reach the store');
      return context.html(sentencePage(words, words.errors.storeUnavailable), 503);
    }
    const reference = randomBytes(4).toString('hex');
    log.error({ err, reference, path: context.req.routePath }, 'a login page failed');
    return context.html(sentencePage(words, words.errors.unknown(reference).replaceAll('`', '')), 500);
  });
  return web;
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

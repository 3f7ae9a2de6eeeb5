import { randomBytes } from 'node:crypto';
import { IncomingMessage } from 'node:http';
import type { HttpBindings } from '@hono/node-server';
import type { Registry } from '@prometheus-io/client';
import { type Context, Hono } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { secureHeaders } from 'hono/secure-headers';
import { parseAccept } from 'hono/utils/accept';
import { CALLBACK_PATH } from '../account/login.ts';
import type { BrowserSteps } from '../account/loginInBrowser.ts';
import { LoginProblem } from '../account/loginProblem.ts';
import { LOGIN_LIFETIME_MS } from '../account/logins.ts';
import type { Logger } from '../log.ts';
import { StoreUnavailable } from '../store/store.ts';
import { languageOfAny } from '../view/language.ts';
import { type Bodies, createBodies } from './bodies.ts';
import { addEvents, addInteractions, type EventsOptions, type InteractionsOptions } from './discordRequests.ts';
import { type PageTexts, TEXTS } from './en.ts';
import { ASSETS } from './layout.ts';
import { homePage, type LegalFacts, privacyPage, termsPage } from './legal/pages.ts';
import { codePage, type Explanation, explanationPage, invitationPage, problemPage } from './loginPages.ts';

export type WebOptions = {
  login: BrowserSteps;
  log: Logger;
  publicUrl: URL;
  /** Resolves if the process can work; an error turns `/healthz` to 503. */
  check: () => Promise<void>;
  events?: EventsOptions | undefined;
  legal?: LegalFacts;
  interactions?: InteractionsOptions | undefined;
};

type WithForm = { Variables: { form: URLSearchParams } };

/** Tells the doctor that PUBLIC_URL leads to a Commlink. */
const SERVICE = 'commlink';
const CODE_PATH = '/login/code';
const MAX_FORM_BYTES = 1_024;
const STATUS_OF = {
  unavailable: 503,
  too_many_tries: 403,
  wrong_browser: 403,
  code_entered: 200,
  already_linked: 200,
} as const;

export function createWeb({ login, log, publicUrl, check, interactions, events, legal = {} }: WebOptions): Hono {
  const web = new Hono();
  // Added before the pages' own middleware, such as their smaller body limit.
  const bodies = createBodies();
  if (events) addEvents(web, events, bodies);
  if (interactions) addInteractions(web, interactions, bodies);
  const isSecure = publicUrl.protocol === 'https:';
  // No other host of the domain can set this cookie. It requires https and all paths.
  const cookieName = isSecure ? '__Host-commlink_login' : 'commlink_login';
  const cookieOptions = {
    path: '/',
    httpOnly: true,
    sameSite: 'Lax',
    secure: isSecure,
    maxAge: LOGIN_LIFETIME_MS / 1_000,
  } as const;

  addGuards(web, bodies, isSecure);

  web.get('/healthz', async (context) => {
    try {
      await check();
      return context.json({ ok: true, service: SERVICE });
    } catch (err) {
      log.warn({ err }, 'not healthy');
      return context.json({ ok: false, service: SERVICE }, 503);
    }
  });

  web.get('/', (context) => context.html(homePage(textsOf(context), legal)));
  web.get('/terms', (context) => context.html(termsPage(textsOf(context), legal)));
  web.get('/privacy', (context) => context.html(privacyPage(textsOf(context), legal)));

  for (const [path, { body, contentType }] of Object.entries(ASSETS)) {
    web.get(path, (context) =>
      context.body(body, 200, { 'content-type': contentType, 'cache-control': 'max-age=3600' }),
    );
  }

  // Before /login/:token, which would match. The callback works once; the code page can reload.
  web.get(`/${CALLBACK_PATH}`, async (context) => {
    await login.finish(new URL(context.req.url).searchParams, getCookie(context, cookieName));
    return context.redirect('code', 303);
  });

  web.get(CODE_PATH, async (context) => {
    return context.html(codePage(textsOf(context), await login.showCode(getCookie(context, cookieName))));
  });

  // Changes nothing, because previews and scanners open links too. The button's POST does.
  web.get('/login/:token', async (context) => {
    const { user, scopes } = await login.inspect(context.req.param('token'), getCookie(context, cookieName));
    return context.html(invitationPage(textsOf(context), user, scopes));
  });

  web.post('/login/:token', async (context: Context<WithForm, '/login/:token'>) => {
    if (!isFromOurPage(context, publicUrl)) return explain(context, 403, ({ otherSite }) => otherSite);
    const chosen = context.var.form.getAll('permission');
    const { url, cookie } = await login.start(context.req.param('token'), getCookie(context, cookieName), chosen);
    setCookie(context, cookieName, cookie, cookieOptions);
    return context.redirect(url.href, 303);
  });

  web.notFound((context) => explain(context, 404, ({ notFound }) => notFound));

  web.onError(async (err, context) => {
    if (err instanceof LoginProblem) {
      log.info({ problem: err.code, err: err.cause }, 'a login page ended with an explanation');
      // Someone who opens the link again after signing in is looking for the code.
      const cookie = getCookie(context, cookieName);
      const shown = err.code === 'link_used' ? await login.showCode(cookie).catch(() => undefined) : undefined;
      const status = STATUS_OF[err.code as keyof typeof STATUS_OF] ?? 400;
      return context.html(problemPage(textsOf(context), err, shown !== undefined), status);
    }
    if (err instanceof StoreUnavailable) {
      log.warn({ err }, 'a login page could not reach the store');
      // A page can't tell what was stored before.
      const toSentence = ({ storeUnavailable, nothingChanged }: PageTexts['errors']): string =>
        storeUnavailable.replace(`${nothingChanged} `, '');
      return explain(context, 503, ({ notNow, errors }) => ({ ...notNow, sentence: toSentence(errors) }));
    }
    const reference = randomBytes(4).toString('hex');
    log.error({ err, reference, path: context.req.routePath }, 'a login page failed');
    return explain(context, 500, ({ failed, errors }) => ({
      ...failed,
      sentence: errors.unknown(reference).replaceAll('`', ''),
    }));
  });
  return web;
}

/** Headers and a body limit for all pages that are added after this. */
function addGuards(web: Hono, bodies: Bodies, isSecure: boolean): void {
  // No form-action, which browsers would apply to the redirect to the game's site too.
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
      // With no-referrer, browsers would send no origin with our own form.
      referrerPolicy: 'same-origin',
      strictTransportSecurity: isSecure ? 'max-age=31536000' : false,
    }),
    async (context, next) => {
      await next();
      if (!context.res.headers.has('cache-control')) context.header('cache-control', 'no-store');
    },
    async (context: Context<WithForm>, next) => {
      const { incoming } = (context.env ?? {}) as Partial<HttpBindings>;
      const maxBytes = context.req.method === 'POST' ? MAX_FORM_BYTES : 0;
      const body = incoming instanceof IncomingMessage ? await bodies.read(incoming, maxBytes) : undefined;
      if (typeof body !== 'number') {
        context.set('form', new URLSearchParams(String(body ?? '')));
        return await next();
      }
      // Without this, the connection would wait for the rest of the body.
      context.header('connection', 'close');
      return body === 413 ? explain(context, 413, (texts) => texts.tooLarge) : context.body(null, body);
    },
  );
}

/** Another site mustn't start a login. Older browsers send only a request's origin. */
function isFromOurPage({ req }: Context, publicUrl: URL): boolean {
  const site = req.header('sec-fetch-site');
  return site === undefined ? req.header('origin') === publicUrl.origin : site === 'same-origin';
}

function explain(
  context: Context,
  status: 403 | 404 | 413 | 500 | 503,
  explanation: (texts: PageTexts) => Explanation,
): Response | Promise<Response> {
  const texts = textsOf(context);
  return context.html(explanationPage(texts, explanation(texts)), status);
}

function textsOf(context: Context): PageTexts {
  const accepted = parseAccept(context.req.header('accept-language') ?? '');
  return TEXTS[languageOfAny(accepted.toSorted((a, b) => b.q - a.q).map(({ type }) => type))];
}

/** `/metrics` for the operator, on a port of its own because the login pages' port is public. */
export function createMetricsWeb(registry: Pick<Registry, 'contentType' | 'metrics'>): Hono {
  const web = new Hono();
  web.get('/metrics', async (context) =>
    context.body(await registry.metrics(), 200, { 'content-type': registry.contentType }),
  );
  return web;
}

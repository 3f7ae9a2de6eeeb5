import { createHash } from 'node:crypto';
import type { GameService } from '../../../sandbox/game/service.ts';

export const client = {
  clientId: 'tester',
  clientSecret: 'tester-secret',
  redirectUris: ['http://127.0.0.1:9/back'],
  name: 'Test & <Client>',
};
export const verifier = 'v'.repeat(64);

/** A browser without scripts: keeps cookies, follows nothing by itself. */
export interface Browser {
  open(address: string): Promise<Visit>;
  submit(address: string, form: Record<string, string>): Promise<Visit>;
}

export interface Visit {
  status: number;
  location: string;
  text: string;
  headers: Headers;
}

export function createBrowser(service: GameService): Browser {
  const cookies = new Map<string, { value: string; path: string }>();
  const visit = async (address: string, init: RequestInit): Promise<Visit> => {
    const url = new URL(address, service.url);
    const cookie = [...cookies]
      .filter(([, { path }]) => url.pathname.startsWith(path))
      .map(([name, { value }]) => `${name}=${value}`);
    const response = await fetch(url, {
      ...init,
      redirect: 'manual',
      headers: { accept: 'text/html', cookie: cookie.join('; ') },
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/u.exec(line) ?? [];
      const [, path = '/'] = /path=([^;]+)/iu.exec(line) ?? [];
      if (value === '') cookies.delete(name);
      else cookies.set(name, { value, path });
    }
    return {
      status: response.status,
      location: response.headers.get('location') ?? '',
      text: await response.text(),
      headers: response.headers,
    };
  };
  return {
    open: (address) => visit(address, {}),
    submit: (address, form) => visit(address, { method: 'POST', body: new URLSearchParams(form) }),
  };
}

/**
 * The address of an authorization request (docs/interface.md, "OAuth"); what is undefined in
 * `changes` is left out.
 */
export function authorizationAddress(changes: Record<string, string | undefined> = {}): string {
  const parameters: Record<string, string | undefined> = {
    client_id: client.clientId,
    response_type: 'code',
    redirect_uri: client.redirectUris[0],
    scope: 'character_read character_credits',
    state: 'the-state',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    access_type: 'offline',
    renew_previously_granted: 'yes',
    ...changes,
  };
  const given = Object.entries(parameters).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return `/ws/oauth2/auth/?${new URLSearchParams(given)}`;
}

/** Walks from the request to the consent page, signing in where the page asks for it. Gives the address of the page. */
export async function walkToConsent(
  browser: Browser,
  address: string,
  handle: string,
  password = 'sandbox',
): Promise<string> {
  const { location } = await browser.open(address);
  const page = await browser.open(location);
  if (page.text.includes('name="password"')) await browser.submit(location, { handle, password });
  return location;
}

/** Walks all the way, allows, and gives the parameters that came back to the client. */
export async function walk(
  browser: Browser,
  who: { uid: string; handle: string },
  changes: Record<string, string | undefined> = {},
): Promise<URLSearchParams> {
  const page = await walkToConsent(browser, authorizationAddress(changes), who.handle);
  const { location } = await browser.submit(`${page}/consent`, { decision: 'allow', character: who.uid });
  return new URL((await browser.open(location)).location).searchParams;
}

export interface TokenAnswer {
  status: number;
  body: Record<string, string>;
}

/** A request to the token endpoint, with the client's secret in the body. */
export async function requestToken(
  service: GameService,
  form: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<TokenAnswer> {
  const secret = headers['authorization'] ? {} : { client_id: client.clientId, client_secret: client.clientSecret };
  const response = await fetch(`${service.url}/ws/oauth2/token/`, {
    method: 'POST',
    body: new URLSearchParams({ ...secret, ...form }),
    headers,
  });
  return { status: response.status, body: (await response.json()) as Record<string, string> };
}

/** Exchanges a code (docs/interface.md, "OAuth"). */
export function exchange(
  service: GameService,
  code: string | null,
  changes: Record<string, string> = {},
  headers: Record<string, string> = {},
): Promise<TokenAnswer> {
  const form = {
    grant_type: 'authorization_code',
    code: code ?? '',
    redirect_uri: client.redirectUris[0] ?? '',
    code_verifier: verifier,
    access_type: 'offline',
  };
  return requestToken(service, { ...form, ...changes }, headers);
}

export function refresh(service: GameService, refreshToken: string | undefined): Promise<TokenAnswer> {
  return requestToken(service, { grant_type: 'refresh_token', refresh_token: refreshToken ?? '' });
}

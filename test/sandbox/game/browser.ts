import { createHash } from 'node:crypto';
import type { GameService } from '../../../sandbox/game/service.ts';
import { createCookieFetch } from '../../support/browser.ts';
import type { Player } from './support.ts';

export const client = {
  clientId: 'tester',
  clientSecret: 'tester-secret',
  redirectUris: ['http://127.0.0.1:9/back'],
  name: 'Test & <Client>',
};
const verifier = 'v'.repeat(64);

/** Parameters that replace the default ones; an undefined one is left out. */
export type Changes = Record<string, string | undefined>;

function parameters(usual: Changes, changes: Changes): URLSearchParams {
  const given = Object.entries({ ...usual, ...changes });
  return new URLSearchParams(given.filter((entry): entry is [string, string] => entry[1] !== undefined));
}

type Browser = ReturnType<typeof createBrowser>;

/** A browser without scripts: keeps cookies, follows no redirects. */
export function createBrowser(game: GameService) {
  const cookieFetch = createCookieFetch();
  const visit = async (address: string, init: RequestInit) => {
    const response = await cookieFetch(new URL(address, game.url), { ...init, headers: { accept: 'text/html' } });
    const { status, headers } = response;
    return { status, headers, location: headers.get('location') ?? '', text: await response.text() };
  };
  return {
    open: (address: string) => visit(address, {}),
    submit: (address: string, form: Changes) => visit(address, { method: 'POST', body: parameters(form, {}) }),
  };
}

/** The address of an authorization request (docs/interface.md, "OAuth"). */
export function authorizationAddress(changes: Changes = {}): string {
  const usual = {
    client_id: client.clientId,
    response_type: 'code',
    redirect_uri: client.redirectUris[0],
    scope: 'character_read character_credits',
    state: 'the-state',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    access_type: 'offline',
    renew_previously_granted: 'yes',
  };
  return `/ws/oauth2/auth/?${parameters(usual, changes)}`;
}

/** Goes to the consent page, signing in if necessary. Returns the page's address. */
export async function walkToConsent(browser: Browser, { handle }: Player, changes: Changes = {}): Promise<string> {
  const { location } = await browser.open(authorizationAddress(changes));
  const page = await browser.open(location);
  if (page.text.includes('name="password"')) await browser.submit(location, { handle, password: 'sandbox' });
  return location;
}

/** Decides on the consent page. Returns the address that leads back to the client. */
export async function decide(browser: Browser, page: string, who: Player, decision = 'allow'): Promise<URL> {
  const { location } = await browser.submit(`${page}/consent`, { decision, character: who.uid });
  return new URL((await browser.open(location)).location);
}

/** Goes all the way and allows. Returns the parameters for the client. */
export async function walk(browser: Browser, who: Player, changes: Changes = {}): Promise<URLSearchParams> {
  const page = await walkToConsent(browser, who, changes);
  return (await decide(browser, page, who)).searchParams;
}

export type TokenAnswer = { status: number; body: Partial<Record<string, string>> };

async function requestToken(game: GameService, form: Changes): Promise<TokenAnswer> {
  const secret = { client_id: client.clientId, client_secret: client.clientSecret };
  const response = await fetch(`${game.url}/ws/oauth2/token/`, { method: 'POST', body: parameters(secret, form) });
  return { status: response.status, body: (await response.json()) as TokenAnswer['body'] };
}

/** Exchanges a code (docs/interface.md, "OAuth"). */
export function exchange(game: GameService, code: string | null, changes: Changes = {}): Promise<TokenAnswer> {
  const form = {
    grant_type: 'authorization_code',
    code: code ?? '',
    redirect_uri: client.redirectUris[0],
    code_verifier: verifier,
    access_type: 'offline',
  };
  return requestToken(game, { ...form, ...changes });
}

export async function logIn(game: GameService, who: Player, changes: Changes = {}, browser = createBrowser(game)) {
  return (await exchange(game, (await walk(browser, who, changes)).get('code'))).body;
}

export function refresh(game: GameService, refreshToken: string | undefined): Promise<TokenAnswer> {
  return requestToken(game, { grant_type: 'refresh_token', refresh_token: refreshToken ?? '' });
}

import type { KoaContextWithOIDC } from 'oidc-provider';
import type { Quirks } from '../quirks.ts';

/** Middleware that adds the live service's quirks to the provider's responses. */
export function withLiveQuirks(quirks: Quirks): (ctx: KoaContextWithOIDC, next: () => Promise<void>) => Promise<void> {
  return async (ctx, next) => {
    await next();
    const route = ctx.oidc?.route;
    if (route === 'token' && ctx.status === 200 && isRecord(ctx.body)) {
      const refreshed = ctx.oidc.params?.['grant_type'] === 'refresh_token';
      ctx.body = toTokenResponse(ctx.body, refreshed, quirks);
    }
    if (!quirks.noIssuerInResponse) return;
    if (route === 'discovery' && isRecord(ctx.body)) {
      ctx.body = { ...ctx.body, authorization_response_iss_parameter_supported: undefined };
    }
    const location = ctx.response.get('location');
    if (location && (route === 'authorization' || route === 'resume')) {
      const target = new URL(location, ctx.href);
      target.searchParams.delete('iss');
      ctx.set('location', target.href);
    }
  };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Buffer.isBuffer(value);
}

function toTokenResponse(body: Record<string, unknown>, refreshed: boolean, quirks: Quirks): Record<string, unknown> {
  const { refresh_token: refreshToken, ...others } = body;
  const rest = quirks.bareTokenResponse
    ? { access_token: body['access_token'], expires_in: body['expires_in'] }
    : others;
  const keeps = refreshToken === undefined || (refreshed && quirks.refreshTokenOnce);
  return keeps ? rest : { ...rest, refresh_token: refreshToken };
}

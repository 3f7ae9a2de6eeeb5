import { Hono, type MiddlewareHandler } from 'hono';
import type { ServiceEnvironment } from '../requestLog.ts';
import { answerWith } from './bridge.ts';
import { withLiveQuirks } from './liveQuirks.ts';
import { DISCOVERY_PATHS, PATHS } from './paths.ts';
import { cookieNames, createProvider, type ProviderParts } from './provider.ts';
import { createSignIn } from './signIn.ts';

/** The OAuth endpoints, with `withFaults` around them, and their pages. */
export function createOAuthServer({
  withFaults,
  ...parts
}: ProviderParts & { withFaults: MiddlewareHandler<ServiceEnvironment> }): Hono<ServiceEnvironment> {
  const { issuer, store, quirks } = parts;
  const provider = createProvider(parts);
  provider.use(withLiveQuirks(quirks));
  const handle = provider.callback();
  const { session } = cookieNames(issuer);
  const server = new Hono<ServiceEnvironment>();

  const endpoints = [
    PATHS.authorization,
    `${PATHS.authorization}/*`,
    PATHS.token,
    PATHS.revocation,
    PATHS.jwks,
    ...DISCOVERY_PATHS,
  ];
  const paths = endpoints.flatMap((path) => (path.endsWith('*') ? [path] : [path, `${path}/`]));
  for (const path of paths) server.use(path, withFaults);

  if (quirks.revocationByGet) {
    server.on('GET', [PATHS.revocation, `${PATHS.revocation}/`], (c) => {
      const { token, client_id: clientId } = c.req.query();
      if (!token || !clientId) return c.json({ error: 'invalid_request' }, 400);
      if (store.clientName(clientId) === undefined) return c.json({ error: 'invalid_client' }, 401);
      store.revoke(token, clientId);
      return c.body(null, 200);
    });
  }
  for (const path of paths) {
    server.all(path, (c) => {
      const { incoming } = c.env;
      incoming.url = (incoming.url ?? '').replace(/\/(?=\?|$)/u, '');
      // Each authorization request starts without a session: see createProvider.
      const others = incoming.headers.cookie?.split('; ').filter((cookie) => !cookie.startsWith(session));
      if (others) incoming.headers.cookie = others.join('; ');
      return answerWith(handle, incoming);
    });
  }
  server.route('/', createSignIn(provider, parts));
  return server;
}

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { createOAuth } from '../../src/account/oauth.ts';

test('revoking follows no redirect, which would send the token elsewhere', async () => {
  const asked: string[] = [];
  const server = createServer(({ url = '' }, response) => {
    asked.push(url);
    if (url.startsWith('/revoke')) response.writeHead(307, { location: `/elsewhere?${url.split('?')[1]}` });
    response.end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const at = (path: string): URL => new URL(path, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const endpoints = { authorizationUrl: at('auth'), tokenUrl: at('token'), revocationUrl: at('revoke') };
  const client = { clientId: 'commlink', clientSecret: 'x' };
  const oauth = createOAuth({ ...client, server: endpoints, redirectUrl: at('back') });
  try {
    await expect(oauth.revoke({ accessToken: 's3cret' })).rejects.toThrow('unavailable');
    expect(asked).toEqual(['/revoke?token=s3cret&client_id=commlink']);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});

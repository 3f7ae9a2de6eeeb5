import { expect, test } from 'vitest';
import { createOAuth } from '../../src/account/oauth.ts';
import { startHttpServer } from '../support/httpServer.ts';

test('revoking follows no redirect, which would send the token elsewhere', async () => {
  const asked: string[] = [];
  await using server = await startHttpServer(({ url = '' }, response) => {
    asked.push(url);
    if (url.startsWith('/revoke')) response.writeHead(307, { location: `/elsewhere?${url.split('?')[1]}` });
    response.end();
  });
  const at = (path: string): URL => new URL(path, server.url);
  const endpoints = { authorizationUrl: at('auth'), tokenUrl: at('token'), revocationUrl: at('revoke') };
  const client = { clientId: 'commlink', clientSecret: 'x' };
  const oauth = createOAuth({ ...client, server: endpoints, redirectUrl: at('back') });
  await expect(oauth.revoke({ accessToken: 's3cret' })).rejects.toThrow('unavailable');
  expect(asked).toEqual(['/revoke?token=s3cret&client_id=commlink']);
});

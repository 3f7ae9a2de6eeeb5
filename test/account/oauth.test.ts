import { expect, test } from 'vitest';
import project from '../../package.json' with { type: 'json' };
import { createOAuth } from '../../src/account/oauth.ts';
import { startHttpServer } from '../support/httpServer.ts';

test('revoking follows no redirect, which would send the token elsewhere, and every request names the bot', async () => {
  const asked: string[] = [];
  const agents = new Set<string | undefined>();
  await using server = await startHttpServer(({ url = '', headers }, response) => {
    asked.push(url);
    agents.add(headers['user-agent']);
    if (url.startsWith('/revoke')) response.writeHead(307, { location: `/elsewhere?${url.split('?')[1]}` });
    response.end();
  });
  const at = (path: string): URL => new URL(path, server.url);
  const endpoints = { authorizationUrl: at('auth'), tokenUrl: at('token'), revocationUrl: at('revoke') };
  const client = { clientId: 'commlink', clientSecret: 'x' };
  const oauth = createOAuth({ ...client, server: endpoints, redirectUrl: at('back') });
  await expect(oauth.revoke({ accessToken: 's3cret' })).rejects.toThrow('unavailable');
  expect(asked).toEqual(['/revoke?token=s3cret&client_id=commlink']);
  await expect(oauth.refresh('old')).rejects.toThrow('unavailable');
  expect([...agents]).toEqual([`Commlink/${project.version} (+${server.url}/)`]);
});

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

const scopes = ['CHARACTER_READ', 'X'];
test.each<[answer: string, tokens: object]>([
  ['"refresh_token":null,"expires_in":null,"scope":null,"token_type":null,"id_token":null', {}],
  ['"refresh_token":"","expires_in":"soon","scope":[],"token_type":"BEARER"', {}],
  ['"refresh_token":"new","expires_in":"7200","token_type":"OAuth"', { refreshToken: 'new', expiresAt: 7_200_000 }],
  ['"expires_in":-1,"scope":["character_read","x"]', { expiresAt: 0, scopes }],
  ['"expires_in":"0","scope":"character_read, x"', { expiresAt: 0, scopes }],
])('the token response %s is read; what can’t be refreshed is used for an hour', async (answer, tokens) => {
  await using server = await startHttpServer((_, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(`{"access_token":"a",${answer}}`);
  });
  const url = new URL(server.url);
  const endpoints = { server: { authorizationUrl: url, tokenUrl: url, revocationUrl: url }, redirectUrl: url };
  const oauth = createOAuth({ clientId: 'commlink', clientSecret: 'x', now: () => 0, ...endpoints });
  const read = { accessToken: 'a', refreshToken: 'old', expiresAt: 3_600_000, ...tokens };
  expect(await oauth.refresh('old')).toEqual(read);
  const checks = { state: 's', codeVerifier: 'v' };
  const { expiresAt } = await oauth.exchange(new URLSearchParams({ state: 's', code: 'c' }), checks);
  expect(expiresAt).toBe(read.expiresAt || 3_600_000);
});

import type { RequestListener, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { InteractionResponseType as Callback, InteractionType } from 'discord-api-types/v10';
import { expect, test } from 'vitest';
import { ManualClock } from '../../../sandbox/discord/clock.ts';
import { startHttpServer } from '../../support/httpServer.ts';
import { call, expectFaults } from './rest.ts';
import { useDiscord } from './useDiscord.ts';

const clock = new ManualClock();
const discord = useDiscord('each', [{ name: 'ask', description: 'Asks' }], { clock });

const setUrl = (url: string) => call(discord, 'PATCH', '/applications/@me', { interactions_endpoint_url: url });

const sendJson = (response: ServerResponse, body: unknown, status = 200) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

test.each<[what: string, listener: RequestListener]>([
  ['fails', (_, response) => response.writeHead(500).end()],
  ['answers a PING with something else', (_, response) => sendJson(response, { type: 4 })],
  ['answers a PING without a content type', (_, response) => response.end('{"type":1}')],
  ['takes any signature', (_, response) => sendJson(response, { type: 1 })],
  ["doesn't answer within three seconds", () => clock.advance(3_000)],
])('the address of the endpoint is refused if it %s', async (_, listener) => {
  await using server = await startHttpServer(listener);
  expectFaults(await setUrl(server.url), 'interactions_endpoint_url');
  expect((await call(discord, 'GET', '/applications/@me')).body['interactions_endpoint_url']).toBeNull();
});

test('of the application, only the installation can be changed too, as it is documented', async () => {
  const edit = (body: unknown) => call(discord, 'PATCH', '/applications/@me', body);
  const types = (types: unknown) => edit({ integration_types_config: types });
  const valid = { 1: { oauth2_install_params: { scopes: ['bot'], permissions: '2048' } } };
  expect((await types(valid)).body['integration_types_config']).toEqual(valid);
  const wrong = { 0: { oauth2_install_params: { scopes: ['guilds'], permissions: 0 } } };
  expectFaults(await types(wrong), 'scopes.0,permissions', 'integration_types_config.0.oauth2_install_params.');
  expectFaults(await edit({ description: 'x' }), 'description');
});

const message = { type: Callback.ChannelMessageWithSource, data: { content: 'Yes' } };
const answerLate = (response: ServerResponse): void => {
  clock.advance(3_000);
  sendJson(response, message);
};

test.each<[what: string, status: number, answer: (response: ServerResponse) => unknown]>([
  ['malformed', 200, (response) => sendJson(response, { type: 4, data: { content: 7 } })],
  ["of a kind that doesn't fit", 200, (response) => sendJson(response, { type: Callback.UpdateMessage, data: {} })],
  ['not JSON', 200, (response) => response.end('Yes')],
  ['an error', 500, (response) => sendJson(response, message, 500)],
  ['too late', 0, answerLate],
])('an interaction is not answered by a response that is %s', async (_, status, answer) => {
  const answered = Promise.withResolvers<void>();
  await using server = await startHttpServer(async (request, response) => {
    const body = (await buffer(request)).toString();
    const { 'x-signature-ed25519': signature, 'x-signature-timestamp': timestamp } = request.headers;
    const expected = discord.signer.headersFor(body, Number(timestamp) * 1_000);
    if (signature !== expected['x-signature-ed25519']) return response.writeHead(401).end();
    if (JSON.parse(body).type === InteractionType.Ping) return sendJson(response, { type: 1 });
    answer(response);
    answered.resolve();
  });
  expect((await setUrl(server.url)).body['interactions_endpoint_url']).toBe(server.url);
  const handle = discord.people.player.run('ask');
  await answered.promise;
  await expect.poll(() => discord.deliveries[0]?.status).toBe(status);
  clock.advance(3_000);
  await expect(handle.response()).rejects.toMatchObject({ reason: 'missed' });
});

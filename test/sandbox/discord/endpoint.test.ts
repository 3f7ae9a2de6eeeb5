import { createPublicKey, verify } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { InteractionResponseType as Callback, InteractionType, MessageFlags } from 'discord-api-types/v10';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ManualClock } from '../../../sandbox/discord/clock.ts';
import { createDiscord, type Discord } from '../../../sandbox/discord/discord.ts';
import { startHttpServer } from '../../support/httpServer.ts';
import { call, expectFaults } from './rest.ts';

type Answer = (body: { type: InteractionType; id: string; token: string }, response: ServerResponse) => unknown;

let discord: Discord;
let clock: ManualClock;
beforeEach(async () => {
  clock = new ManualClock();
  discord = await createDiscord({ clock });
  await call(discord, 'PUT', `/applications/${discord.applicationId}/commands`, [{ name: 'ask', description: 'Asks' }]);
});
afterEach(async () => {
  await discord.close();
  expect(discord.schemaChecker.violations).toEqual([]);
});

const setUrl = (url: string | null) => call(discord, 'PATCH', '/applications/@me', { interactions_endpoint_url: url });

/** Whether the request is signed, as "Validating Security Request Headers" says. */
function isSigned({ headers }: IncomingMessage, body: Buffer, publicKey: string): boolean {
  const x = Buffer.from(publicKey, 'hex').toString('base64url');
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  const signed = Buffer.concat([Buffer.from(String(headers['x-signature-timestamp'])), body]);
  return verify(null, signed, key, Buffer.from(String(headers['x-signature-ed25519']), 'hex'));
}

const sendJson = (response: ServerResponse, body: unknown, status = 200) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

/** A bot's endpoint that is right, and answers interactions so. */
const endpoint =
  (answer: Answer): RequestListener =>
  async (request, response) => {
    const { body: application } = await call(discord, 'GET', '/applications/@me');
    const body = await buffer(request);
    if (!isSigned(request, body, String(application['verify_key']))) return response.writeHead(401).end();
    const interaction = JSON.parse(body.toString());
    return interaction.type === InteractionType.Ping ? sendJson(response, { type: 1 }) : answer(interaction, response);
  };

describe('the address of the endpoint', () => {
  test.each<[what: string, listener: RequestListener]>([
    ['fails', (_, response) => response.writeHead(500).end()],
    ['answers a PING with something else', (_, response) => sendJson(response, { type: 4 })],
    ['answers a PING without a content type', (_, response) => response.end('{"type":1}')],
    ['takes any signature', (_, response) => sendJson(response, { type: 1 })],
  ])('is refused if it %s', async (_, listener) => {
    await using server = await startHttpServer(listener);
    expectFaults(await setUrl(server.url), 'interactions_endpoint_url');
    expect((await call(discord, 'GET', '/applications/@me')).body['interactions_endpoint_url']).toBeNull();
  });

  test('is refused if nothing answers within three seconds', async () => {
    await using server = await startHttpServer(() => clock.advance(3_000));
    expectFaults(await setUrl(server.url), 'interactions_endpoint_url');
  });

  test('is taken if it answers a PING and refuses a wrong signature, and can be removed', async () => {
    await using server = await startHttpServer(endpoint(() => {}));
    expect((await setUrl(server.url)).body['interactions_endpoint_url']).toBe(server.url);
    expect((await setUrl(null)).body['interactions_endpoint_url']).toBeNull();
  });
});

describe('an interaction', () => {
  const ask = async (answer: Answer) => {
    const server = await startHttpServer(endpoint(answer));
    await setUrl(server.url);
    return { server, handle: discord.people.player.run('ask') };
  };
  const message = { type: Callback.ChannelMessageWithSource, data: { content: 'Yes' } };

  test('is answered by the response', async () => {
    const { server, handle } = await ask((_, response) => sendJson(response, message));
    expect(await handle.response()).toMatchObject({ content: 'Yes' });
    await server[Symbol.asyncDispose]();
  });

  test('is answered by a response with a file', async () => {
    const form = new FormData();
    form.set('payload_json', JSON.stringify({ ...message, data: { flags: MessageFlags.Ephemeral } }));
    form.set('files[0]', new Blob(['x']), 'map.png');
    const { server, handle } = await ask(async (_, response) => {
      const { headers, body } = new Response(form);
      response.writeHead(200, { 'content-type': headers.get('content-type') ?? '' });
      for await (const piece of body ?? []) response.write(piece);
      response.end();
    });
    expect((await handle.response()).attachments).toMatchObject([{ filename: 'map.png' }]);
    await server[Symbol.asyncDispose]();
  });

  test('is answered by the callback after a 202', async () => {
    const { server, handle } = await ask(async ({ id, token }, response) => {
      response.writeHead(202).end();
      await call(discord, 'POST', `/interactions/${id}/${token}/callback`, message, { authorization: '' });
    });
    expect(await handle.response()).toMatchObject({ content: 'Yes' });
    await server[Symbol.asyncDispose]();
  });

  test.each<[what: string, answer: Answer]>([
    ['malformed', (_, response) => sendJson(response, { type: 4, data: { content: 7 } })],
    ['of a kind that does not fit', (_, response) => sendJson(response, { type: Callback.UpdateMessage, data: {} })],
    ['no JSON', (_, response) => response.end('Yes')],
    ['an error', (_, response) => sendJson(response, message, 500)],
  ])('is not answered by a response that is %s', async (_, answer) => {
    const over = Promise.withResolvers<void>();
    const { server, handle } = await ask(async (body, response) => {
      answer(body, response);
      await once(response, 'close').catch(() => {});
      over.resolve();
    });
    await over.promise;
    await expect.poll(() => discord.deliveries[0]?.status).toBeGreaterThan(0);
    clock.advance(3_000);
    await expect(handle.response()).rejects.toMatchObject({ reason: 'missed' });
    await server[Symbol.asyncDispose]();
  });

  test('is not answered by a response after three seconds', async () => {
    const { server, handle } = await ask((_, response) => {
      clock.advance(3_000);
      sendJson(response, message);
    });
    await expect(handle.response()).rejects.toMatchObject({ reason: 'missed' });
    await server[Symbol.asyncDispose]();
  });
});

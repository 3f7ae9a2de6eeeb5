import { Readable } from 'node:stream';
import type { Interaction } from 'discord.js';
import { Routes } from 'discord-api-types/v10';
import { Hono } from 'hono';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createSigner, type Signer } from '../../sandbox/discord/interactions/signing.ts';
import { createDiscordConnection, type DiscordConnection } from '../../src/discord/connection/discord.ts';
import { createRest } from '../../src/discord/connection/rest.ts';
import { claimInteraction } from '../../src/discord/run/attempt.ts';
import { openStore } from '../../src/store/openStore.ts';
import { button, buttons, message, modal, picture, text } from '../../src/view/message.ts';
import { addInteractions, INTERACTIONS_PATH, type InteractionsOptions } from '../../src/web/discordRequests.ts';
import { listen, type WebServer } from '../../src/web/listen.ts';
import { useDiscord } from '../sandbox/discord/useDiscord.ts';
import { toKeeping } from '../support/collections.ts';
import { openFront } from '../support/front.ts';
import { isPrivate, textFrom } from '../support/messages.ts';

const log = pino({ level: 'silent' });
const MINUTE_MS = 60_000;
const HELLO = message('neutral', text('Hello'), buttons(button('Press', 'press')));

const options = [{ type: 3, name: 'what', description: 'What', autocomplete: true }];
const discord = useDiscord('each', [{ name: 'ask', description: 'Asks', options }]);
let connection: DiscordConnection;
let web: Hono;
let server: WebServer;
let url: string;
let receive: InteractionsOptions['receive'];
let seen: Interaction[];
/** Resolves to whether the newest HTTP request's response reached its connection. */
let delivered: Promise<boolean>;
let setUrl: (url: string) => Promise<unknown>;
let answer: (interaction: Interaction) => Promise<unknown>;

beforeEach(async () => {
  const { botToken: token, apiUrl, cdnUrl, signer } = discord;
  const publicKey = signer.verifyKey;
  const config = { token, apiUrl, cdnUrl, publicKey };
  connection = createDiscordConnection(config, log);
  seen = [];
  answer = async () => {};
  connection.onInteraction(async (interaction) => {
    seen.push(interaction);
    await answer(interaction);
  });
  await connection.start();
  receive = (payload, isDelivered) => {
    delivered = isDelivered;
    return connection.receive(payload, isDelivered);
  };
  web = new Hono();
  addInteractions(web, { publicKey, receive: (...given) => receive(...given) });
  server = await listen(web, { host: '127.0.0.1', port: 0 });
  url = `http://127.0.0.1:${server.port}${INTERACTIONS_PATH}`;
  const rest = createRest(config);
  setUrl = (to) => rest.patch(Routes.currentApplication(), { body: { interactions_endpoint_url: to } });
  await setUrl(url);
});
afterEach(async () => {
  await server.close();
  await connection.close();
});

const callbacks = () => discord.requests.filter(({ path }) => path.endsWith('/callback'));

describe('the first response', () => {
  const form = modal('Form', 'form', { customId: 'text', label: 'Text', minLength: 1, maxLength: 9 });
  const quickly = async (interaction: Interaction): Promise<void> => {
    const { suggest, openModal, show } = connection.responses;
    if (interaction.isAutocomplete()) await suggest(interaction, [{ name: 'Now', value: 'now' }]);
    else if (interaction.isButton()) await openModal(interaction, form);
    else await show(interaction, interaction.isModalSubmit() ? 'update' : 'private', HELLO);
  };

  test('is the response to the HTTP request, for every kind of interaction', async () => {
    const { player } = discord.people;
    answer = quickly;
    expect(await player.autocomplete('ask', { what: 'n' }, 'what')).toMatchObject([{ value: 'now' }]);
    const shown = await player.run('ask').response();
    expect(isPrivate(shown)).toBe(true);
    const opened = await player.press(shown, 'Press').modal();
    expect(await textFrom(player.submit(opened, { text: 'x' }))).toBe('Hello');
    expect(discord.deliveries.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(callbacks()).toEqual([]);
    // Memory doesn't grow with the number of people.
    expect(seen[0]?.client.users.cache.size).toBe(0);
  });

  test('comes by callback if it is a deferral, which the edit could overtake', async () => {
    answer = async (interaction) => {
      await connection.responses.defer(interaction, 'private');
      await connection.responses.edit(interaction, HELLO);
    };
    expect(await textFrom(discord.people.player.run('ask'))).toBe('Hello');
    expect(discord.deliveries.at(-1)).toMatchObject({ status: 202, answer: null });
    expect(callbacks()).toMatchObject([{ status: 204, isAuthorized: false }]);
  });

  test('comes by callback if it has a file', async () => {
    answer = async (interaction) => {
      const view = message('neutral', picture('map.png', 'x', 'A map'));
      await connection.responses.show(interaction, 'public', view);
      await connection.responses.followUp(interaction, HELLO);
    };
    const handle = discord.people.player.run('ask');
    expect((await handle.response()).attachments).toMatchObject([{ filename: 'map.png', description: 'A map' }]);
    expect(isPrivate(await handle.followUp())).toBe(true);
    expect(discord.deliveries.at(-1)).toMatchObject({ status: 202 });
  });

  test('may reach Discord after a follow-up, which is then sent again', async () => {
    answer = async (interaction) => {
      const following = connection.responses.followUp(interaction, HELLO);
      await vi.waitFor(() => expect(discord.requests.at(-1)).toMatchObject({ method: 'POST', status: 404 }));
      await quickly(interaction);
      await following;
    };
    expect(isPrivate(await discord.people.player.run('ask').followUp())).toBe(true);
  });

  test('comes by callback if the connection of the HTTP request is gone', async () => {
    const begun = Promise.withResolvers<void>();
    answer = async (interaction) => {
      begun.resolve();
      expect(await delivered).toBe(false);
      await connection.responses.show(interaction, 'public', HELLO);
    };
    await using front = await openFront([url], { dropWhen: () => begun.promise });
    await setUrl(front.url);
    expect(await textFrom(discord.people.player.run('ask'))).toBe('Hello');
    expect(callbacks()).toMatchObject([{ status: 204 }]);
  });
});

describe('a request', () => {
  const post = (body: string, headers: Record<string, string>) => fetch(url, { method: 'POST', body, headers });
  const ping = JSON.stringify({ id: '1', type: 1 });
  const seconds = () => String(Math.floor(Date.now() / 1_000));
  const sign = (body: string, ageMs = 0, signer: Signer = discord.signer) =>
    signer.headersFor(body, Date.now() - ageMs);

  test.each<[what: string, headers: () => Record<string, string>]>([
    ['without a signature', () => ({})],
    ['with a signature of another key', () => sign(ping, 0, createSigner())],
    ['with the signature of another body', () => sign(`${ping} `)],
    ['with a timestamp that wasn’t signed', () => ({ ...sign(ping, 1_000), 'x-signature-timestamp': seconds() })],
    ['with a signature that is too short', () => ({ ...sign(ping), 'x-signature-ed25519': 'ab' })],
    ["with a timestamp that isn't a number", () => ({ ...sign(ping), 'x-signature-timestamp': 'now' })],
    ['signed six minutes ago', () => sign(ping, 6 * MINUTE_MS)],
    ['signed six minutes ahead', () => sign(ping, -6 * MINUTE_MS)],
  ])('%s is refused before it is read', async (_, headers) => {
    expect((await post(ping, headers())).status).toBe(401);
    expect((await post('{ not JSON', headers())).status).toBe(401);
    expect(seen).toEqual([]);
  });

  test.each([4, -4])('is accepted with a signature %d minutes old, because clocks differ', async (minutes) => {
    expect(await (await post(ping, sign(ping, minutes * MINUTE_MS))).json()).toEqual({ type: 1 });
  });

  test.each([5, 0, -4])('signed %d minutes ahead is answered once, however late it is replayed', async (minutes) => {
    const startedAt = Date.now();
    const clock = vi.spyOn(Date, 'now');
    onTestFinished(() => clock.mockRestore());
    const store = await openStore({ file: ':memory:' }, log);
    onTestFinished(() => store.close());
    const claims: unknown[] = [];
    receive = async ({ id }) => {
      claims.push(await claimInteraction(toKeeping(store), id));
      return { status: 202 };
    };
    const interaction = JSON.stringify({ id: '1', type: 2 });
    const headers = sign(interaction, -minutes * MINUTE_MS);
    for (let after = 0; after <= 30; after += 1) {
      clock.mockReturnValue(startedAt + after * MINUTE_MS);
      await post(interaction, headers);
    }
    expect(claims.filter((claim) => claim === 'ours')).toHaveLength(1);
  });

  test('is refused if it’s too large, but not at the size of a message with buttons', async () => {
    const padded = (size: number) => JSON.stringify({ id: '1', type: 1, padding: 'x'.repeat(size) });
    const [large, tooLarge] = [padded(200_000), padded(600_000)];
    expect((await post(large, sign(large))).status).toBe(200);
    expect((await post(tooLarge, sign(tooLarge))).status).toBe(413);
  });

  test.each(['{ not JSON', '[]', '{}'])('signed by Discord but malformed (%s) gets 400', async (body) => {
    expect((await post(body, sign(body))).status).toBe(400);
  });

  test('is cut off if it never ends, and refused like an unsigned one', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const incoming = Object.assign(new Readable({ read() {} }), { headers: sign(ping) });
    const answered = web.request(url, { method: 'POST' }, { incoming });
    await vi.advanceTimersByTimeAsync(3_000);
    expect((await answered).status).toBe(401);
  });

  test('is refused if it comes again while the first one is handled', async () => {
    const [begun, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    answer = async (interaction) => {
      begun.resolve();
      await answered.promise;
      await connection.responses.show(interaction, 'public', HELLO);
    };
    await using front = await openFront([url]);
    await setUrl(front.url);
    const handle = discord.people.player.run('ask');
    await begun.promise;
    expect(await front.replay()).toEqual([401]);
    answered.resolve();
    expect(await textFrom(handle)).toBe('Hello');
    expect(seen).toHaveLength(1);
  });
});

test('a public key of another application stops the start', async () => {
  const { botToken: token, apiUrl, cdnUrl } = discord;
  const other = createDiscordConnection({ token, apiUrl, cdnUrl, publicKey: createSigner().verifyKey }, log);
  await expect(other.start()).rejects.toThrow("DISCORD_PUBLIC_KEY isn't the public key");
  await other.close();
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDiscord, type Discord } from '../../../../sandbox/discord/discord.ts';
import { type Answer, call, closeQuietly, expectFaults, send } from '../rest.ts';
import { many } from './payloads.ts';

let discord: Discord;
let messages: string;

beforeAll(async () => {
  discord = await createDiscord();
  messages = `/channels/${discord.people.player.view.channel('general').id}/messages`;
});
afterAll(() => closeQuietly(discord));

const MEBIBYTE = 1024 * 1024;
const post = (body: string, contentType = 'application/json') =>
  send(discord, 'POST', messages, new Blob([body]), { 'content-type': contentType });
const get = (path: string) => call(discord, 'GET', path);

describe('the address of a request', () => {
  test.each([
    ['DELETE', '/applications/@me'],
    ['OPTIONS', '/gateway/bot'],
    ['PUT', '/channels/1/messages'],
    ['GET', '/interactions/1/token/callback'],
  ])('is not asked by another method: 405 for %s %s', async (method, path) => {
    expect(await call(discord, method, path)).toMatchObject({ status: 405, body: { code: 0 } });
  });

  test.each(['v9', 'v11', 'users'])('is of version 10 only: 50041 for /api/%s', async (version) => {
    const response = await fetch(`${discord.apiUrl}/${version}/@me`);
    expect([response.status, ((await response.json()) as Answer['body']).code]).toEqual([400, 50041]);
  });

  test('may have its @ percent-encoded', async () => {
    expect((await get('/applications/%40me')).body).toMatchObject({ id: discord.applicationId });
  });

  test('is unknown: 404, or needs the bot token: 401', async () => {
    expect(await get('/nothing')).toMatchObject({ status: 404, body: { code: 0 } });
    expect((await call(discord, 'GET', '/gateway/bot', undefined, { authorization: 'Bot wrong' })).status).toBe(401);
  });

  test.each([
    ['GET', '/channels/somewhere', 'channel_id'],
    ['GET', '/channels/-1', 'channel_id'],
    ['GET', '/channels/9223372036854775808', 'channel_id'],
    ['GET', '/applications/a/guilds/b/commands', 'application_id,guild_id'],
    ['PATCH', '/channels/1/messages/@original', 'message_id'],
    ['PATCH', '/webhooks/bot/token/messages/@original', 'webhook_id'],
  ])('has ids: 50035 for %s %s', async (method, path, faults) => {
    expectFaults(await call(discord, method, path), faults);
  });

  test('may have the greatest id, and is looked at before the body', async () => {
    expect((await get('/channels/9223372036854775807')).body.code).toBe(10003);
    expectFaults(await send(discord, 'POST', '/channels/x/messages', '{'), 'channel_id');
  });
});

test('a boolean in the query is one of six words', async () => {
  const path = `/applications/${discord.applicationId}/commands`;
  for (const word of ['true', 'True', '1', 'false', 'False', '0'])
    expect((await get(`${path}?with_localizations=${word}`)).status).toBe(200);
  for (const word of ['maybe', '']) expectFaults(await get(`${path}?with_localizations=${word}`), 'with_localizations');
});

describe('the body of a request', () => {
  const small = JSON.stringify({ content: 'x' });

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'application/json-patch+json', ''])(
    'is not %s',
    async (contentType) => {
      expectFaults(await post(small, contentType));
    },
  );

  test('may be JSON by any spelling of its name, but not cut short or nested without end: 50109', async () => {
    expect((await post(small, 'Application/JSON; Charset=UTF-8')).status).toBe(200);
    for (const body of ['{', `{"components":${'['.repeat(3_000)}${']'.repeat(3_000)}}`])
      expect(await post(body)).toMatchObject({ status: 400, body: { code: 50109 } });
  });

  test('is at most 25 MiB: 40005', async () => {
    const sized = (bytes: number) => `{"content":"x"${' '.repeat(bytes - 15)}}`;
    expect((await post(sized(25 * MEBIBYTE))).status).toBe(200);
    expect(await post(sized(25 * MEBIBYTE + 1))).toMatchObject({ status: 413, body: { code: 40005 } });
  });

  test('is not looked at while its sender is rate limited', async () => {
    discord.faults.next({ what: 429, method: 'POST', retryAfterMs: 10 });
    expect((await post('{')).status).toBe(429);
    expect((await post('{')).body.code).toBe(50109);
  });
});

describe('a form', () => {
  const form = (...parts: [name: string, bytes: number][]): FormData => {
    const made = new FormData();
    for (const [name, bytes] of parts) made.append(name, new Blob([new Uint8Array(bytes)]), 'a.txt');
    return made;
  };
  const upload = (made: FormData, path = messages) => send(discord, 'POST', path, made);
  const files = (...sizes: number[]) =>
    upload(form(...sizes.map((size, i): [string, number] => [`files[${i}]`, size])));

  test.each<[string, FormData, string]>([
    ['a file by another name', form(['file', 1]), 'file'],
    ['a file without a number', form(['files[a]', 1]), 'files[a]'],
    ['two files of one number', form(['files[0]', 1], ['files[0]', 1]), 'files[0]'],
  ])('never has %s', async (_what, made, fault) => {
    expectFaults(await upload(made), fault);
  });

  test('has ten files of 10 MiB at most, and 25 MiB in all', async () => {
    expect((await files(...many(10, () => 1))).status).toBe(200);
    expectFaults(await files(...many(11, () => 1)), 'attachments');
    expect((await files(10 * MEBIBYTE, 10 * MEBIBYTE)).status).toBe(200);
    expect((await files(10 * MEBIBYTE + 1)).body.code).toBe(40005);
    expect((await files(...many(3, () => 9 * MEBIBYTE))).body.code).toBe(40005);
  });

  test('is only taken where files are, and with its boundary', async () => {
    expectFaults(await upload(form(['payload_json', 2]), '/users/@me/channels'));
    for (const more of ['', '; boundary=other'])
      expect((await post('x', `multipart/form-data${more}`)).body.code).toBe(50109);
  });
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDiscord, type Discord } from '../../../../sandbox/discord/discord.ts';
import { type Answer, call, faults } from '../rest.ts';
import { many } from './payloads.ts';

let discord: Discord;
let channel: string;
let messages: string;

beforeAll(async () => {
  discord = await createDiscord();
  channel = discord.people.player.view.channel('general').id;
  messages = `/channels/${channel}/messages`;
});
afterAll(async () => {
  await discord.close();
  expect(discord.schemaChecker.violations).toEqual([]);
});

/** Sends a body as it is. */
async function send(path: string, body: string | FormData, contentType?: string, method = 'POST'): Promise<Answer> {
  const response = await fetch(`${discord.apiUrl}/v10${path}`, {
    method,
    headers: { authorization: `Bot ${discord.botToken}`, ...(contentType && { 'content-type': contentType }) },
    body: typeof body === 'string' ? new Blob([body]) : body,
  });
  return { status: response.status, headers: response.headers, body: (await response.json()) as Answer['body'] };
}

function form(...parts: [name: string, value: string | Blob, filename?: string][]): FormData {
  const made = new FormData();
  for (const [name, value, filename] of parts)
    if (typeof value === 'string') made.append(name, value);
    else made.append(name, value, filename);
  return made;
}

const file = (size = 1) => new Blob([new Uint8Array(size)]);
const mebibyte = 1024 * 1024;

describe('the address of a request', () => {
  test.each([
    ['DELETE', '/users/@me'],
    ['OPTIONS', '/gateway/bot'],
    ['PUT', '/channels/1/messages'],
    ['GET', '/interactions/1/token/callback'],
  ])('is not asked by another method: 405 for %s %s', async (method, path) => {
    expect(await call(discord, method, path)).toMatchObject({
      status: 405,
      body: { code: 0, message: '405: Method Not Allowed' },
    });
  });

  test.each(['v9', 'v11', 'users'])('is of version 10 only: 50041 for /api/%s', async (version) => {
    const response = await fetch(`${discord.apiUrl}/${version}/@me`);
    expect([response.status, ((await response.json()) as Answer['body']).code]).toEqual([400, 50041]);
  });

  test('may have its @ percent-encoded', async () => {
    expect((await call(discord, 'GET', '/users/%40me')).body).toMatchObject({ id: discord.applicationId });
  });

  test('may be badly encoded, and is then one that does not exist', async () => {
    expect(await call(discord, 'GET', '/%E0%A4%A')).toMatchObject({ status: 404, body: { code: 0 } });
  });

  test('of the gateway needs no token, as documented', async () => {
    expect((await call(discord, 'GET', '/gateway', undefined, { authorization: '' })).status).toBe(200);
    expect((await call(discord, 'GET', '/gateway/bot', undefined, { authorization: '' })).status).toBe(401);
  });

  test.each([
    ['/users/somebody', 'user_id'],
    ['/users/-1', 'user_id'],
    ['/users/9223372036854775808', 'user_id'],
    ['/guilds/a/members/b', 'guild_id|user_id'],
    ['/channels/1/messages/@original', 'message_id'],
    ['/webhooks/bot/token/messages/@original', 'webhook_id'],
  ])('has ids: 50035 for %s', async (path, expected) => {
    const answer = await call(discord, 'GET', path);
    expect(answer).toMatchObject({ status: 400, body: { code: 50035 } });
    expect(faults(answer.body.errors)).toEqual(expected.split('|'));
  });

  test('may have the greatest id', async () => {
    expect((await call(discord, 'GET', '/users/9223372036854775807')).body.code).toBe(10013);
  });

  test('is looked at before the body: unknown ids of a broken body', async () => {
    expect(faults((await send('/channels/x/messages', '{', 'application/json')).body.errors)).toEqual(['channel_id']);
  });
});

describe('the query of a request', () => {
  const commands = () => `/applications/${discord.applicationId}/commands`;
  const guild = () => `/guilds/${discord.guildId}`;

  test.each<[string, () => string, string]>([
    ['a boolean that is none', () => `${guild()}?with_counts=maybe`, 'with_counts'],
    ['an empty boolean', () => `${commands()}?with_localizations=`, 'with_localizations'],
    ['too few servers', () => '/users/@me/guilds?limit=0', 'limit'],
    ['too many servers', () => '/users/@me/guilds?limit=201', 'limit'],
    ['messages in two ways', () => `${messages}?around=1&before=2`, 'before'],
    ['messages around nothing', () => `${messages}?around=me`, 'around'],
  ])('is never %s', async (_what, path, expected) => {
    const answer = await call(discord, 'GET', path());
    expect(answer).toMatchObject({ status: 400, body: { code: 50035 } });
    expect(faults(answer.body.errors)).toEqual([expected]);
  });

  test.each([
    ['true', true],
    ['True', true],
    ['1', true],
    ['false', false],
    ['False', false],
    ['0', false],
  ])('knows the boolean %s', async (word, isTrue) => {
    const { body } = await call(discord, 'GET', `${guild()}?with_counts=${word}`);
    expect('approximate_member_count' in body).toBe(isTrue);
  });
});

describe('the body of a request', () => {
  const small = JSON.stringify({ content: 'x' });

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'application/json-patch+json', ''])(
    'is not %s',
    async (contentType) => {
      const answer = await send(messages, small, contentType);
      expect(faults(answer.body.errors)).toEqual(['']);
    },
  );

  test('may be JSON by any spelling of its name', async () => {
    expect((await send(messages, small, 'Application/JSON; Charset=UTF-8')).status).toBe(200);
  });

  test('has no files where none are taken', async () => {
    const answer = await send('/users/@me/channels', form(['payload_json', '{}']));
    expect(faults(answer.body.errors)).toEqual(['']);
  });

  test('is not JSON that is cut short: 50109', async () => {
    expect(await send(messages, '{', 'application/json')).toMatchObject({ status: 400, body: { code: 50109 } });
  });

  test('is at most 25 MiB: 40005', async () => {
    const sized = (bytes: number) => `{"content":"x"${' '.repeat(bytes - 15)}}`;
    expect((await send(messages, sized(25 * mebibyte), 'application/json')).status).toBe(200);
    expect(await send(messages, sized(25 * mebibyte + 1), 'application/json')).toMatchObject({
      status: 413,
      body: { code: 40005, message: 'Request entity too large' },
    });
  });

  test('is not looked at while its sender is rate limited', async () => {
    discord.faults.next({ what: 429, method: 'POST', retryAfterMs: 10 });
    expect((await send(messages, '{', 'application/json')).status).toBe(429);
    expect((await send(messages, '{', 'application/json')).body.code).toBe(50109);
  });
});

describe('a form', () => {
  test.each<[string, () => FormData, string]>([
    ['a file by another name', () => form(['file', file(), 'a.txt']), 'file'],
    ['a file without a number', () => form(['files[a]', file(), 'a.txt']), 'files[a]'],
    ['two files of one number', () => form(['files[0]', file(), 'a.txt'], ['files[0]', file(), 'b.txt']), 'files[0]'],
    ['a file without a name', () => form(['payload_json', '{"content":"x"}'], ['files[0]', 'x']), 'files[0]'],
    [
      'more than ten files',
      () => form(...many(11, (i): [string, Blob, string] => [`files[${i}]`, file(), `${i}`])),
      'attachments',
    ],
  ])('never has %s', async (_what, make, expected) => {
    expect(faults((await send(messages, make())).body.errors)).toEqual([expected]);
  });

  test('has ten files of 10 MiB at most, and 25 MiB in all', async () => {
    const sizes = (...all: number[]) =>
      form(...all.map((size, i): [string, Blob, string] => [`files[${i}]`, file(size), `${i}`]));
    expect((await send(messages, sizes(...many(10, () => 1)))).status).toBe(200);
    expect((await send(messages, sizes(10 * mebibyte, 10 * mebibyte))).status).toBe(200);
    expect((await send(messages, sizes(10 * mebibyte + 1))).body.code).toBe(40005);
    expect((await send(messages, sizes(...many(3, () => 9 * mebibyte)))).body.code).toBe(40005);
  });

  test.each(['', '; boundary=other'])(
    'without its boundary is refused: 50109 for multipart/form-data%s',
    async (more) => {
      expect((await send(messages, 'x', `multipart/form-data${more}`)).body.code).toBe(50109);
    },
  );
});

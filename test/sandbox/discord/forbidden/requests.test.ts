import { describe, expect, test } from 'vitest';
import { call, expectFaults, send } from '../rest.ts';
import { useDiscord } from '../useDiscord.ts';
import { many } from './payloads.ts';

const discord = useDiscord('all');
const pathOf = () => `/channels/${discord.people.player.view.channel('general').id}/messages`;

const MEBIBYTE = 1024 * 1024;
const post = (body: string, contentType = 'application/json') =>
  send(discord, 'POST', pathOf(), new Blob([body]), { 'content-type': contentType });
const get = (path: string) => call(discord, 'GET', path);

test('the address of a request is unknown: 404, or needs the bot token: 401', async () => {
  expect(await get('/nothing')).toMatchObject({ status: 404, body: { code: 0 } });
  expect((await call(discord, 'GET', '/gateway/bot', undefined, { authorization: 'Bot wrong' })).status).toBe(401);
});

describe('the body of a request', () => {
  const small = JSON.stringify({ content: 'x' });

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
  const upload = (made: FormData, path = pathOf()) => send(discord, 'POST', path, made);
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

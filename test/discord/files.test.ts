import { DefaultRestOptions } from 'discord.js';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { createFileReader } from '../../src/discord/connection/files.ts';
import { makeRequest } from '../../src/discord/connection/rest.ts';
import { startHttpServer } from '../support/httpServer.ts';

const MAX = 1_000;
let asked = 0;
const server = await startHttpServer((request, response) => {
  if (request.url === '/redirected') return response.writeHead(302, { location: '/good' }).end();
  if (request.url === '/missing') return response.writeHead(404).end('x');
  if (request.url === '/slow') return response.write('x');
  asked += 1;
  const size = request.url === '/large' ? MAX + 1 : 10;
  return response.end('x'.repeat(size));
});
const origin = server.url;
afterAll(() => server[Symbol.asyncDispose]());

const read = (url: string, bytes = 10, signal = AbortSignal.timeout(400), cdn = origin) =>
  createFileReader(cdn)({ url, bytes }, MAX, signal);

test('a file is read from the configured host of Discord', async () => {
  const bytes = await read(`${origin}/good`);
  expect(Buffer.from(bytes as Uint8Array).toString()).toBe('x'.repeat(10));
});

test.each([
  ['/redirected', 'unavailable'],
  ['/missing', 'unavailable'],
  ['/slow', 'unavailable'],
  ['/large', 'tooLarge'],
])('a file at %s is not read to its end: %s', async (path, answer) => {
  expect(await read(`${origin}${path}`)).toBe(answer);
});

test('a file that takes too long, or longer than its interaction, is given up', async () => {
  const { timeout } = AbortSignal;
  const hastened = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => timeout.call(AbortSignal, ms / 10));
  onTestFinished(() => hastened.mockRestore());
  expect(await read(`${origin}/slow`, 10, new AbortController().signal)).toBe('unavailable');
  expect(await read(`${origin}/good`, 10, AbortSignal.abort())).toBe('unavailable');
});

test.each<[string, () => string, number?]>([
  ['a place, but says to be too large,', () => `${origin}/good`, MAX + 1],
  ['another name of the host', () => `${origin.replace('127.0.0.1', 'localhost')}/good`],
  ['a host behind a user', () => `http://cdn.discordapp.com@${origin.slice(7)}/good`.replace('127.0.0.1', 'localhost')],
])('a file at %s is not requested', async (_, url, bytes) => {
  const before = asked;
  expect(await read(url(), bytes)).not.toBeInstanceOf(Uint8Array);
  expect(asked).toBe(before);
});

test.each(['https://cdn.discordapp.com.example.org/x', 'http://cdn.discordapp.com/x', 'file:///etc/passwd', 'x'])(
  'a file at %s is not requested, even if everything would respond',
  async (url) => {
    const answering = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response('x'));
    onTestFinished(() => answering.mockRestore());
    expect(await read(url)).toBe('unavailable');
    expect(await read('https://cdn.discordapp.com/x')).toBeInstanceOf(Uint8Array);
    expect(answering).toHaveBeenCalledTimes(1);
  },
);

test('files are sent as bytes, so that an early response ends no process', async () => {
  const sent = vi.spyOn(DefaultRestOptions, 'makeRequest').mockResolvedValue({} as never);
  onTestFinished(() => sent.mockRestore());
  const form = new FormData();
  form.set('files[0]', new Blob(['x']), 'report.csv');
  await makeRequest(origin, { method: 'POST', body: form as never });
  const [, { body, headers } = {}] = sent.mock.calls[0] ?? [];
  const parsed = await new Response(body as Buffer<ArrayBuffer>, { headers: headers as HeadersInit }).formData();
  expect([body instanceof Buffer, await (parsed.get('files[0]') as File).text()]).toEqual([true, 'x']);
});

import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { isLocalAddress, toWebAddress } from '../../../sandbox/page/browser/text/webAddress.ts';
import { createPage } from '../../../sandbox/page/page.ts';

const page = createPage();
const get = (path: string, headers: Record<string, string> = {}) =>
  page(new Request(`http://127.0.0.1${path}`, { headers }));

test('the document allows its import map by hash, and no other inline script', async () => {
  const response = get('/?as=ada');
  const html = await response.text();
  const policy = response.headers.get('content-security-policy') ?? '';
  const inline = [...html.matchAll(/<script(?![^>]*src=)[^>]*>([\s\S]*?)<\/script>/g)].map(([, body]) => body ?? '');
  expect(inline).toHaveLength(1);
  expect(policy).toContain(
    `'sha256-${createHash('sha256')
      .update(inline[0] ?? '')
      .digest('base64')}'`,
  );
  expect(policy).not.toContain('unsafe');
});

test('every module and style sheet that the document names is served, without types', async () => {
  const html = await get('/').text();
  const paths = [...html.matchAll(/(?:href|src)="(\/assets[^"]+)"/g)].map(([, path]) => path ?? '');
  expect(paths.length).toBeGreaterThan(20);
  for (const path of paths) expect(get(path).status, path).toBe(200);
  const module = get('/assets/text/timestamp.ts');
  expect(module.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
  expect(await module.text()).not.toContain('interface TimeSetting');
});

test.each([
  '/assets/../page.ts',
  '/assets/tsconfig.json',
  '/assets/text/nothing.ts',
  '/package.json',
  '/assets/%2e%2e/page.ts',
  '/node_modules/ws/package.json',
])('%s is not served', (path) => {
  expect(get(path).status).toBe(404);
});

test('a browser that has the file already is told so', () => {
  const etag = get('/assets/main.ts').headers.get('etag') ?? '';
  expect(get('/assets/main.ts', { 'if-none-match': etag }).status).toBe(304);
  expect(get('/assets/main.ts', { 'if-none-match': '"other"' }).status).toBe(200);
});

test('only reading is possible', () => {
  expect(page(new Request('http://127.0.0.1/', { method: 'POST' })).status).toBe(405);
});

test('web addresses are http and https only', () => {
  expect(toWebAddress('https://a.example')).toBe('https://a.example/');
  for (const text of ['javascript:alert(1)', 'JAVASCRIPT:alert(1)', 'data:text/html,x', 'discord://x', '/path', '']) {
    expect(toWebAddress(text)).toBeUndefined();
  }
});

test('pictures come from the page itself or from this machine', () => {
  const origin = 'http://127.0.0.1:4000';
  expect(isLocalAddress('/picture.png', origin)).toBe(true);
  expect(isLocalAddress('http://127.0.0.1:5000/a.png', origin)).toBe(true);
  expect(isLocalAddress('https://pictures.example/a.png', origin)).toBe(false);
  expect(isLocalAddress('http://127.0.0.1.example/a.png', origin)).toBe(false);
});

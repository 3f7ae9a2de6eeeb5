import { expect, test } from 'vitest';
import { isLocalAddress } from '../../../sandbox/page/browser/text/webAddress.ts';
import { createPage } from '../../../sandbox/page/page.ts';

const page = createPage();
const get = async (path: string, headers: Record<string, string> = {}) =>
  page(new Request(`http://127.0.0.1${path}`, { headers }));

test('the document and all that it names are served, to read only, and its policy allows nothing inline', async () => {
  const response = await get('/?as=ada');
  const html = await response.text();
  expect(response.headers.get('content-security-policy')).not.toMatch(/unsafe|sha256/);
  expect(html.replace(/<script[^>]*src=[^>]*><\/script>/g, '')).not.toContain('<script');
  expect((await page(new Request('http://127.0.0.1/', { method: 'POST' }))).status).toBe(405);
  const paths = [...html.matchAll(/(?:href|src)="(\/assets[^"]+)"/g)].map(([, path]) => path ?? '');
  expect(paths.map((path) => path.replace(/.*\./, '')).sort()).toEqual(['css', 'js', 'svg']);
  for (const path of paths) {
    const file = await get(path);
    expect(file.status, path).toBe(200);
    expect(file.headers.get('content-type'), path).toMatch(/css|javascript|svg/);
    const etag = file.headers.get('etag') ?? '';
    expect((await get(path, { 'if-none-match': etag })).status).toBe(304);
    expect((await get(path, { 'if-none-match': '"other"' })).status).toBe(200);
  }
});

test.each([
  '/assets/../page.ts',
  '/index.html',
  '/package.json',
  '/assets/%2e%2e/page.ts',
  '/node_modules/ws/package.json',
])('%s isn’t served', async (path) => expect((await get(path)).status).toBe(404));

test('pictures come from the page itself or from this machine', () => {
  const origin = 'http://127.0.0.1:4000';
  expect(isLocalAddress('/picture.png', origin)).toBe(true);
  expect(isLocalAddress('http://127.0.0.1:5000/a.png', origin)).toBe(true);
  expect(isLocalAddress('https://pictures.example/a.png', origin)).toBe(false);
  expect(isLocalAddress('http://127.0.0.1.example/a.png', origin)).toBe(false);
});

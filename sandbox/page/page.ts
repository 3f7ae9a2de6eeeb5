import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import { Hono } from 'hono';
import { etag } from 'hono/etag';
import { secureHeaders } from 'hono/secure-headers';
import { getMimeType } from 'hono/utils/mime';
import { build, type Rolldown } from 'vite';

/** Loopback, because the stand-in's CDN may use another port. */
const PICTURES = ["'self'", 'data:', 'blob:', 'http://127.0.0.1:*', 'http://localhost:*'];

/** The chat page, mounted at `/`: the document and its assets. `/page-api/` is the stand-in's. */
export function createPage(): (request: Request) => Response | Promise<Response> {
  const app = new Hono();
  const security = secureHeaders({
    strictTransportSecurity: false,
    contentSecurityPolicy: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'"],
      fontSrc: ["'self'"],
      imgSrc: PICTURES,
      mediaSrc: PICTURES,
      connectSrc: ["'self'"],
      baseUri: ["'none'"],
      formAction: ["'none'"],
      frameAncestors: ["'none'"],
    },
  });
  app.get('*', security, etag(), async (context) => {
    const { path } = context.req;
    const body = (await bundlePage()).get(path);
    if (body === undefined) return context.text('Page not found.', 404);
    const type = path === '/' ? 'text/html; charset=utf-8' : getMimeType(path);
    return context.body(typeof body === 'string' ? body : new Uint8Array(body), 200, {
      'content-type': type ?? 'application/octet-stream',
      'cache-control': 'no-cache',
    });
  });
  app.all('*', (context) => context.text('Only GET is supported.', 405));
  return (request) => app.fetch(request);
}

let bundle: Promise<ReadonlyMap<string, string | Uint8Array>> | undefined;

/** The page's files by path: built in memory once per process, at the first request. */
function bundlePage(): Promise<ReadonlyMap<string, string | Uint8Array>> {
  bundle ??= makeBundle();
  return bundle;
}

async function makeBundle(): Promise<ReadonlyMap<string, string | Uint8Array>> {
  const result = await build({
    root: fileURLToPath(new URL('./browser/', import.meta.url)),
    configFile: false,
    plugins: [tailwindcss()],
    logLevel: 'warn',
    // Nothing is inlined into the document or styles: the page's security policy forbids it.
    build: { write: false, minify: false, reportCompressedSize: false, assetsInlineLimit: 0, modulePreload: false },
  });
  const { output } = (Array.isArray(result) ? result[0] : result) as Rolldown.RolldownOutput;
  return new Map(
    output.map((file) => [
      file.fileName === 'index.html' ? '/' : `/${file.fileName}`,
      file.type === 'asset' ? file.source : file.code,
    ]),
  );
}

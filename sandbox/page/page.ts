import { createPage as createNextPage } from './nextPage.ts';
import { type PageFile, readPageFiles } from './pageFiles.ts';

/**
 * The chat page as a fetch-style handler, to be mounted at `/`: it answers GET and HEAD of `/` and of its own `/assets/…`; every other
 * path is a 404 and every other method a 405. The WebSocket and the uploads under `/page-api/` are the stand-in's.
 */
export function createPage(): (request: Request) => Response | Promise<Response> {
  if (process.env['COMMLINK_PAGE'] === 'next') return createNextPage();
  const files = readPageFiles();
  return (request) => {
    const file = files.get(new URL(request.url).pathname);
    if (file === undefined) return plain(404, 'There is no such page.');
    if (request.method !== 'GET' && request.method !== 'HEAD') return plain(405, 'Only GET is possible here.');
    return toResponse(file, request);
  };
}

function toResponse(file: PageFile, request: Request): Response {
  const headers = new Headers({
    'content-type': file.contentType,
    'content-security-policy': file.contentSecurityPolicy ?? "default-src 'none'",
    'cache-control': 'no-cache',
    etag: file.etag,
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  });
  const known = request.headers.get('if-none-match')?.split(/\s*,\s*/) ?? [];
  if (known.some((etag) => etag === file.etag || etag === `W/${file.etag}`)) {
    return new Response(null, { status: 304, headers });
  }
  return new Response(request.method === 'HEAD' ? null : file.body, { headers });
}

function plain(status: number, text: string): Response {
  return new Response(text, {
    status,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
  });
}

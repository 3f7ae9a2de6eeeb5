import { createHash } from 'node:crypto';

/**
 * The one HTML document of the page, and the Content-Security-Policy that goes with it. Scripts and styles come from this server only;
 * the import map is the single inline block (browsers read no external ones), so it is allowed by its hash. Pictures may also come from
 * loopback: the stand-in's CDN may listen on another port. No other host is ever asked for anything.
 */
export function toDocument(parts: {
  imports: Record<string, string>;
  styles: string[];
  modules: string[];
  entry: string;
}): {
  html: string;
  contentSecurityPolicy: string;
} {
  const importMap = JSON.stringify({ imports: parts.imports });
  const hash = createHash('sha256').update(importMap).digest('base64');
  const html = [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1, interactive-widget=resizes-content">',
    '<meta name="color-scheme" content="dark light">',
    '<title>Commlink sandbox</title>',
    '<link rel="icon" href="/assets/icon.svg" type="image/svg+xml">',
    `<script type="importmap">${importMap}</script>`,
    ...parts.styles.map((path) => `<link rel="stylesheet" href="${path}">`),
    ...parts.modules.map((path) => `<link rel="modulepreload" href="${path}">`),
    `<script type="module" src="${parts.entry}"></script>`,
    '</head>',
    '<body>',
    '<noscript>The chat page needs JavaScript.</noscript>',
    '</body>',
    '</html>',
  ].join('\n');
  const contentSecurityPolicy = [
    "default-src 'none'",
    `script-src 'self' 'sha256-${hash}'`,
    "style-src 'self'",
    "img-src 'self' data: blob: http://127.0.0.1:* http://localhost:*",
    "media-src 'self' http://127.0.0.1:* http://localhost:*",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
  return { html, contentSecurityPolicy };
}

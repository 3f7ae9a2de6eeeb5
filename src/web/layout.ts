import { readFileSync } from 'node:fs';
import { html } from 'hono/html';
import type { KitTexts } from '../view/en.ts';

export type Html = ReturnType<typeof html>;

/** `above` goes over the heading, `script` is a path of {@link ASSETS}. */
type PageParts = { title: string; above?: Html; content: Html; script?: string };

/** A page that loads nothing external, for light and dark themes, and phones. */
export function layout({ language }: KitTexts, { title, above, content, script }: PageParts): Html {
  return html`<!doctype html>
<html lang="${language}">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <meta name="robots" content="noindex">
    <meta name="referrer" content="same-origin">
    <title>${title} · Commlink</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="/login/style.css">
    ${script === undefined ? '' : html`<script type="module" src="${script}"></script>`}
  </head>
  <body>
    <div class="card">
      <header class="brand">Commlink</header>
      <main>
        ${above ?? ''}
        <h1>${title}</h1>
        ${content}
      </main>
    </div>
  </body>
</html>`;
}

/** The files of `browser/` by path, sent as they are. */
export const ASSETS = {
  '/login/style.css': read('style.css', 'text/css'),
  '/login/copyCode.js': read('copyCode.js', 'text/javascript'),
} as const;

function read(name: string, type: string): { body: string; contentType: string } {
  const body = readFileSync(new URL(`browser/${name}`, import.meta.url), 'utf8');
  return { body, contentType: `${type}; charset=utf-8` };
}

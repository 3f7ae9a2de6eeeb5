import { html } from 'hono/html';
import type { Words } from '../view/words/wordsFor.ts';

type Html = ReturnType<typeof html>;

/** One page of ours: no script, no request to anywhere else; light and dark, down to the width of a phone. */
export function layout({ language }: Words, title: string, body: Html): Html {
  return html`<!doctype html>
<html lang="${language}">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="robots" content="noindex">
    <meta name="referrer" content="no-referrer">
    <title>${title} · Commlink</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="/login/style.css">
  </head>
  <body>
    <main>
      <p class="brand">Commlink</p>
      ${body}
    </main>
  </body>
</html>`;
}

export const STYLESHEET = `
:root { color-scheme: light dark; --ground: light-dark(#eef0f5, #14161c); --card: light-dark(#fff, #1e212a); --ink: light-dark(#1b1e27, #eceef4);
  --quiet: light-dark(#565d6e, #a3abbd); --accent: light-dark(#4650dd, #8f97ff); --on-accent: light-dark(#fff, #14161c); --line: light-dark(#d9dde6, #343946); }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 1.25rem; background: var(--ground); color: var(--ink);
  font: 1.0625rem/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", sans-serif; }
main { width: min(32rem, 100%); background: var(--card); border: 1px solid var(--line); border-radius: 1rem; padding: clamp(1.25rem, 5vw, 2.25rem); }
.brand { margin: 0 0 1.25rem; font-weight: 700; letter-spacing: .04em; color: var(--accent); }
h1 { margin: 0 0 .75rem; font-size: 1.5rem; line-height: 1.25; }
p, ul { margin: 0 0 1rem; } ul { padding-left: 1.25rem; } li { margin: .25rem 0; }
.user { font-weight: 700; overflow-wrap: anywhere; }
.quiet { color: var(--quiet); font-size: .9375rem; }
.code { display: block; width: 100%; margin: 1.25rem 0; padding: .75rem; text-align: center; border: 2px dashed var(--line); border-radius: .75rem;
  font: 700 clamp(2rem, 11vw, 3rem)/1.2 ui-monospace, "DejaVu Sans Mono", monospace; letter-spacing: .18em; user-select: all; }
button { width: 100%; padding: .8rem 1rem; border: 0; border-radius: .6rem; background: var(--accent); color: var(--on-accent); font: inherit; font-weight: 600; cursor: pointer; }
button:hover { filter: brightness(1.08); } button:focus-visible, a:focus-visible { outline: 3px solid var(--accent); outline-offset: 3px; }
kbd { padding: .1rem .4rem; border: 1px solid var(--line); border-radius: .3rem; font-family: ui-monospace, monospace; }
`;

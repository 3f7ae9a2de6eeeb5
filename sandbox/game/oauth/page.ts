import { createHash } from 'node:crypto';
import type { Context } from 'hono';
import { html, raw } from 'hono/html';

export type Html = ReturnType<typeof html>;

const STYLE = `
:root { color-scheme: light dark; --ink: #1b2130; --dim: #545c6f; --page: #eef1f7; --card: #fff; --line: #c9d0de; --accent: #2d4fd0; --on-accent: #fff;
  --warn: #7a4300; --warn-page: #fff1dc; --bad: #a3142c; --bad-page: #fdeaed; }
@media (prefers-color-scheme: dark) { :root { --ink: #e8ecf6; --dim: #a6afc4; --page: #0d111b; --card: #171d2b; --line: #39435a; --accent: #9db2ff; --on-accent: #0d111b;
  --warn: #ffcf8a; --warn-page: #38280f; --bad: #ff9fb0; --bad-page: #3a1620; } }
* { box-sizing: border-box; }
body { margin: 0; padding: 2rem 1rem; background: var(--page); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
body { display: grid; place-items: center; min-height: 100svh; }
.card { width: min(32rem, 100%); padding: clamp(1.25rem, 5vw, 2rem); background: var(--card); border: 1px solid var(--line); border-radius: .9rem; }
h1 { margin: 0 0 1rem; font-size: 1.45rem; line-height: 1.25; }
h2 { margin: 1.5rem 0 .5rem; font-size: 1rem; }
.world { margin: 0 0 1.25rem; padding-bottom: .75rem; border-bottom: 1px solid var(--line); color: var(--dim); font-size: .85rem; }
label { display: block; margin: 1rem 0 .3rem; font-weight: 600; }
input { width: 100%; padding: .65rem .75rem; border: 1px solid var(--dim); border-radius: .5rem; background: var(--page); color: inherit; font: inherit; }
button { padding: .7rem 1.3rem; border: 1px solid var(--accent); border-radius: .5rem; background: var(--accent); color: var(--on-accent); font: inherit;
  font-weight: 600; cursor: pointer; }
button.second { background: transparent; color: var(--accent); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.choice { display: flex; flex-wrap: wrap; gap: .75rem; margin-top: 1.5rem; }
.choice button { flex: 1 1 8rem; }
.bad, .warn { padding: .75rem 1rem; border-left: 4px solid; border-radius: .4rem; }
.bad { color: var(--bad); background: var(--bad-page); }
.warn { color: var(--warn); background: var(--warn-page); }
.hint { margin-top: 1.75rem; padding-top: 1rem; border-top: 1px solid var(--line); font-size: .9rem; color: var(--dim); }
main > :last-child, .hint > :last-child { margin-bottom: 0; }
.hint kbd { padding: 0 .3rem; border: 1px solid var(--line); border-radius: .3rem; color: var(--ink); font-weight: 600; user-select: all; }
ul { padding-left: 1.2rem; } li { margin: .35rem 0; }
.hint strong { color: var(--ink); }
.before { color: var(--dim); }
li .before { display: block; font-size: .9rem; }
a { color: var(--accent); }
`;

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

const POLICY = `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; img-src data:; base-uri 'none'; frame-ancestors 'none'`;

/** A whole page, without scripts or anything from another host. */
export function page(title: string, content: Html, problem = false): Html {
  return html`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${problem ? 'Problem: ' : ''}${title} &middot; Sandbox game</title>
<link rel="icon" href="data:,">
<style>${raw(STYLE)}</style>
</head>
<body>
<div class="card">
<header class="world"><strong>Sandbox game</strong> &middot; a reference service on your own machine, without real accounts</header>
<main>
<h1>${title}</h1>
${content}
</main>
</div>
</body>
</html>`;
}

export const PAGE_HEADERS: Readonly<Record<string, string>> = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': POLICY,
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

export async function showPage(c: Context, content: Html, status = 200): Promise<Response> {
  return new Response(c.req.method === 'HEAD' ? null : String(await content), { status, headers: PAGE_HEADERS });
}

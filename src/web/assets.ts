import { readFileSync } from 'node:fs';

/** What the pages load from here, by path: the files of `browser/`, as they stand. There is nothing else to load. */
export const ASSETS = {
  '/login/style.css': read('style.css', 'text/css'),
  '/login/copyCode.js': read('copyCode.js', 'text/javascript'),
} as const;

function read(name: string, type: string): { body: string; contentType: string } {
  const body = readFileSync(new URL(`browser/${name}`, import.meta.url), 'utf8');
  return { body, contentType: `${type}; charset=utf-8` };
}

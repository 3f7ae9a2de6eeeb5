import { readFileSync } from 'node:fs';

/** The files of `browser/` by path, sent as they are. The pages load nothing else. */
export const ASSETS = {
  '/login/style.css': read('style.css', 'text/css'),
  '/login/copyCode.js': read('copyCode.js', 'text/javascript'),
} as const;

function read(name: string, type: string): { body: string; contentType: string } {
  const body = readFileSync(new URL(`browser/${name}`, import.meta.url), 'utf8');
  return { body, contentType: `${type}; charset=utf-8` };
}

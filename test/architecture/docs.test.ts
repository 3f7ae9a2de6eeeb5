import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const PAGES = globSync(['*.md', 'docs/*.md', 'sandbox/**/*.md'], { cwd: ROOT });

function read(page: string): string {
  return readFileSync(join(ROOT, page), 'utf8');
}

/** The anchors of a page's headings, as GitHub makes them. */
function anchorsOf(page: string): string[] {
  const toAnchor = (heading: string) =>
    heading
      .toLowerCase()
      .replace(/[^\w\- ]/g, '')
      .replaceAll(' ', '-');
  return [...read(page).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => toAnchor(heading));
}

describe.each(PAGES)('%s', (page) => {
  test('links only to files and headings that exist', () => {
    const links = [...read(page).matchAll(/\]\(([^)\s]+)\)|src="([^"]+)"/g)].map(
      ([, link, image]) => link ?? image ?? '',
    );
    const broken = links.filter((link) => {
      if (/^https?:/.test(link)) return false;
      const [path = '', anchor] = link.split('#');
      const target = path === '' ? page : join(dirname(page), path);
      return !existsSync(join(ROOT, target)) || (anchor !== undefined && !anchorsOf(target).includes(anchor));
    });
    expect(broken).toEqual([]);
  });
});

test('docs/security.md names only tests that exist', () => {
  const named = [...read('docs/security.md').matchAll(/`((?:account|discord|e2e|process|store|view|web)\/\w+)`/g)];
  const missing = named.flatMap(([, path = '']) => (existsSync(join(ROOT, `test/${path}.test.ts`)) ? [] : [path]));
  expect(named.length).toBeGreaterThan(20);
  expect(missing).toEqual([]);
});

test('comments and tests name only sections of docs/interface.md that exist', () => {
  const sources = globSync(['src/**/*.ts', 'commands/**/*.ts', 'sandbox/**/*.ts', 'test/**/*.ts'], { cwd: ROOT });
  const named = sources.flatMap((file) =>
    [...read(file).matchAll(/docs\/interface\.md[\s*/]*,[\s*/]*"([^"]+)"/g)].map(([, section = '']) => ({
      file,
      section,
    })),
  );
  const sections = [...read('docs/interface.md').matchAll(/^## (.+)$/gm)].map(([, section]) => section);
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter(({ section }) => !sections.includes(section))).toEqual([]);
});

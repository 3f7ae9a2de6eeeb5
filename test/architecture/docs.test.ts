import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const PAGES = globSync(['*.md', '{docs,sandbox,test}/**/*.md', '.github/*.md'], { cwd: ROOT });
const CODE = globSync(['{src,commands,sandbox,test}/**/*.{ts,tsx,lua}', 'deploy/*', '.env.example'], { cwd: ROOT });

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

const TEST = /`((?:account|architecture|commands|discord|e2e|jobs|process|store|view|web|writes)\/[\w/]+)`/g;

test.each([
  ['docs/security.md names only tests', ['docs/security.md'], TEST, (path: string) => `test/${path}.test.ts`],
  [
    'comments, messages and tests name only pages',
    CODE,
    /\b((?:docs|sandbox|test)\/[\w/-]+\.md)\b/g,
    (path: string) => path,
  ],
])('%s that exist', (_, files, pattern, toFile) => {
  const named = files.flatMap((file) => [...read(file).matchAll(pattern)].map(([, path = '']) => path));
  expect(named.length).toBeGreaterThan(20);
  expect([...new Set(named)].filter((path) => !existsSync(join(ROOT, toFile(path))))).toEqual([]);
});

test('the reference names every metric', () => {
  const metrics = [...read('src/metrics.ts').matchAll(/'(commlink_\w+)'/g)].map(([, name = '']) => name);
  expect(metrics.length).toBeGreaterThan(8);
  expect(metrics.filter((name) => !read('docs/reference.md').includes(`\`${name}\``))).toEqual([]);
});

test('the runbook says what to do at each alert', () => {
  const alerts = [...read('deploy/alerts.yml').matchAll(/alert: (\w+)/g)].map(([, name]) => name);
  const answered = [...read('docs/runbook.md').matchAll(/^- \*\*(Commlink\w+):\*\*/gm)].map(([, name]) => name);
  expect(answered).toEqual(alerts);
});

test('comments and tests name only sections of docs/interface.md that exist', () => {
  const named = CODE.flatMap((file) =>
    [...read(file).matchAll(/docs\/interface\.md[\s*/]*,[\s*/]*"([^"]+)"/g)].map(([, section = '']) => [file, section]),
  );
  const sections = [...read('docs/interface.md').matchAll(/^## (.+)$/gm)].map(([, section]) => section);
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter(([, section]) => !sections.includes(section))).toEqual([]);
});

test('commands to paste have no placeholder that a shell reads as a redirection', () => {
  const commands = PAGES.flatMap(
    (page) => read(page).match(/^ {4}(?:git|npm|npx|node|docker|curl|caddy|export|kill) .*/gm) ?? [],
  );
  expect(commands.length).toBeGreaterThan(20);
  expect(commands.filter((command) => /<\w+>/.test(command))).toEqual([]);
});

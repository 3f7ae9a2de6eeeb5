import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { inject, test } from 'vitest';
import { LANGUAGES } from '../src/view/languages.ts';
import { makeTemporaryFolder } from './support/temporaryFolder.ts';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const LEFT_OUT = ['.git', 'node_modules', 'test-results', 'data'];
/** The languages of the examples. Any others would lack their texts in the copy. */
const LOCALES = "LOCALES = { en: 'en-US', de: 'de' }";

/** The files of the examples: the text of a new file, or the changes to an existing one. */
const EXAMPLES = [
  ...readFileSync(join(ROOT, 'CONTRIBUTING.md'), 'utf8').matchAll(
    /^`([\w/.]+\.ts)`.*(?:\n.+)*\n\n```(ts|diff)\n([\s\S]*?)^```$/gm,
  ),
].map(([, file = '', kind = '', content = '']) => ({ file, isNew: kind === 'ts', content }));

/** Applies a diff; each hunk must match exactly once. */
function applyDiff(source: string, diff: string): string {
  return diff.split(/^@@\n/m).reduce((text, hunk) => {
    const lines = hunk.split('\n').filter((line) => line !== '');
    const without = (sign: string) =>
      lines.filter((line) => !line.startsWith(sign)).map((line) => `${line.slice(1)}\n`);
    const parts = text.split(without('+').join(''));
    if (parts.length !== 2) throw new Error(`This fits in ${parts.length - 1} places:\n${hunk}`);
    return parts.join(without('-').join(''));
  }, source);
}

test('the examples of CONTRIBUTING.md fit the project, and pass its checks and the tests that are about them', async () => {
  const folder = makeTemporaryFolder();
  const others = LANGUAGES.filter((language) => !LOCALES.includes(` ${language}: `)).map(
    (language) => `${language}.ts`,
  );
  const isCopied = (path: string) => !LEFT_OUT.includes(relative(ROOT, path)) && !others.includes(basename(path));
  cpSync(ROOT, folder, { recursive: true, filter: isCopied });
  const list = join(folder, 'src/view/languages.ts');
  writeFileSync(list, readFileSync(list, 'utf8').replace(/LOCALES = \{[^}]*\}/, LOCALES));
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  for (const { file, isNew, content } of EXAMPLES) {
    const path = join(folder, file);
    if (isNew === existsSync(path)) throw new Error(`${file} ${isNew ? 'exists already' : "doesn't exist"}`);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, isNew ? content : applyDiff(readFileSync(path, 'utf8'), content));
  }
  const env = { ...process.env, TEST_REDIS_URL: inject('redisUrl') };
  const run = async (...command: [string, ...string[]]) => {
    const [program, ...args] = command;
    // It reports faults on both streams.
    await promisify(execFile)(program, args, { cwd: folder, env }).catch(({ stdout, stderr }) => {
      throw new Error(`${command.join(' ')} failed:\n${stdout}${stderr}`);
    });
  };
  await run('node', 'commands/index.ts');
  // The rest takes a minute.
  if (!process.env['CI']) return;
  await run('npm', 'run', 'check');
  const tests = ['game', 'commands/endToEnd.test.ts', 'e2e/pagers.test.ts', 'e2e/ships.test.ts'];
  await run('npx', 'vitest', 'run', '-t', 'ships', ...tests.map((path) => `test/${path}`));
}, 300_000);

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const read = (file: string): string => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
type Package = { dev?: boolean; hasInstallScript?: boolean; optionalDependencies?: Record<string, string> };
const packages: Record<string, Package> = JSON.parse(read('package-lock.json')).packages;

test('docs/design.md lists what the bot needs at run time', () => {
  const [, section = ''] = read('docs/design.md').split('## Dependencies');
  const listed = [...section.matchAll(/^ {4}(\S+)/gm)].map(([, name]) => name);
  expect(listed.toSorted()).toEqual(Object.keys(JSON.parse(read('package.json')).dependencies).toSorted());
});

test('nothing that the bot needs at run time runs a script when it is installed', () => {
  const scripted = Object.entries(packages).filter(([, { dev, hasInstallScript }]) => hasInstallScript && !dev);
  expect(scripted.map(([path]) => path)).toEqual([]);
});

test('the lock file has the packages of every platform', () => {
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter(
      (name) => !(`node_modules/${name}` in packages) && !(`${path}/node_modules/${name}` in packages),
    ),
  );
  expect(missing).toEqual([]);
});

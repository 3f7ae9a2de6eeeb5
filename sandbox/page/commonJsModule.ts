import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const importedPattern = /\brequire\("([^"]+)"\)/g;
const identifierPattern = /^[A-Za-z_$][\w$]*$/;

/**
 * The source of one ES module that exports everything a CommonJS package exports. The browser reads ES modules only, and the
 * page's two libraries are published as CommonJS; a bundler for two packages would be a build step that nothing else here needs.
 *
 * The files that the package's entry requires, directly or not, are wrapped as functions behind a small `require`. The
 * exported names are found by loading the package here. Throws when the package is not installed.
 */
export function toBrowserModule(specifier: string, resolveFrom: string): string {
  const require = createRequire(resolveFrom);
  const entry = require.resolve(specifier);
  const files = new Map<string, { source: string; imports: Record<string, string> }>();
  collectFiles(entry, files);

  const ids = new Map([...files.keys()].map((file, index) => [file, index] as const));
  const wrapped = [...files].map(([file, { source, imports }]) => {
    const importIds = Object.fromEntries(Object.entries(imports).map(([name, target]) => [name, ids.get(target)]));
    return `// ${ids.get(file)}\n[${JSON.stringify(importIds)}, function (module, exports, require) {\n${source}\n}],`;
  });
  const names = Object.keys(require(specifier)).filter((name) => name !== 'default' && identifierPattern.test(name));
  return [
    'const files = [',
    ...wrapped,
    '];',
    'const loaded = new Map();',
    'function load(id) {',
    '  const known = loaded.get(id);',
    '  if (known) return known.exports;',
    '  const module = { exports: {} };',
    '  loaded.set(id, module);',
    '  const [imports, run] = files[id];',
    '  run(module, module.exports, (name) => load(imports[name]));',
    '  return module.exports;',
    '}',
    `const entry = load(${ids.get(entry)});`,
    'export default entry;',
    ...names.map((name) => `export const ${name} = entry.${name};`),
  ].join('\n');
}

function collectFiles(file: string, files: Map<string, { source: string; imports: Record<string, string> }>): void {
  if (files.has(file)) return;
  const source = readFileSync(file, 'utf8').replace(/^\/\/# sourceMappingURL=.*$/m, '');
  const require = createRequire(file);
  const imports: Record<string, string> = {};
  files.set(file, { source, imports });
  for (const [, name] of source.matchAll(importedPattern)) {
    if (name === undefined) continue;
    const target = require.resolve(name);
    imports[name] = target;
    collectFiles(target, files);
  }
}

import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { LANGUAGES } from '../../src/view/languages.ts';

/** The import directions of docs/design.md: the only parts that each part may import. */
export const MAY_IMPORT: Record<string, readonly string[]> = (() => {
  const base = ['config', 'errors', 'log', 'metrics', 'program', 'release', 'running', 'time', 'work'];
  const rooms = ['discord/connection', 'discord/declare', 'discord/register', 'discord/run'];
  const lower = ['store', 'quota', 'game', 'account', 'jobs', 'galaxy', 'charts', 'view', 'input', 'writes'];
  const layers = [...lower, ...rooms, 'commands'];
  const rules: Record<string, readonly string[]> = {
    ...Object.fromEntries(base.map((name) => [name, []])),
    config: ['errors'],
    log: ['errors'],
    running: ['errors', 'time'],
    work: [],
    web: [...base, 'store', 'quota', 'game', 'account', 'view'],
  };
  for (const [index, layer] of layers.entries()) rules[layer] = [...base, ...layers.slice(0, index)];
  rules['discord/run'] = [...base, ...lower, 'discord/connection', 'discord/declare'];
  rules['commands'] = [...base, ...lower, 'discord/declare'];
  rules['galaxy'] = rules['charts'] = [...base, 'store', 'quota', 'game', 'account', 'jobs'];
  rules['app'] = [...base, ...layers, 'web'];
  rules['doctor'] = [...base, ...layers];
  rules['status'] = [...base, ...layers];
  rules['main'] = rules['register'] = rules['operator'] = [...base, ...layers, 'doctor', 'app', 'status'];
  rules['setup'] = [...base, ...layers, 'doctor'];
  rules['sandbox/game'] = rules['sandbox/discord'] = [];
  rules['sandbox/page'] = ['sandbox/discord'];
  rules['sandbox'] = [...base, ...layers, 'app', 'register', 'sandbox/game', 'sandbox/discord', 'sandbox/page'];
  rules['sandbox/screenshots'] = ['log', 'sandbox', 'sandbox/discord'];
  return rules;
})();

/** Rooms with the only files that may import them: what is kept for display decides no change. */
const DOORS: Record<string, readonly string[]> = {
  'commands/credits/log': ['commands/credits/credits.ts'],
  'commands/roster/survey': [
    ...['forget', 'mine', 'rosterView', 'roster', 'rank'].map((file) => `commands/roster/${file}.ts`),
    'commands/privileges/privileges.ts',
  ],
};

export type ModuleGraph = Map<string, string[]>;

const IMPORT =
  /^\s*(?:import|export)\b[^'";]*?from\s*'(\.[^']+)'|^\s*import\s*'(\.[^']+)'|\bimport\(\s*'(\.[^']+)'\s*\)/gm;

/** The files below `root` with the project files that each imports, including types. */
export function readModuleGraph(root: string): ModuleGraph {
  const files = globSync(['src/**/*.ts', 'commands/**/*.ts', 'sandbox/**/*.{ts,tsx}'], { cwd: root });
  return new Map(
    files.map((file) => {
      const source = readFileSync(join(root, file), 'utf8');
      const targets = [...source.matchAll(IMPORT)].map(([, from, bare, dynamic]) => from ?? bare ?? dynamic ?? '');
      const modules = targets.filter((target) => !target.endsWith('.json'));
      return [file, modules.map((target) => relative(root, join(root, dirname(file), target)))];
    }),
  );
}

/** A file's part: `src/game/errors.ts` → `game`, `sandbox/page/x.ts` → `sandbox/page`. */
export function partOf(file: string): string {
  const [top = '', ...rest] = file.split('/');
  if (top === 'sandbox' && rest.length > 1) return `sandbox/${rest[0]}`;
  if (top !== 'src') return top;
  if (rest[0] === 'discord') return `discord/${rest[1]}`;
  return (rest[0] ?? '').replace(/\.ts$/, '');
}

/** A sentence for each forbidden import, each cycle of files, and each missing translation. */
export function findViolations(graph: ModuleGraph): string[] {
  const violations: string[] = [];
  for (const [file, targets] of graph) {
    const part = partOf(file);
    const allowed = MAY_IMPORT[part];
    if (!allowed) violations.push(`${file}: the part "${part}" is not in the plan of docs/design.md`);
    for (const target of targets) {
      const targetPart = partOf(target);
      if (targetPart !== part && !allowed?.includes(targetPart)) {
        violations.push(`${file} imports ${target}: ${part} may not import ${targetPart}`);
      }
      const room = dirname(target);
      if (Object.hasOwn(DOORS, room) && dirname(file) !== room && !DOORS[room]?.includes(file))
        violations.push(`${file} imports ${target}: only ${DOORS[room]?.join(', ')} may import from ${room}`);
    }
  }
  return [...violations, ...findCircles(graph), ...findUntranslated(graph)];
}

/** `translate` loads other languages by file name, which the type checker can't see. */
function findUntranslated(graph: ModuleGraph): string[] {
  const originals = [...graph.keys()].filter((file) => file.endsWith('/en.ts'));
  return originals.flatMap((file) =>
    LANGUAGES.map((language) => file.replace(/en\.ts$/, `${language}.ts`))
      .filter((sibling) => !graph.has(sibling))
      .map((sibling) => `${file} has no ${sibling} beside it`),
  );
}

function findCircles(graph: ModuleGraph): string[] {
  const circles: string[] = [];
  const done = new Set<string>();
  const visit = (file: string, trail: string[]): void => {
    const start = trail.indexOf(file);
    if (start >= 0) {
      circles.push(`a circle of imports: ${[...trail.slice(start), file].join(' → ')}`);
      return;
    }
    if (done.has(file)) return;
    for (const target of graph.get(file) ?? []) visit(target, [...trail, file]);
    done.add(file);
  };
  for (const file of graph.keys()) visit(file, []);
  return circles;
}

if (import.meta.main) {
  const root = fileURLToPath(new URL('../../', import.meta.url));
  const graph = readModuleGraph(root);
  const violations = findViolations(graph);
  for (const violation of violations) console.error(violation);
  console.log(`import directions: ${graph.size} files, ${violations.length} violations`);
  process.exitCode = violations.length > 0 ? 1 : 0;
}

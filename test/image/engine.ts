import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { fromApt, onPath } from '../support/machine/find.ts';

/** Builds the image and runs it as docker-compose.yml does: as its own user, read-only, without capabilities. */
export type Engine = {
  build(): void;
  /** What to spawn for a process of the image: `command`, or the image's own. */
  toRun(environment: Record<string, string>, command?: string[]): string[];
  /** What the image's processes may write to and where, to compare; empty where the engine refuses all writing. */
  listWritten(): string;
  remove(): void;
};

const TAG = 'commlink';
const BUILDERS = ['buildah', 'debootstrap'];
const BUILD_TOOL = fileURLToPath(new URL('../../../shared/tools/build-image', import.meta.url));

/** Docker where its engine runs, else buildah, as root, with the build tool beside the checkout and what it needs. */
export function findEngine(): Engine | undefined {
  if (spawnSync('docker', ['info'], { stdio: 'ignore', timeout: 10_000 }).status === 0) return docker;
  const canBuild =
    process.getuid?.() === 0 &&
    existsSync(BUILD_TOOL) &&
    BUILDERS.every((name) => onPath([name]) ?? fromApt(name, [name]));
  return canBuild ? createBuildah() : undefined;
}

const docker: Engine = {
  build: () => execute('docker', 'build', '--tag', TAG, '.'),
  toRun: (environment, command = []) => [
    ...['docker', 'run', '--rm', '--network=host', '--read-only', '--tmpfs=/tmp', '--cap-drop=ALL'],
    ...['--security-opt=no-new-privileges', ...toFlags(environment), TAG, ...command],
  ],
  listWritten: () => '',
  remove: () => {},
};

function createBuildah(): Engine {
  let container = '';
  const toCommand = (): string[] => JSON.parse(ask('buildah', 'inspect', container)).OCIv1.config.Cmd;
  return {
    build() {
      execute(BUILD_TOOL, TAG);
      container = ask('buildah', 'from', '--pull-never', `localhost/${TAG}`);
    },
    toRun: (environment, command = toCommand()) => [
      ...[
        'buildah',
        'run',
        '--isolation=chroot',
        '--network=host',
        '--cap-drop=all',
        '--mount=type=tmpfs,destination=/tmp',
      ],
      ...[...toFlags(environment), container, '--', ...command],
    ],
    listWritten: () =>
      ask('find', ask('buildah', 'mount', container), '-xdev', '!', '-user', 'root', '-printf', '%P %T@\n'),
    remove: () => execute('buildah', 'rm', container),
  };
}

function toFlags(environment: Record<string, string>): string[] {
  return Object.entries(environment).map(([name, value]) => `--env=${name}=${value}`);
}

function execute(program: string, ...words: string[]): void {
  execFileSync(program, words, { stdio: 'inherit' });
}

function ask(program: string, ...words: string[]): string {
  return execFileSync(program, words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }).trim();
}

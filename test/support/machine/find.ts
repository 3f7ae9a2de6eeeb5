import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Something that this machine neither has nor can get. The message says how to get it. */
export class Missing extends Error {}

/** A path or address, and how to stop it if it was started for this run. */
export type Found = { at: string; stop?: () => void };

/** The first of these programs that is on PATH and runs. */
export function onPath(names: readonly string[]): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(runs);
}

/** True if the file is a program that prints its version. */
export function runs(file: string): boolean {
  const tells = (flag: string): boolean => spawnSync(file, [flag], { stdio: 'ignore', timeout: 20_000 }).status === 0;
  return existsSync(file) && ['--version', '-v'].some(tells);
}

/** Installs a package on Debian or Ubuntu as root, and returns the first of its programs. */
export function fromApt(name: string, programs: readonly string[]): string | undefined {
  const apt = process.getuid?.() === 0 ? onPath(['apt-get']) : undefined;
  if (apt === undefined) return undefined;
  console.error(`Installing ${name} with apt, once.`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const options = ['-qq', '-o', 'DPkg::Lock::Timeout=300'];
  spawnSync(apt, ['update', ...options], { stdio: 'ignore', env });
  spawnSync(apt, ['install', '-y', '--no-install-recommends', ...options, name], { stdio: 'ignore', env });
  return onPath(programs);
}

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { bring } from './bring.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A Redis that the tests may fill and flush, e.g. `redis://127.0.0.1:41234`. */
    redisUrl: string;
  }
}

/** Vitest's global setup: if something is missing, the run ends before any test. */
export default async function setup(project: TestProject): Promise<() => void> {
  const stop = await bring('TEST_REDIS_URL', 'CHROMIUM_PATH');
  project.provide('redisUrl', process.env['TEST_REDIS_URL'] ?? '');
  const folder = mkdtempSync(join(tmpdir(), 'commlink-tests-'));
  process.env['TMPDIR'] = folder;
  return () => {
    stop();
    rmSync(folder, { recursive: true, force: true });
  };
}

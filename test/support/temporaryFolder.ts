import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

/** Makes a folder for the file's tests, removed after the last of them. */
export function makeTemporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'commlink-test-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Creates a folder, which is removed with the run's temporary folder. */
export function makeTemporaryFolder(): string {
  return mkdtempSync(join(tmpdir(), 'commlink-test-'));
}

import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Makes a folder for a test. The end of the run removes it, with everything else in its temporary folder. */
export function makeTemporaryFolder(): string {
  return mkdtempSync(join(tmpdir(), 'commlink-test-'));
}

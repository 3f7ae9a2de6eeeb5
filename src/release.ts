import { readFileSync } from 'node:fs';
import project from '../package.json' with { type: 'json' };

const COMMIT = readCommit(new URL('../.git/', import.meta.url)).slice(0, 9);
/** The release and, if it's known, the commit: what is checked out, or the image was built from. */
export const RELEASE = project.version + (COMMIT && ` (${COMMIT})`);

function readCommit(git: URL): string {
  try {
    const [head, ref] = /^(?:ref: (.+)|.+)/.exec(readFileSync(new URL('HEAD', git), 'utf8')) ?? [''];
    return ref === undefined ? head : readFileSync(new URL(ref, git), 'utf8').trim();
  } catch {
    return '';
  }
}

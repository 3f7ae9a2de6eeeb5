import { pino } from 'pino';
import type { LegalFacts } from '../../src/web/legal/pages.ts';
import { createWeb } from '../../src/web/server.ts';

/** Our pages where every step of a login, and the health check, fails with this error. */
export function createFailingWeb(error: Error, lines: string[] = [], legal: LegalFacts = {}) {
  const fail = () => Promise.reject(error);
  const login = { inspect: fail, start: fail, finish: fail, showCode: fail };
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) });
  return createWeb({ login, log, publicUrl: new URL('http://127.0.0.1/'), check: fail, legal });
}

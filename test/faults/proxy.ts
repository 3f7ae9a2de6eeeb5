import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fromApt, onPath } from '../support/machine/find.ts';
import { children } from './processes.ts';

type Passed = { slot: number; status: number; retries: number };

const LINE = /^interaction ([0-9a-f]{128}) bot(\d+)\S* (-?\d+) \+?(\d+)$/;

export const findProxy = () => onPath(['haproxy']) ?? fromApt('haproxy', ['haproxy']);

/** HAProxy with deploy/haproxy.cfg; its log shows which process got a request last. */
export async function startProxy(port: number, ports: readonly number[]) {
  const program = findProxy();
  if (program === undefined) throw new Error('This machine lacks HAProxy (install haproxy).');
  const folder = mkdtempSync(join(tmpdir(), 'commlink-proxy-'));
  const file = join(folder, 'haproxy.cfg');
  writeFileSync(file, toConfiguration(port, ports));
  const child = spawn(program, ['-db', '-f', file], { stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  const passed = new Map<string, Passed>();
  createInterface(child.stdout).on('line', (line) => {
    const [, signature = '', slot, status, retries] = LINE.exec(line) ?? [];
    if (signature) passed.set(signature, { slot: Number(slot), status: Number(status), retries: Number(retries) });
  });
  return {
    passed,
    async stop(): Promise<void> {
      child.kill('SIGKILL');
      await once(child, 'exit');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Each server's line is repeated for each process. */
function toConfiguration(port: number, ports: readonly number[]): string {
  const given = readFileSync(new URL('../../deploy/haproxy.cfg', import.meta.url), 'utf8');
  const servers = given.replaceAll(/^ {2}server bot(\d)(\S*) \S+(.*)$/gm, (_, first, name, rest) =>
    first === '0' ? ports.map((each, slot) => `  server bot${slot}${name} 127.0.0.1:${each}${rest}`).join('\n') : '',
  );
  return servers.replace('defaults', 'global\n  log stdout format raw local0\ndefaults').replace(
    /^ {2}bind .*/m,
    `  bind 127.0.0.1:${port}
  http-request capture req.hdr(X-Signature-Ed25519) len 128
  log global
  log-format "interaction %[capture.req.hdr(0)] %s %ST %rc"`,
  );
}

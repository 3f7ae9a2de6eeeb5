import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fromApt, onPath } from '../support/machine/find.ts';
import { children } from './processes.ts';

type Passed = { slot: number; status: number; retries: number };

const LINE = /^interaction ([0-9a-f]{128}) bot(\d+) (-?\d+) \+?(\d+)$/;

/** HAProxy as in deploy/haproxy.cfg; its log shows which process got a request last. */
export async function startProxy(port: number, ports: readonly number[]) {
  const program = onPath(['haproxy']) ?? fromApt('haproxy', ['haproxy']);
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

function toConfiguration(port: number, ports: readonly number[]): string {
  const servers = ports.map((each, slot) => `  server bot${slot} 127.0.0.1:${each} check inter 500ms fall 1 rise 1`);
  return `global
  log stdout format raw local0
defaults
  mode http
  timeout connect 1s
  timeout client 30s
  timeout server 30s
frontend public
  bind 127.0.0.1:${port}
  http-request capture req.hdr(X-Signature-Ed25519) len 128
  log global
  log-format "interaction %[capture.req.hdr(0)] %s %ST %rc"
  default_backend commlink
backend commlink
  balance roundrobin
  option httpchk
  http-check send meth GET uri /healthz ver HTTP/1.1 hdr Host commlink
  retries 3
  option redispatch 1
  retry-on conn-failure empty-response 503
${servers.join('\n')}
`;
}

import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Context, Next } from 'hono';
import type { Hit } from '../faults.ts';
import type { Envelopes } from './envelope.ts';
import type { ServiceEnvironment } from './environment.ts';

const filterPage = `<!DOCTYPE html>
<html lang="en"><head><title>Just a moment...</title></head>
<body><h1>Checking your browser</h1><p>Please enable JavaScript and cookies to continue.</p></body></html>`;

/** Lets a fault happen to the request at hand. `wait` is how a `delay` passes. */
export async function injectFault(
  { fault, held }: Hit,
  c: Context<ServiceEnvironment>,
  next: Next,
  { wait, envelopes }: { wait: (milliseconds: number) => Promise<unknown>; envelopes: Envelopes },
): Promise<Response | undefined> {
  const pause =
    fault.kind === 'hold' ? () => held : fault.kind === 'delay' ? () => wait(fault.milliseconds) : undefined;
  if (pause) {
    const at = 'at' in fault ? fault.at : undefined;
    if (at !== 'after') await pause();
    await next();
    if (at === 'after') await pause();
    return undefined;
  }
  switch (fault.kind) {
    case 'status':
      return withStatus(
        fault.body ?? JSON.stringify(envelopes.ofError(c, fault.status, fault.message ?? `Fault: ${fault.status}`)),
        fault.status,
        { 'content-type': fault.body === undefined ? 'application/json' : 'text/plain', ...fault.headers },
      );
    case 'error':
      return withStatus(JSON.stringify(envelopes.ofError(c, fault.code ?? 500, fault.message)), 200, {
        'content-type': 'application/json',
      });
    case 'html':
      return withStatus(filterPage, fault.status ?? 200, {
        'content-type': 'text/html; charset=utf-8',
        server: 'cloudflare',
      });
    case 'truncate': {
      await next();
      const whole = Buffer.from(await c.res.arrayBuffer());
      const headers = new Headers(c.res.headers);
      headers.delete('content-length');
      replace(c, new Response(whole.subarray(0, Math.floor(whole.length / 2)), { status: c.res.status, headers }));
      return undefined;
    }
    case 'cut':
      if (fault.at === 'after') await next();
      c.env.incoming.socket.destroy();
      replace(c, RESPONSE_ALREADY_SENT);
      return undefined;
    default:
      throw new Error(`No such fault: ${fault.kind}`);
  }
}

function withStatus(body: string, status: number, headers: Record<string, string>): Response {
  return new Response(status === 204 || status === 304 ? null : body, { status, headers });
}

/** Answers with this and nothing of an answer there may already be, whose headers Hono would otherwise keep. */
function replace(c: Context<ServiceEnvironment>, response: Response): void {
  c.res = undefined;
  c.res = response;
}

import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Context, Next } from 'hono';
import type { Hit } from '../faults.ts';
import type { ServiceEnvironment } from '../requestLog.ts';
import type { Envelopes } from './envelope.ts';

const FILTER_PAGE = `<!DOCTYPE html>
<html lang="en"><head><title>Just a moment...</title></head>
<body><h1>Checking your browser</h1><p>Please enable JavaScript and cookies to continue.</p></body></html>`;

/** `wait` waits for a `delay`. */
export async function injectFault(
  { fault, held }: Hit,
  c: Context<ServiceEnvironment>,
  next: Next,
  { wait, envelopes }: { wait: (milliseconds: number) => Promise<unknown>; envelopes: Envelopes },
): Promise<Response | undefined> {
  const withEnvelope = (status: number, code: number | string, message: string, headers = {}): Response =>
    withStatus(JSON.stringify(envelopes.ofError(c, code, message)), status, {
      'content-type': 'application/json',
      ...headers,
    });
  switch (fault.kind) {
    case 'hold':
    case 'delay':
      if (fault.at === 'after') await next();
      await (fault.kind === 'hold' ? held : wait(fault.milliseconds));
      if (fault.at !== 'after') await next();
      return undefined;
    case 'status':
      if (fault.body !== undefined)
        return withStatus(fault.body, fault.status, { 'content-type': 'text/plain', ...fault.headers });
      return withEnvelope(fault.status, fault.status, fault.message ?? `Fault: ${fault.status}`, fault.headers);
    case 'error':
      return withEnvelope(200, fault.code ?? 500, fault.message);
    case 'html':
      return withStatus(FILTER_PAGE, fault.status ?? 200, {
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
  }
}

function withStatus(body: string, status: number, headers: Record<string, string>): Response {
  return new Response(status === 204 || status === 304 ? null : body, { status, headers });
}

/** Hono would keep the headers of a response that is already there. */
function replace(c: Context<ServiceEnvironment>, response: Response): void {
  c.res = undefined;
  c.res = response;
}

import type { Context } from 'hono';

const version = '2.0';

/** The envelope of every JSON answer (wire.md, "Transport"): `swcapi` holds the payload under its one key, or an error. */
export interface Envelope {
  version: string;
  timestamp: string;
  resource: string;
  request: { method: string; url: string };
  swcapi: unknown;
}

/** A payload (`{<one key>: payload}`), `{}` or null → the envelope of the answer to this request. */
export function toEnvelope(c: Context, swcapi: unknown, now: Date = new Date()): Envelope {
  const { pathname } = new URL(c.req.url);
  return {
    version,
    timestamp: now.toISOString(),
    resource: pathname,
    request: { method: c.req.method, url: c.req.url },
    swcapi,
  };
}

/** An error → the envelope of the answer to this request. */
export function toErrorEnvelope(c: Context, code: number | string, message: string): Envelope {
  return toEnvelope(c, { error_code: code, error_message: message });
}

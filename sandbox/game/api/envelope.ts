import type { Context } from 'hono';

const version = '2.0';

/**
 * The envelope of every JSON answer (docs/interface.md, "Wire"): `swcapi` holds the payload under
 * its one key, or an error.
 */
export interface Envelope {
  version: string;
  timestamp: string;
  resource: string;
  request: { method: string; url: string };
  swcapi: unknown;
}

/** Puts what is to be answered to a request into envelopes. */
export interface Envelopes {
  /** `swcapi` is `{<one key>: payload}`, `{}` or null. */
  of(c: Context, swcapi: unknown): Envelope;
  ofError(c: Context, code: number | string, message: string): Envelope;
}

/** Envelopes that carry the time of `clock` (unix milliseconds), as ISO 8601. */
export function createEnvelopes(clock: () => number): Envelopes {
  const of = (c: Context, swcapi: unknown): Envelope => ({
    version,
    timestamp: new Date(clock()).toISOString(),
    resource: new URL(c.req.url).pathname,
    request: { method: c.req.method, url: c.req.url },
    swcapi,
  });
  return { of, ofError: (c, code, message) => of(c, { error_code: code, error_message: message }) };
}

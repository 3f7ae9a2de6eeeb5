import type { Context } from 'hono';

export type Envelopes = ReturnType<typeof createEnvelopes>;

/** Envelopes of all JSON responses (docs/interface.md, "Wire"), with the time of `clock`. */
export function createEnvelopes(clock: () => number) {
  /** `swcapi` is `{<one key>: payload}`, `{}` or null. */
  const of = (c: Context, swcapi: unknown) => ({
    version: '2.0',
    timestamp: new Date(clock()).toISOString(),
    resource: new URL(c.req.url).pathname,
    request: { method: c.req.method, url: c.req.url },
    swcapi,
  });
  const ofError = (c: Context, code: number | string, message: string) =>
    of(c, { error_code: code, error_message: message });
  return { of, ofError };
}

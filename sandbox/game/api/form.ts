import type { Context } from 'hono';
import { ServiceError } from '../errors.ts';

const MAX_BYTES = 200_000;
const FORM_TYPE = 'application/x-www-form-urlencoded';

/**
 * The form in a request's body; an empty body is an empty form. 415 for another content type, 413
 * for too many bytes, 400 for invalid encoding.
 */
export async function readForm(c: Context): Promise<URLSearchParams> {
  if (c.req.method === 'GET' || c.req.method === 'HEAD') return new URLSearchParams();
  const tooLong = new ServiceError(413, `A body can have at most ${MAX_BYTES} bytes`);
  if (Number(c.req.header('content-length') ?? 0) > MAX_BYTES) throw tooLong;
  const bytes = await c.req.arrayBuffer();
  if (bytes.byteLength > MAX_BYTES) throw tooLong;
  if (bytes.byteLength === 0) return new URLSearchParams();
  const type = c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (type !== FORM_TYPE) throw new ServiceError(415, `A body must be ${FORM_TYPE}, not ${type ?? 'of no type'}`);
  try {
    return new URLSearchParams(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (cause) {
    if (cause instanceof TypeError) throw new ServiceError(400, 'The body is not UTF-8');
    throw cause;
  }
}

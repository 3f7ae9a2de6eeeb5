import type { Context } from 'hono';
import { ServiceError } from '../errors.ts';

const mostBytes = 200_000;
const formType = 'application/x-www-form-urlencoded';

/** The form in a request's body. An empty body is an empty form; 415 for another content type, 413 for more than 200 kB, 400 for bad encoding. */
export async function readForm(c: Context): Promise<URLSearchParams> {
  if (c.req.method === 'GET' || c.req.method === 'HEAD') return new URLSearchParams();
  const announced = Number(c.req.header('content-length') ?? 0);
  if (announced > mostBytes) throw new ServiceError(413, `A body can have at most ${mostBytes} bytes`);
  const bytes = await c.req.arrayBuffer();
  if (bytes.byteLength > mostBytes) throw new ServiceError(413, `A body can have at most ${mostBytes} bytes`);
  if (bytes.byteLength === 0) return new URLSearchParams();
  const type = c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (type !== formType) throw new ServiceError(415, `A body must be ${formType}, not ${type ?? 'of no type'}`);
  try {
    return new URLSearchParams(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (cause) {
    if (cause instanceof TypeError) throw new ServiceError(400, 'The body is not UTF-8');
    throw cause;
  }
}

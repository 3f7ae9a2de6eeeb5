import { type IncomingMessage, ServerResponse } from 'node:http';

type NodeHandler = (incoming: IncomingMessage, outgoing: ServerResponse) => unknown;

/**
 * A Node handler's response as a web response that middleware can still change. The request's body
 * must be unread.
 */
export function answerWith(handler: NodeHandler, incoming: IncomingMessage): Promise<Response> {
  const outgoing = new ServerResponse(incoming);
  const chunks: Buffer[] = [];
  const collect = (chunk: unknown): void => {
    if (typeof chunk === 'string' || chunk instanceof Uint8Array) chunks.push(Buffer.from(chunk));
  };
  outgoing.write = ((chunk: unknown) => {
    collect(chunk);
    return true;
  }) as ServerResponse['write'];
  return new Promise((resolve, reject) => {
    outgoing.end = ((chunk: unknown) => {
      collect(chunk);
      resolve(toResponse(outgoing, Buffer.concat(chunks)));
      return outgoing;
    }) as ServerResponse['end'];
    Promise.resolve(handler(incoming, outgoing)).catch(reject);
  });
}

const BODYLESS = new Set([204, 205, 304]);

function toResponse(outgoing: ServerResponse, body: Buffer<ArrayBuffer>): Response {
  const headers = new Headers();
  for (const [name, value] of Object.entries(outgoing.getHeaders())) {
    for (const one of Array.isArray(value) ? value : [value]) headers.append(name, String(one));
  }
  return new Response(BODYLESS.has(outgoing.statusCode) ? null : body, { status: outgoing.statusCode, headers });
}

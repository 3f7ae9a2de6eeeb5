import { buffer } from 'node:stream/consumers';
import { startHttpServer } from './httpServer.ts';

const SIGNED = ['content-type', 'x-signature-ed25519', 'x-signature-timestamp'];

/**
 * A proxy before interactions endpoints. It sends each request to all of them, and responds with
 * the first response that isn't a refusal. When `dropWhen` resolves, it drops the connection to the
 * bot and answers interactions with 202.
 */
export async function openFront(targets: readonly string[], { dropWhen }: { dropWhen?: () => Promise<void> } = {}) {
  let newest: RequestInit | undefined;
  const server = await startHttpServer(async (request, response) => {
    const body = new Uint8Array(await buffer(request));
    const headers = Object.fromEntries(SIGNED.map((name) => [name, `${request.headers[name]}`]));
    const sent = { method: 'POST', body, headers };
    const dropping = new AbortController();
    if (JSON.parse(Buffer.from(body).toString()).type !== 1) {
      newest = sent;
      void dropWhen?.().then(() => dropping.abort());
    }
    const answers = targets.map((target) => fetch(target, { ...sent, signal: dropping.signal }));
    const accepted = answers.map(async (answer) => ((await answer).status === 401 ? Promise.reject() : answer));
    const answer = await Promise.any(accepted).catch(() => answers[0]?.catch(() => undefined));
    const type = answer?.headers.get('content-type');
    response.writeHead(answer?.status ?? 202, type ? { 'content-type': type } : {});
    response.end(answer && (await answer.bytes()));
  });
  return {
    ...server,
    /** Sends the newest interaction again with its signature. Returns the statuses. */
    replay: () => Promise.all(targets.map(async (target) => (await fetch(target, newest)).status)),
  };
}

import { request as send } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { startHttpServer } from './httpServer.ts';

type Sent = { body: Buffer; headers: Record<string, string> };

/**
 * A proxy before interactions endpoints. It sends each request to all of them, and answers with the first response that isn't
 * a refusal. With `dropWhen`, it leaves the connection to the bot then, and answers interactions with 202.
 */
export async function openFront(targets: readonly string[], { dropWhen }: { dropWhen?: () => Promise<void> } = {}) {
  const interactions: Sent[] = [];
  const forward = async (target: string, { body, headers }: Sent) => {
    const response = await fetch(target, { method: 'POST', body: new Uint8Array(body), headers });
    const type = response.headers.get('content-type');
    return { status: response.status, type, body: Buffer.from(await response.arrayBuffer()) };
  };
  const drop = async (target: string, { body, headers }: Sent, isTime: Promise<void>) => {
    const outgoing = send(target, { method: 'POST', headers }).on('error', () => {});
    outgoing.end(body);
    await isTime;
    outgoing.destroy();
    return { status: 202, type: null, body: Buffer.alloc(0) };
  };
  const server = await startHttpServer(async (request, response) => {
    const headers = Object.fromEntries(
      ['content-type', 'x-signature-ed25519', 'x-signature-timestamp'].map((name) => [
        name,
        `${request.headers[name]}`,
      ]),
    );
    const sent = { body: await buffer(request), headers };
    const isPing = JSON.parse(sent.body.toString()).type === 1;
    if (!isPing) interactions.push(sent);
    const answers = targets.map((target) =>
      dropWhen && !isPing ? drop(target, sent, dropWhen()) : forward(target, sent),
    );
    const accepted = answers.map(async (answer) => ((await answer).status === 401 ? Promise.reject() : answer));
    const answer = await Promise.any(accepted).catch(() => answers[0]);
    if (answer) response.writeHead(answer.status, answer.type ? { 'content-type': answer.type } : {}).end(answer.body);
  });
  return {
    ...server,
    /** Sends the newest interaction once more, as it was signed. The statuses. */
    async replay(): Promise<number[]> {
      const newest = interactions.at(-1);
      if (!newest) throw new Error('No interaction came');
      return await Promise.all(targets.map(async (target) => (await forward(target, newest)).status));
    },
  };
}

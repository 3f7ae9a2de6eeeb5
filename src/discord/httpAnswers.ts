import type { RESTOptions } from 'discord.js';

type MakeRequest = RESTOptions['makeRequest'];

/** What answers the HTTP request that brought an interaction: the first response as JSON; that it
 * comes by callback (202); a refusal, because nothing answers (401) or the process ends (503). */
export type HttpAnswer = { status: 200; json: string } | { status: 202 | 401 | 503 };

type Waiting = { answer: (answer: HttpAnswer) => void; isDelivered: Promise<boolean>; isAnswered: boolean };

const CALLBACK = /\/interactions\/(\d+)\/[^/]+\/callback(?!.*with_response=true)/;
/** A message, an update, choices or a modal, which nothing needs to follow. After a deferral, an edit
 * could reach Discord before the HTTP response does. */
const IS_COMPLETE = /^\{"type":[4789],/;

/** Turns first responses that discord.js sends into answers of the HTTP requests that wait for them.
 * Deferrals and files take the callback. */
export function createHttpAnswers(send: MakeRequest) {
  const open = new Map<string, Waiting>();
  const take = (id: string): Waiting | undefined => {
    const found = open.get(id);
    if (!found || found.isAnswered) return undefined;
    found.isAnswered = true;
    return found;
  };
  const makeRequest: MakeRequest = async (url, init) => {
    const request = take(CALLBACK.exec(url)?.[1] ?? '');
    if (typeof init.body !== 'string' || !IS_COMPLETE.test(init.body)) {
      request?.answer({ status: 202 });
      return await send(url, init);
    }
    request?.answer({ status: 200, json: init.body });
    // Where the connection is gone, the callback may still be in time.
    if (!(await request?.isDelivered)) return await send(url, init);
    return new Response(null, { status: 204 }) as unknown as Awaited<ReturnType<MakeRequest>>;
  };
  return {
    /** Requests as discord.js makes them. */
    makeRequest,
    /** Runs the work of an interaction and gives what answers its HTTP request, which may be before
     * the work ends. Where nothing answers, it is a replay: the first request has claimed the id. */
    answerOf(id: string, isDelivered: Promise<boolean>, work: () => Promise<void>): Promise<HttpAnswer> {
      return new Promise((answer) => {
        if (open.has(id)) return answer({ status: 401 });
        open.set(id, { answer, isDelivered, isAnswered: false });
        void work().finally(() => {
          open.delete(id);
          // Without effect where it was answered.
          answer({ status: 401 });
        });
      });
    },
  };
}

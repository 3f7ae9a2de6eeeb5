import { text as readText } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../../sandbox/game/seed/random.ts';
import { startHttpServer } from '../support/httpServer.ts';

/** A request, seen by the gate. Times in ms; no `answeredAt` if the process died before it. */
export type Call = {
  slot: number;
  method: string;
  path: string;
  form: URLSearchParams;
  token: string | undefined;
  arrivedAt: number;
  status?: number;
  answer?: string;
  answeredAt?: number;
};

/** For writes, by default one: it waits for `until`; `cuts` drops the request or the response. */
export type Trick = { until?: Promise<unknown>; cuts?: 'request' | 'response'; times?: number };

/** Hop-by-hop headers, and those that `fetch` writes or decodes. */
const NOT_PASSED_ON = new Set(['host', 'connection', 'content-length', 'transfer-encoding', 'content-encoding']);
/** The bot refreshes a minute ahead, so it refreshes tokens of this lifetime every few seconds. */
const LIFETIME_SECONDS = [63, 70] as const;

/**
 * A gate between one process of the bot and the game: it records every request, forwards each even
 * if the process dies, adds random delays on both ways, and shortens the life of access tokens.
 * `tricks` apply to the next writes whose keys start like this.
 */
export async function openGate(
  target: string,
  slot: number,
  random: Random,
  calls: Call[],
  tricks = new Map<string, Trick>(),
) {
  const pause = (method: string): Promise<void> =>
    sleep(method === 'GET' ? random.between(2, 60) : random.between(20, random.oneIn(6) ? 1_500 : 350));
  return await startHttpServer((request, response) => {
    const { method = 'GET', url = '/', headers } = request;
    const serve = async (): Promise<void> => {
      const body = await readText(request);
      const token = headers.authorization?.split(' ')[1];
      const form = new URLSearchParams(body);
      const path = decodeURIComponent(url.split('?')[0] ?? '');
      const call: Call = { slot, method, path, form, token, arrivedAt: Date.now() };
      calls.push(call);
      const [start = '', trick] = [...tricks].find(([start]) => toKey(call)?.startsWith(start)) ?? [];
      if (trick && trick.times !== undefined && trick.times > 1)
        tricks.set(start, { ...trick, times: trick.times - 1 });
      else tricks.delete(start);
      await pause(method);
      await trick?.until;
      if (trick?.cuts === 'request') return void response.destroy();
      const passed = Object.entries(headers).filter(([name]) => !NOT_PASSED_ON.has(name)) as [string, string][];
      const answer = await fetch(new URL(url, target), { method, headers: passed, ...(body && { body }) });
      call.status = answer.status;
      call.answer = shorten(await answer.text(), random);
      await pause(method);
      const back = [...answer.headers].filter(([name]) => !NOT_PASSED_ON.has(name));
      if (trick?.cuts === 'response') response.destroy();
      if (response.destroyed) return;
      response.writeHead(answer.status, Object.fromEntries(back)).end(call.answer);
      call.answeredAt = Date.now();
    };
    serve().catch(() => response.destroy());
  });
}

function shorten(answer: string, random: Random): string {
  if (!answer.includes('"access_token"')) return answer;
  return JSON.stringify({ ...JSON.parse(answer), expires_in: random.between(...LIFETIME_SECONDS) });
}

/** The key of a write: a transfer's reason, a message's text, a privilege and its holder. */
export function toKey({ method, path, form }: Call): string | undefined {
  const [, privilege] = /\/character\/([^/]+\/privileges\/.+)$/.exec(path) ?? [];
  return method === 'GET' ? undefined : (form.get('reason') ?? form.get('communication') ?? privilege);
}

/** The character of each token's link, as far as the requests show it. */
export function findOwners(calls: readonly Call[]): Map<string | undefined, string> {
  const owners = new Map<string | undefined, string>();
  for (const { token, path } of calls) {
    const [, uid] = /\/character\/(\d+:\d+)\/(?:credit|messages|skills|permissions)/.exec(path) ?? [];
    if (uid !== undefined) owners.set(token, uid);
  }
  const refreshes = calls.map(toTokens).filter((tokens) => tokens !== undefined);
  for (const tokens of [...refreshes, ...refreshes.toReversed()]) {
    const uid = tokens.map((token) => owners.get(token)).find((one) => one !== undefined);
    for (const token of tokens) if (uid !== undefined && token !== undefined) owners.set(token, uid);
  }
  return owners;
}

function toTokens({ status, answer, form }: Call) {
  if (status !== 200 || !answer?.includes('"access_token"')) return undefined;
  const old = form.get('refresh_token') ?? undefined;
  const { access_token: access, refresh_token: fresh = old } = JSON.parse(answer) as Record<string, string>;
  return [access, fresh, old] as const;
}

/** Refreshes that got a new refresh token, with the character of their link. */
export function findRotations(calls: readonly Call[]): { uid: string | undefined; call: Call }[] {
  const owners = findOwners(calls);
  return calls.flatMap((call) => {
    const [, fresh, old] = toTokens(call) ?? [];
    return old !== undefined && fresh !== old ? [{ uid: owners.get(fresh), call }] : [];
  });
}

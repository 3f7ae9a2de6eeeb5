import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { type WebSocket, WebSocketServer } from 'ws';
import type { PageCall, PageCallName, PageCalls, PageEvent } from '../../../sandbox/discord/people/pageProtocol.ts';
import { createPage } from '../../../sandbox/page/page.ts';
import { Refused } from '../discord/pageSocket.ts';
import { people, welcomeOf } from './samples.ts';

type Answers = {
  [Name in PageCallName]?: (
    params: PageCalls[Name]['params'],
  ) => PageCalls[Name]['result'] | Promise<PageCalls[Name]['result']>;
};

/** Thrown by an answer to refuse the call. */
export class Refusal extends Refused {}

export interface ScriptedPeer {
  url: string;
  calls: PageCall[];
  /** The responses to calls; a test may replace them at any time. The default is null. */
  answers: Answers;
  /** Sends an event to every open page. */
  emit: (event: PageEvent) => void;
  /** Makes every open page show a notice: refuses a call that the page makes on its own. */
  complain: (message: string) => void;
  /** Resolves with the next call of that name, or an earlier one that wasn't taken. */
  called: <Name extends PageCallName>(name: Name) => Promise<PageCalls[Name]['params']>;
  /** Cuts every connection, like a restart. */
  cut: () => void;
  /** Forgets the calls, and restores the responses. */
  reset: () => void;
}

/** The page's server with a scripted peer: it speaks `pageProtocol.ts` without Discord's logic. */
export async function startScriptedPeer(): Promise<ScriptedPeer> {
  const page = createPage();
  const server = createAdaptorServer({ fetch: (request) => respond(request, page) });
  const sockets = new WebSocketServer({ noServer: true });
  const calls: PageCall[] = [];
  const untaken: PageCall[] = [];
  const waiting: { name: string; resolve: (params: never) => void }[] = [];
  const answers: Answers = {};

  function reset(): void {
    for (const list of [calls, untaken, waiting]) list.length = 0;
    for (const name of Object.keys(answers) as PageCallName[]) delete answers[name];
    answers.become = ({ personId }) => welcomeOf(personId);
    answers.commands = () => [];
    answers.history = () => ({ messages: [], hasMore: false });
  }
  reset();

  server.on('upgrade', (request, socket, head) => {
    sockets.handleUpgrade(request, socket, head, (opened) => {
      opened.send(JSON.stringify({ type: 'people', people } satisfies PageEvent));
      opened.on('message', (data) => void answer(opened, JSON.parse(String(data)) as PageCall));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  async function answer(socket: WebSocket, call: PageCall): Promise<void> {
    calls.push(call);
    const index = waiting.findIndex(({ name }) => name === call.call);
    if (index === -1) untaken.push(call);
    else waiting.splice(index, 1)[0]?.resolve(call.params as never);
    const respondTo = answers[call.call] as ((params: unknown) => unknown) | undefined;
    try {
      const result = (await respondTo?.(call.params)) ?? null;
      socket.send(JSON.stringify({ type: 'reply', id: call.id, ok: true, result }));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      socket.send(JSON.stringify({ type: 'reply', id: call.id, ok: false, problem: error.problem }));
    }
  }

  function emit(event: PageEvent): void {
    for (const socket of sockets.clients) socket.send(JSON.stringify(event));
  }

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    answers,
    emit,
    complain: (message) => {
      const before = answers.commands;
      answers.commands = () => {
        answers.commands = before ?? (() => []);
        throw new Refusal({ code: 'not_allowed', message });
      };
      emit({ type: 'commandsChanged' });
    },
    called: (name) => {
      const index = untaken.findIndex(({ call }) => call === name);
      const taken = index === -1 ? undefined : untaken.splice(index, 1)[0];
      if (taken !== undefined) return Promise.resolve(taken.params as never);
      return new Promise((resolve) => waiting.push({ name, resolve }));
    },
    cut: () => {
      for (const socket of sockets.clients) socket.terminate();
    },
    reset,
  };
}

async function respond(request: Request, page: ReturnType<typeof createPage>): Promise<Response> {
  const url = new URL(request.url);
  if (url.pathname === '/picture.svg') {
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="240"><circle r="60" fill="#f2b544"/></svg>';
    return new Response(svg, { headers: { 'content-type': 'image/svg+xml' } });
  }
  // Browsers request it for a picture in its own window.
  if (url.pathname === '/favicon.ico') return new Response(null, { status: 204 });
  if (url.pathname === '/page-api/uploads') {
    const size = (await request.arrayBuffer()).byteLength;
    const filename = url.searchParams.get('filename') ?? '';
    return Response.json({ id: '900', filename, size, url: `${url.origin}/files/${filename}` });
  }
  return page(request);
}

import type { IncomingHttpHeaders } from 'node:http';
import { Hono } from 'hono';
import type { WebSocket } from 'ws';
import { DiscordProblem } from '../problem.ts';
import { NoAnswer } from './interactionHandle.ts';
import { answerCall, type CallContext } from './pageCalls.ts';
import type { PageEvent, PageFrame, PageProblem, PageReply, Upload, Welcome } from './pageProtocol.ts';
import type { Person } from './person.ts';
import { Refusal } from './refusal.ts';

type PageApiOptions = Omit<CallContext, 'person'> & { isOnline: () => boolean };

/** One WebSocket per page, and uploads. Refuses foreign sites. */
export type PageApi = {
  routes: Hono;
  isTrusted(headers: IncomingHttpHeaders): boolean;
  accept(socket: WebSocket): void;
};

export function createPageApi(options: PageApiOptions): PageApi {
  const routes = new Hono();
  routes.post('/uploads', async (context) => {
    const file = {
      filename: context.req.query('filename') ?? 'file',
      contentType: context.req.header('content-type') ?? 'application/octet-stream',
      data: new Uint8Array(await context.req.arrayBuffer()),
    };
    if (file.data.byteLength > options.services.files.sizeLimit)
      return context.json({ message: 'The file is too large' }, 413);
    const { id, filename, size, url } = options.services.files.put('uploads', file);
    return context.json({ id, filename, size, url } satisfies Upload);
  });
  return { routes, isTrusted, accept: (socket) => serveSocket(socket, options) };
}

/** Refuses other origins, and host names whose DNS was pointed here. */
function isTrusted({ host = '', origin }: IncomingHttpHeaders): boolean {
  const isLoopback = /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/.test(host);
  return isLoopback && (origin === undefined || origin === `http://${host}`);
}

function serveSocket(socket: WebSocket, options: PageApiOptions): void {
  let person: Person | undefined;
  let stop = () => {};
  /** Modals open only on the page that started the interaction. */
  const started = new Set<string>();
  const send = (frame: PageFrame) => {
    if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(frame));
  };
  const tell = (event: PageEvent) => {
    if (event.type !== 'modal' || started.has(event.interactionId)) send(event);
  };
  const answer = async (call: string, params: Record<string, unknown>): Promise<unknown> => {
    if (call === 'become') {
      stop();
      person = options.people.find(({ id }) => id === params['personId']);
      if (!person) throw new Refusal('not_found', 'No one here has this id');
      return toWelcome(person, options);
    }
    if (!person) throw new Refusal('not_chosen', 'Choose who you are first');
    const result = await answerCall({ person, ...options }, call, params);
    if (typeof result === 'object' && result && 'interactionId' in result) started.add(String(result.interactionId));
    return result;
  };
  const receive = async (text: string): Promise<void> => {
    const { id, call, params } = JSON.parse(text);
    const outcome = await answer(call, params).then(
      (result) => ({ ok: true, result }),
      (error: unknown) => ({ ok: false, problem: toProblem(error) }),
    );
    send({ type: 'reply', id, ...outcome } as PageReply);
    if (call !== 'become' || !person) return;
    stop = person.view.subscribe(tell);
    send({ type: 'botPresence', online: options.isOnline() });
  };
  socket.on('close', () => stop());
  socket.on('error', () => socket.terminate());
  // The page only sends JSON.
  socket.on('message', (data) => receive(data.toString()).catch(() => socket.terminate()));
  send({ type: 'people', people: options.people.map((one) => toPagePerson(one, options)) });
}

function toPagePerson({ account: { user, role } }: Pick<Person, 'account'>, { services }: PageApiOptions) {
  const { id, username, global_name: name } = user;
  return { id, username, displayName: name ?? username, avatarUrl: services.files.avatarUrl(user), role };
}

function toWelcome(person: Person, options: PageApiOptions): Welcome {
  const { services, people, gameSwitch } = options;
  const { bot, guild } = services.world;
  const pageBot = { ...toPagePerson({ account: bot }, options), bot: true };
  return {
    person: toPagePerson(person, options),
    server: { name: guild.name },
    bot: pageBot,
    members: [...people.map((one) => ({ ...toPagePerson(one, options), bot: false })), pageBot],
    channels: person.view.channels(),
    dmsOpen: person.account.dmRefusal === null,
    locale: person.account.locale,
    gameCondition: gameSwitch.condition,
  };
}

function toProblem(error: unknown): PageProblem {
  if (error instanceof Refusal) {
    const { code, message, field } = error;
    return { code, message, ...(field !== undefined && { field }) };
  }
  if (error instanceof NoAnswer) return { code: 'did_not_respond', message: error.message };
  if (error instanceof DiscordProblem) return { code: 'not_found', message: error.message };
  return { code: 'bad_call', message: "That didn't work." };
}

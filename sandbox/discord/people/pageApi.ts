import type { IncomingHttpHeaders } from 'node:http';
import { Hono } from 'hono';
import type { WebSocket } from 'ws';
import { DiscordProblem } from '../problem.ts';
import type { Services } from '../rest/route.ts';
import { toApiRoles } from '../worldPayload.ts';
import { answerCall, type GameSwitch } from './pageCalls.ts';
import type { InteractionStarted, PageEvent, PageFrame, PagePerson, PageReply, Upload } from './pageProtocol.ts';
import type { Person } from './person.ts';
import { Refusal } from './refusal.ts';

interface PageApiOptions {
  services: Services;
  people: readonly Person[];
  isOnline: () => boolean;
  gameSwitch: GameSwitch;
}

/** The chat page's side door: one WebSocket a page, and uploads. Whoever reaches loopback is trusted; foreign sites are not. */
export interface PageApi {
  /** Mounted under `/page-api`. */
  routes: Hono;
  isTrusted(headers: IncomingHttpHeaders): boolean;
  accept(socket: WebSocket): void;
}

/** The API of pageProtocol.ts on top of `Person`. */
export function createPageApi(options: PageApiOptions): PageApi {
  const isTrusted = (headers: IncomingHttpHeaders) =>
    isOwnHost(headers.host) && isOwnOrigin(headers.origin, headers.host);
  const routes = new Hono();
  routes.post('/uploads', async (context) => {
    try {
      const { id, filename, size, url } = options.services.files.put('uploads', {
        filename: context.req.query('filename') ?? 'file',
        contentType: context.req.header('content-type') ?? 'application/octet-stream',
        data: new Uint8Array(await context.req.arrayBuffer()),
      });
      return context.json({ id, filename, size, url } satisfies Upload);
    } catch (error) {
      if (error instanceof DiscordProblem) return context.json({ message: 'The file is too large' }, 413);
      throw error;
    }
  });
  return { routes, isTrusted, accept: (socket) => converse(socket, options) };
}

/** A name that points to this machine by another's DNS must not get in. */
function isOwnHost(host: string | undefined): boolean {
  return /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/.test(host ?? '');
}

function isOwnOrigin(origin: string | undefined, host: string | undefined): boolean {
  return origin === undefined || origin === `http://${host}`;
}

function converse(socket: WebSocket, options: PageApiOptions): void {
  const { services, people } = options;
  let person: Person | null = null;
  let stop = () => {};
  /** What was begun on this page: only here its modals open, should the person have other pages. */
  const begun = new Set<string>();
  const send = (frame: PageFrame) => {
    if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(frame));
  };
  const tell = (event: PageEvent) => {
    if (event.type !== 'modal' || begun.has(event.interactionId)) send(event);
  };
  socket.on('close', () => stop());
  socket.on('error', () => socket.terminate());
  socket.on('message', async (data) => {
    const frame = parseCall(data.toString());
    if (!frame) {
      send({ type: 'toast', level: 'error', text: 'That was not understood' });
      return;
    }
    const { id, call, params } = frame;
    const reply = (rest: { ok: true; result: unknown } | { ok: false; problem: unknown }) =>
      send({ type: 'reply', id, ...rest } as PageReply);
    try {
      if (call === 'become') {
        const next = people.find((one) => one.id === params['personId']);
        if (!next) throw new Refusal('not_found', 'There is no such person');
        stop();
        person = next;
        reply({ ok: true, result: toWelcome(next, options) });
        stop = next.view.subscribe(tell);
        send({ type: 'botPresence', online: options.isOnline() });
        return;
      }
      if (!person) throw new Refusal('not_chosen', 'Choose who you are first');
      const result = await answerCall({ person, ...options }, call, params);
      if (isStarted(result)) begun.add(result.interactionId);
      reply({ ok: true, result });
    } catch (error) {
      reply({ ok: false, problem: toProblem(error) });
    }
  });
  send({ type: 'people', people: people.map((one) => toPagePerson(one, services)) });
}

function isStarted(result: unknown): result is InteractionStarted {
  return typeof result === 'object' && result !== null && 'interactionId' in result;
}

function toPagePerson({ account }: Pick<Person, 'account'>, { files }: Services): PagePerson {
  const { user, role } = account;
  return {
    id: user.id,
    username: user.username,
    displayName: user.global_name ?? user.username,
    avatarUrl: files.avatarUrl(user),
    role,
  };
}

function toWelcome(person: Person, { services, people, gameSwitch }: PageApiOptions) {
  const { world } = services;
  const bot = { ...toPagePerson({ account: world.bot }, services), bot: true };
  return {
    person: toPagePerson(person, services),
    server: { id: world.guild.id, name: world.guild.name, iconUrl: null },
    bot,
    members: [...people.map((one) => ({ ...toPagePerson(one, services), bot: false })), bot],
    roles: toApiRoles(world).map(({ id, name, color }) => ({ id, name, color })),
    channels: person.view.channels(),
    dmsOpen: person.account.dmRefusal === null,
    locale: person.account.locale,
    attachmentSizeLimit: services.files.sizeLimit,
    now: person.view.now(),
    gameCondition: gameSwitch.condition,
  };
}

function parseCall(text: string): { id: number; call: string; params: Record<string, unknown> } | null {
  try {
    const { id, call, params = {} } = JSON.parse(text);
    const isCall = typeof id === 'number' && typeof call === 'string' && typeof params === 'object' && params !== null;
    return isCall ? { id, call, params } : null;
  } catch {
    return null;
  }
}

function toProblem(error: unknown) {
  if (error instanceof Refusal)
    return { code: error.code, message: error.message, ...(error.field !== undefined && { field: error.field }) };
  if (error instanceof Error && error.name === 'NoAnswer') return { code: 'did_not_respond', message: error.message };
  if (error instanceof DiscordProblem) return { code: 'not_found', message: error.message };
  return { code: 'bad_call', message: 'That could not be done' };
}

import { once } from 'node:events';
import { WebSocket } from 'ws';
import type { Discord } from '../../../sandbox/discord/discord.ts';
import type {
  PageCallName,
  PageCalls,
  PageEvent,
  PageFrame,
  PageProblem,
} from '../../../sandbox/discord/people/pageProtocol.ts';

const sockets: WebSocket[] = [];

/** A chat page without a browser. */
export interface Page {
  events: PageEvent[];
  ask<Name extends PageCallName>(call: Name, params: PageCalls[Name]['params']): Promise<PageCalls[Name]['result']>;
  /** The first event of a type, earlier or later. */
  event<Type extends PageEvent['type']>(type: Type): Promise<PageEvent & { type: Type }>;
}

export class Refused extends Error {
  readonly problem: PageProblem;
  constructor(problem: PageProblem) {
    super(problem.message);
    this.problem = problem;
  }
}

/** Connects like the page's script; {@link closePages} disconnects. */
export async function openPage(discord: Discord): Promise<Page> {
  const socket = new WebSocket(`${discord.url.replace('http', 'ws')}/page-api/socket`, { origin: discord.url });
  sockets.push(socket);
  const events: PageEvent[] = [];
  const replies = new Map<number, (frame: PageFrame & { type: 'reply' }) => void>();
  socket.on('message', (data) => {
    const frame: PageFrame = JSON.parse(data.toString());
    if (frame.type === 'reply') replies.get(frame.id)?.(frame);
    else events.push(frame);
  });
  await once(socket, 'open');
  const event: Page['event'] = async (type) => {
    const found = events.find((one) => one.type === type);
    return (found as never) ?? once(socket, 'message').then(() => event(type));
  };
  let last = 0;
  return {
    events,
    ask(call, params) {
      last += 1;
      const id = last;
      socket.send(JSON.stringify({ id, call, params }));
      return new Promise((resolve, reject) =>
        replies.set(id, (frame) => (frame.ok ? resolve(frame.result as never) : reject(new Refused(frame.problem)))),
      );
    },
    event,
  };
}

export function closePages(): void {
  for (const socket of sockets.splice(0)) socket.terminate();
}

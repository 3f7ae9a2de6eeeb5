import type { PageCallName, PageCalls, PageEvent, PageFrame } from '../../discord/people/pageProtocol.ts';

type Call = <Name extends PageCallName>(
  name: Name,
  params: PageCalls[Name]['params'],
) => Promise<PageCalls[Name]['result']>;

const MAX_PAUSE_MS = 8000;
const disconnected = () => new Error('Not connected. Please try again in a moment.');

/**
 * The page's one WebSocket. When it's lost, every waiting call fails, and it's reopened after half
 * a second, then after longer pauses. A failed call rejects with an error whose message is for the
 * person and whose cause is the name of the refused option or component.
 */
export function openConnection(options: {
  url: string;
  onEvent: (event: PageEvent) => void;
  onState: (state: 'open' | 'lost') => void;
}): Call {
  const waiting = new Map<number, { resolve: (result: never) => void; reject: (error: Error) => void }>();
  let socket: WebSocket;
  let lastId = 0;
  let failedAttempts = 0;

  function open(): void {
    socket = new WebSocket(options.url);
    socket.addEventListener('open', () => {
      failedAttempts = 0;
      options.onState('open');
    });
    socket.addEventListener('message', ({ data }) => receive(JSON.parse(data)));
    socket.addEventListener('close', () => {
      for (const { reject } of waiting.values()) reject(disconnected());
      waiting.clear();
      options.onState('lost');
      setTimeout(open, Math.min(500 * 2 ** failedAttempts, MAX_PAUSE_MS));
      failedAttempts += 1;
    });
  }

  function receive(frame: PageFrame): void {
    if (frame.type !== 'reply') {
      options.onEvent(frame);
      return;
    }
    const call = waiting.get(frame.id);
    waiting.delete(frame.id);
    if (frame.ok) call?.resolve(frame.result as never);
    else call?.reject(new Error(frame.problem.message, { cause: frame.problem.field }));
  }

  open();
  return (name, params) =>
    new Promise((resolve, reject) => {
      if (socket.readyState !== WebSocket.OPEN) {
        reject(disconnected());
        return;
      }
      lastId += 1;
      waiting.set(lastId, { resolve, reject });
      socket.send(JSON.stringify({ id: lastId, call: name, params }));
    });
}

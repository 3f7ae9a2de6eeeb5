import type { PageCallName, PageCalls, PageEvent, PageFrame, PageProblem } from '../../discord/people/pageProtocol.ts';

/** Why a call gave no result: what the server said of it, or `disconnected` when the connection was or got lost. */
export class CallFailure extends Error {
  readonly code: PageProblem['code'] | 'disconnected';
  readonly field: string | undefined;

  constructor(problem: { code: PageProblem['code'] | 'disconnected'; message: string; field?: string }) {
    super(problem.message);
    this.name = 'CallFailure';
    this.code = problem.code;
    this.field = problem.field;
  }
}

/** The call of this page to its server; rejects with {@link CallFailure} only. */
export type Call = <Name extends PageCallName>(
  name: Name,
  params: PageCalls[Name]['params'],
) => Promise<PageCalls[Name]['result']>;

export interface Connection {
  call: Call;
  /** Tries at once instead of waiting for the next attempt. */
  retryNow: () => void;
}

const longestPauseMs = 8000;

/**
 * The page's one WebSocket. When it is lost, every waiting call fails, and it is opened again after half a second, then after
 * longer pauses up to eight seconds. `onEvent` gets what the server tells unasked; `onState` hears when it opens and when it is lost.
 */
export function openConnection(options: {
  url: string;
  onEvent: (event: PageEvent) => void;
  onState: (state: 'open' | 'lost') => void;
}): Connection {
  const waiting = new Map<number, { resolve: (result: never) => void; reject: (failure: CallFailure) => void }>();
  let socket: WebSocket;
  let lastId = 0;
  let failedAttempts = 0;
  let retryTimer: ReturnType<typeof setTimeout> | undefined;

  function open(): void {
    clearTimeout(retryTimer);
    socket = new WebSocket(options.url);
    socket.addEventListener('open', () => {
      failedAttempts = 0;
      options.onState('open');
    });
    socket.addEventListener('message', ({ data }) => receive(JSON.parse(String(data)) as PageFrame));
    socket.addEventListener('close', () => {
      for (const { reject } of waiting.values()) reject(disconnected());
      waiting.clear();
      options.onState('lost');
      retryTimer = setTimeout(open, Math.min(500 * 2 ** failedAttempts, longestPauseMs));
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
    else call?.reject(new CallFailure(frame.problem));
  }

  open();
  return {
    call: (name, params) =>
      new Promise((resolve, reject) => {
        if (socket.readyState !== WebSocket.OPEN) {
          reject(disconnected());
          return;
        }
        lastId += 1;
        waiting.set(lastId, { resolve, reject });
        socket.send(JSON.stringify({ id: lastId, call: name, params }));
      }),
    retryNow: () => {
      if (socket.readyState === WebSocket.CLOSED) open();
    },
  };
}

function disconnected(): CallFailure {
  return new CallFailure({ code: 'disconnected', message: 'Not connected. Please try again in a moment.' });
}

/** The part of the clock that waiting needs; tests give their own. */
export interface Timers {
  setTimeout: (run: () => void, delayMs: number) => unknown;
  clearTimeout: (timer: never) => void;
}

/**
 * Asks while somebody types: only after a pause of `delayMs` (or `atOnce`, when nothing is being typed), and only the answer to the newest question
 * counts; older ones that come later are dropped. `cancel` drops whatever is under way.
 */
export function createLatestAnswer<Question, Answer>(options: {
  delayMs: number;
  ask: (question: Question) => Promise<Answer>;
  onAnswer: (answer: Answer) => void;
  onFailure: (error: unknown) => void;
  timers?: Timers;
}): { ask: (question: Question, when?: { atOnce: boolean }) => void; cancel: () => void } {
  const timers = options.timers ?? (globalThis as unknown as Timers);
  let newest = 0;
  let timer: unknown;

  function cancel(): void {
    newest += 1;
    timers.clearTimeout(timer as never);
  }

  function put(question: Question, mine: number): void {
    options.ask(question).then(
      (answer) => {
        if (mine === newest) options.onAnswer(answer);
      },
      (error: unknown) => {
        if (mine === newest) options.onFailure(error);
      },
    );
  }

  return {
    cancel,
    ask(question, when) {
      cancel();
      const mine = newest;
      if (when?.atOnce) put(question, mine);
      else timer = timers.setTimeout(() => put(question, mine), options.delayMs);
    },
  };
}

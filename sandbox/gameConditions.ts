import type { GameCondition } from './discord/people/pageProtocol.ts';
import type { FaultRule } from './game/faults.ts';
import type { GameService } from './game/service.ts';

/** Longer than the bot waits before it says that the game is slow, shorter than it waits for an answer. */
const SLOW_ANSWER_MS = 8_000;

const WRITING_METHODS = ['POST', 'PUT', 'DELETE'];

/** Lets someone break the game by hand. One condition replaces the other; rules that a test set are left alone. */
export function createGameSwitch({ faults, baseUrl }: Pick<GameService, 'faults' | 'baseUrl'>) {
  // Its interface alone: a login cannot be looked up again.
  const path = new RegExp(`^${new URL(baseUrl).pathname}`);
  const rules: Record<GameCondition, Omit<FaultRule, 'times'>[]> = {
    working: [],
    down: [{ fault: { kind: 'status', status: 503, message: 'The game is down for maintenance' } }],
    slow: [{ fault: { kind: 'delay', milliseconds: SLOW_ANSWER_MS } }],
    losingAnswers: WRITING_METHODS.map((method) => ({ method, path, fault: { kind: 'cut', at: 'after' } })),
  };
  let handles: ReturnType<typeof faults.add>[] = [];
  return (condition: GameCondition): void => {
    for (const handle of handles) handle.remove();
    handles = rules[condition].map((rule) => faults.add({ ...rule, times: Number.POSITIVE_INFINITY }));
  };
}

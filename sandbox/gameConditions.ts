import type { GameCondition } from './discord/people/pageProtocol.ts';
import type { FaultRule } from './game/faults.ts';
import type { GameService } from './game/service.ts';

/** Longer than the bot waits before it says that the game is slow, shorter than its timeout. */
const SLOW_ANSWER_MS = 8_000;

const WRITING_METHODS = ['POST', 'PUT', 'DELETE'];

/** Breaks the game by hand. Each condition replaces the one before; a test's rules stay. */
export function createGameSwitch({ faults, baseUrl }: Pick<GameService, 'faults' | 'baseUrl'>) {
  // Without the OAuth server: a login whose response was lost can't be looked up.
  const path = new RegExp(`^${new URL(baseUrl).pathname}`);
  const limited: FaultRule['fault'] = {
    ...{ kind: 'status', status: 429, headers: { 'Retry-After': '60', 'X-RateLimit-Remaining': '0' } },
  };
  const rules: Record<GameCondition, Omit<FaultRule, 'times'>[]> = {
    working: [],
    down: [{ fault: { kind: 'status', status: 503, message: 'The game is down for maintenance' } }],
    slow: [{ fault: { kind: 'delay', milliseconds: SLOW_ANSWER_MS } }],
    ownLimit: [{ path, hasToken: true, fault: limited }],
    sharedLimit: [{ path, hasToken: false, fault: limited }],
    losingAnswers: WRITING_METHODS.map((method) => ({ method, path, fault: { kind: 'cut', at: 'after' } })),
  };
  let handles: ReturnType<typeof faults.add>[] = [];
  return (condition: GameCondition): void => {
    for (const handle of handles) handle.remove();
    handles = rules[condition].map((rule) => faults.add({ ...rule, times: Number.POSITIVE_INFINITY }));
  };
}

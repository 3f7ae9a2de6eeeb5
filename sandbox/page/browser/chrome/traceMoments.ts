import type { TracedRequest, TraceEntry } from '../pageState.ts';

type Step = TraceEntry['steps'][number];

/** One moment behind the scenes: a step of an interaction, or a request that reached the game. */
export type Moment =
  | { key: string; atMs: number; step: Step; entry: TraceEntry; sinceSentMs: number }
  | { key: string; atMs: number; request: TracedRequest };

/** Whoever acts in the same millisecond: first the person, last the bot's answer. */
const ranks: Record<Step['state'], number> = { sent: 0, thinking: 1, answered: 3, didNotRespond: 3 };
const requestRank = 2;

/**
 * Interactions and requests in one order of time, oldest first. A request is not put under an interaction: the game is not told for
 * which one it was asked, and several people and the bot's own errands may be at it at once.
 */
export function toMoments(trace: readonly TraceEntry[], requests: readonly TracedRequest[]): Moment[] {
  const steps = trace.flatMap((entry) => {
    const sentAtMs = Date.parse(entry.steps[0]?.at ?? '');
    return entry.steps.map((step): Moment => {
      const atMs = Date.parse(step.at);
      return { key: `${entry.interactionId} ${step.state}`, atMs, step, entry, sinceSentMs: atMs - sentAtMs };
    });
  });
  const asked = requests.map(
    (request): Moment => ({ key: `request ${request.number}`, atMs: Date.parse(request.at), request }),
  );
  return [...steps, ...asked].sort((one, other) => one.atMs - other.atMs || rankOf(one) - rankOf(other));
}

function rankOf(moment: Moment): number {
  return 'step' in moment ? ranks[moment.step.state] : requestRank;
}

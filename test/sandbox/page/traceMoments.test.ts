import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toMoments } from '../../../sandbox/page/browser/chrome/traceMoments.ts';
import { applyEvent } from '../../../sandbox/page/browser/events.ts';
import { createStore, type TracedRequest, type TraceEntry } from '../../../sandbox/page/browser/pageState.ts';

const startsAt = Date.UTC(2026, 2, 1);
const at = (ms: number) => new Date(startsAt + ms).toISOString();

const profile: TraceEntry = {
  interactionId: '1',
  who: 'You',
  name: '/profile',
  label: '/profile',
  kind: 'command',
  steps: [
    { state: 'sent', at: at(0) },
    { state: 'thinking', at: at(10) },
    { state: 'answered', at: at(90) },
  ],
};
const request = (number: number, ms: number): TracedRequest => ({
  type: 'gameRequest',
  number,
  at: at(ms),
  method: 'GET',
  path: 'character/',
  status: 200,
  durationMs: 3,
  onBehalfOf: 'Vael Ondar',
  quota: { limit: 600, remaining: 600 - number },
});
const noReactions = { toast: () => {}, messageElsewhere: () => {}, commandsChanged: () => {} };

test('a request stands between the acknowledgment and the answer, where it happened', () => {
  const moments = toMoments([profile], [request(1, 40)]);
  expect(moments.map((moment) => ('step' in moment ? moment.step.state : moment.request.path))).toEqual([
    'sent',
    'thinking',
    'character/',
    'answered',
  ]);
  expect(moments.map((moment) => ('step' in moment ? moment.sinceSentMs : undefined))).toEqual([0, 10, undefined, 90]);
});

test('within one millisecond the request follows what was sent and precedes the answer', () => {
  const hasty = { ...profile, steps: profile.steps.map((step) => ({ ...step, at: at(0) })) };
  expect(toMoments([hasty], [request(1, 0)]).map(({ key }) => key)).toEqual([
    '1 sent',
    '1 thinking',
    'request 1',
    '1 answered',
  ]);
});

test('moments of several interactions and requests are in the order of time, each with a key of its own', () => {
  const times = fc.array(fc.integer({ min: 0, max: 1_000 }), { maxLength: 20 });
  fc.assert(
    fc.property(times, times, (sentAt, askedAt) => {
      const trace = sentAt.map((ms, index) => ({
        ...profile,
        interactionId: String(index),
        steps: [
          { state: 'sent' as const, at: at(ms) },
          { state: 'answered' as const, at: at(ms + 50) },
        ],
      }));
      const moments = toMoments(
        trace,
        askedAt.map((ms, index) => request(index, ms)),
      );
      expect(new Set(moments.map(({ key }) => key)).size).toBe(sentAt.length * 2 + askedAt.length);
      const order = moments.map(({ atMs }) => atMs);
      expect(order).toEqual(order.toSorted((one, other) => one - other));
    }),
  );
});

test('only the newest 200 requests are kept', () => {
  const store = createStore();
  for (let ms = 1; ms <= 250; ms += 1) {
    const { number: _, ...event } = request(ms, ms);
    applyEvent(store, event, noReactions, startsAt);
  }
  const kept = store.state.gameRequests;
  expect([kept.length, kept[0]?.number, kept.at(-1)?.number]).toEqual([200, 51, 250]);
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { InFlight } from '../../src/game/request/inFlight.ts';

test('callers enter up to the limit of a name, then first come, first served, without those who left', async () => {
  const inFlight = new InFlight(1);
  const entered: string[] = [];
  const enter = async (who: string, name = 'a', signal?: AbortSignal): Promise<() => void> => {
    const leave = await inFlight.enter(name, signal);
    entered.push(who);
    return leave;
  };
  const leaveFirst = await enter('first');
  const controller = new AbortController();
  const gone = expect(enter('gone', 'a', controller.signal)).rejects.toBe('left');
  const second = enter('second');
  const third = enter('third');
  controller.abort('left');
  await gone;
  await enter('elsewhere', 'b');
  leaveFirst();
  (await second)();
  (await third)();
  (await enter('last'))();
  expect(entered).toEqual(['first', 'elsewhere', 'second', 'third', 'last']);
});

/** `turns`: how many turns of the microtask queue pass after it. */
const events = fc.array(
  fc.record({ kind: fc.constantFrom('enter', 'leave', 'abort'), who: fc.nat(30), turns: fc.nat(4) }),
  { maxLength: 60 },
);

test('whoever enters, leaves and is aborted at the same moment, no place is lost and the limit holds', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 3 }), events, async (limit, all) => {
      const inFlight = new InFlight(limit);
      const inside = new Set<() => void>();
      const aborts: AbortController[] = [];
      const leaveAll = () => [...inside].map((leave) => leave());
      const enter = async (): Promise<void> => {
        const controller = new AbortController();
        aborts.push(controller);
        const leave = await inFlight.enter('a', controller.signal).catch(() => undefined);
        if (!leave) return;
        const leaveOnce = (): void => void (inside.delete(leaveOnce) && leave());
        inside.add(leaveOnce);
        expect(inside.size).toBeLessThanOrEqual(limit);
      };
      const entering: Promise<void>[] = [];
      for (const { kind, who, turns } of all) {
        if (kind === 'enter') entering.push(enter());
        else if (kind === 'leave') [...inside][who % inside.size]?.();
        else aborts[who % aborts.length]?.abort();
        for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
      }
      for (const controller of aborts) controller.abort();
      leaveAll();
      await Promise.all(entering);
      leaveAll();
      const places = Array.from({ length: limit }, () => inFlight.enter('a', AbortSignal.timeout(100)));
      expect(await Promise.all(places)).toHaveLength(limit);
    }),
  );
});

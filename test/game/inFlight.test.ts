import fc from 'fast-check';
import { expect, test } from 'vitest';
import { InFlight } from '../../src/game/request/inFlight.ts';
import { settled } from '../support/fakeClock.ts';

/** `turns`: the number of microtask turns after it. */
const event = fc.record({ kind: fc.constantFrom('enter', 'leave', 'abort'), who: fc.nat(30), turns: fc.nat(4) });
const events = fc.array(event, { maxLength: 100, size: 'large' });

test('callers enter up to the limit of a name, first come, first served, and no place is lost, whoever leaves or is aborted at the same moment', async () => {
  const property = fc.asyncProperty(fc.integer({ min: 1, max: 3 }), events, async (limit, all) => {
    const inFlight = new InFlight(limit);
    const inside: (() => void)[] = [];
    const aborts: AbortController[] = [];
    const entered: number[] = [];
    let most = 0;
    const enter = async (controller = new AbortController()): Promise<void> => {
      const place = aborts.push(controller);
      inside.push(await inFlight.enter('a', controller.signal));
      entered.push(place);
      most = Math.max(most, inside.length);
    };
    for (const { kind, who, turns } of all) {
      if (kind === 'enter') enter().catch(() => {});
      else if (kind === 'leave') inside.splice(who % inside.length, 1)[0]?.();
      else aborts[who % aborts.length]?.abort('left');
      for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
    }
    for (const controller of aborts) controller.abort('left');
    for (let round = 0; round < 2; round += 1) {
      for (const leave of inside.splice(0)) leave();
      await settled();
    }
    for (let place = 0; place < limit + 2; place += 1) enter().catch(() => {});
    await settled();
    expect([inside.length, most]).toEqual([limit, limit]);
    for (let left = 0; left < 2; left += 1) {
      inside.shift()?.();
      await settled();
    }
    expect(entered.slice(-limit - 2)).toEqual(aborts.map((_, index) => index + 1).slice(-limit - 2));
    await inFlight.enter('b');
  });
  await fc.assert(property);
});

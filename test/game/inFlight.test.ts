import { expect, test } from 'vitest';
import { InFlight } from '../../src/game/inFlight.ts';

test('room under a name is given up to its limit, then first come, first served, and to nobody who left', async () => {
  const inFlight = new InFlight(1);
  const entered: string[] = [];
  const enter = async (who: string, name = 'a', signal?: AbortSignal): Promise<() => void> => {
    const leave = await inFlight.enter(name, signal);
    entered.push(who);
    return leave;
  };
  const leaveFirst = await enter('first');
  const controller = new AbortController();
  const gone = expect(enter('gone', 'a', controller.signal)).rejects.toBe('bored');
  const second = enter('second');
  const third = enter('third');
  controller.abort('bored');
  await gone;
  await enter('elsewhere', 'b');
  leaveFirst();
  (await second)();
  (await third)();
  (await enter('last'))();
  expect(entered).toEqual(['first', 'elsewhere', 'second', 'third', 'last']);
});

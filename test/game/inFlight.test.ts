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

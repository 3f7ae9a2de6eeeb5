import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createExpiries } from '../../src/discord/run/expiries.ts';
import { noticeView } from '../../src/view/errorView.ts';

const MINUTE_MS = 60_000;
const interaction = { token: 'token' } as never;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A confirmation that was just shown and expires in two minutes. */
function show(isUnused: () => Promise<boolean> = async () => true) {
  const stop = new AbortController();
  const edit = vi.fn(async () => {});
  const sources = { services: { now: () => Date.now() }, responses: { edit }, log: { info() {} } };
  const expiries = createExpiries({ ...sources, stopSoon: stop.signal } as never);
  const view = noticeView('Expired');
  expiries.watch(interaction, { ticket: 't', at: Date.now() + 2 * MINUTE_MS, isUnused, view });
  return { edit, expiries, stop, view };
}

test('a confirmation that was used, or that the store lost, never says so, nor any once the process stops', async () => {
  const shown = [show(async () => false), show(() => Promise.reject(new Error('no store'))), show()];
  shown[2]?.stop.abort();
  await vi.advanceTimersByTimeAsync(20 * MINUTE_MS);
  for (const { edit } of shown) expect(edit).not.toHaveBeenCalled();
});

test.each(['while it is looked up', 'before it expires'])('one that is pressed %s doesn’t expire', async (moment) => {
  const lookedUp = Promise.withResolvers<boolean>();
  const { edit, expiries } = show(() => lookedUp.promise);
  const isLate = moment.startsWith('while');
  await vi.advanceTimersByTimeAsync(isLate ? 2 * MINUTE_MS : MINUTE_MS);
  const pressed = Promise.withResolvers<string>();
  const pressing = expiries.suspendWhile('t', () => pressed.promise);
  await vi.advanceTimersByTimeAsync(5 * MINUTE_MS);
  lookedUp.resolve(true);
  await vi.advanceTimersByTimeAsync(5 * MINUTE_MS);
  expect(edit).not.toHaveBeenCalled();
  pressed.resolve('another view');
  await pressing;
  await vi.advanceTimersByTimeAsync(5 * MINUTE_MS);
  expect(edit).not.toHaveBeenCalled();
});

test('a confirmation says once that it has expired, even if a press failed, whatever happens to another', async () => {
  const { edit, expiries, view } = show();
  await expiries.suspendWhile('other', async () => 'another view');
  const pressing = expiries.suspendWhile('t', () => Promise.reject(new Error('wrong amount')));
  await expect(pressing).rejects.toThrow('wrong amount');
  await vi.advanceTimersByTimeAsync(2 * MINUTE_MS - 1);
  expect(edit).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(20 * MINUTE_MS);
  expect(edit.mock.calls).toEqual([[interaction, view]]);
});

import { pino } from 'pino';
import { expect, test, vi } from 'vitest';
import { createAudit } from '../../src/account/audit.ts';
import { openStore } from '../../src/store/openStore.ts';

test('a channel that hangs delays a receipt with many changes for two seconds in all', async () => {
  const log = pino({ level: 'silent' });
  const store = await openStore({ file: ':memory:' }, log);
  const post = vi.fn(() => new Promise<void>(() => {}));
  const audit = createAudit(store, log, post);
  await audit.setChannel('server', 'channel');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  const write = { id: 'w', startedAt: 1, person: { id: 'user' }, character: { uid: '1:1', name: 'Vael Ondar' } };
  const change = { action: 'privilege.grant' as const, targets: [], result: 'done' as const };
  const changes = ['one', 'two', 'three'].map((detail) => ({ ...change, detail }));
  const recording = audit.record({ ...write, server: { id: 'server' } }, changes);
  const recorded = vi.fn();
  void recording.then(recorded);
  await vi.advanceTimersByTimeAsync(1_999);
  expect(recorded).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(recorded).toHaveBeenCalled();
  expect(post).toHaveBeenCalledTimes(1);
  vi.useRealTimers();
  expect(await audit.of('user')).toHaveLength(3);
  await store.close();
});

import { pino } from 'pino';
import { expect, test, vi } from 'vitest';
import { z } from 'zod';
import { createAudit } from '../../src/account/audit.ts';
import { createSealer } from '../../src/account/seal.ts';
import { createSealedStore } from '../../src/account/sealedStore.ts';
import { raw } from '../support/collections.ts';
import { KEY, openMemory, silent } from './rig.ts';

test('a channel that hangs delays a receipt with many changes for two seconds in all', async () => {
  const post = vi.fn(() => new Promise<void>(() => {}));
  const audit = createAudit(createSealedStore(await openMemory(), createSealer([KEY])), silent, post);
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
});

test('a trail is sealed when it is read; while it can’t be opened, the bot says so and starts a second one', async () => {
  const lines: string[] = [];
  const log = pino({ level: 'error' }, { write: (line) => void lines.push(line) });
  const store = await openMemory(log);
  const stored = store.collection(raw('audit', z.unknown()));
  const change = { action: 'credits.transfer' as const, targets: [], detail: '5', result: 'done' as const };
  const [lost, character] = [Buffer.alloc(32), { uid: '1:1', name: 'Vael Ondar' }];
  const auditWith = (...keys: Buffer[]) =>
    createAudit(createSealedStore(store, createSealer(keys)), log, async () => {});
  const idsWith = async (...keys: Buffer[]) => {
    const { entries, isWhole } = await auditWith(...keys).read('user');
    return [...entries.map(({ id }) => id), isWhole];
  };
  const record = (id: string, key: Buffer) =>
    auditWith(key).record({ id, startedAt: Number(id), person: { id: 'user' }, character }, [change]);
  // In the format of an earlier release.
  await stored.set('user', [{ id: '1', at: 1, discordUserId: 'user', character, ...change }]);
  expect(await idsWith(lost)).toEqual(['1', true]);
  expect(await stored.get('user')).toMatch(/^v1\./);
  await record('2', lost);
  expect(lines).toEqual([]);
  await record('3', KEY);
  await record('4', KEY);
  expect(await idsWith(KEY)).toEqual(['4', '3', false]);
  expect(lines.join('')).toContain('could not open an audit trail');
  expect(await idsWith(KEY, lost)).toEqual(['4', '3', '2', '1', true]);
});

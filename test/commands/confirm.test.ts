import { join } from 'node:path';
import { pino } from 'pino';
import { expect, onTestFinished, test, vi } from 'vitest';
import { confirmTransfer } from '../../commands/credits/confirmation.ts';
import { TEXTS } from '../../commands/credits/en.ts';
import { TRANSFER } from '../../commands/credits/transferWrite.ts';
import { confirmDeletion, DELETION } from '../../commands/msg/deletion.ts';
import { START } from '../../commands/msg/ids.ts';
import { createSealer } from '../../src/account/seal.ts';
import { createSealedStore } from '../../src/account/sealedStore.ts';
import type { FinalCheck } from '../../src/game/request/call.ts';
import { openStore } from '../../src/store/openStore.ts';
import { createChanges } from '../../src/writes/changes.ts';
import { createImmediate, type ImmediateParts } from '../../src/writes/immediate.ts';
import type { AnySingleKind } from '../../src/writes/kind.ts';
import { makeTemporaryFolder } from '../support/temporaryFolder.ts';

const log = pino({ level: 'silent' });
const file = join(makeTemporaryFolder(), 'store.sqlite');
const me = { uid: '1:1', name: 'Ada' };
const TRANSFERRED = { sender: me, recipient: { uid: '1:2', name: 'Bo' }, amount: 1, offeredAt: 0 };
const DELETED = { messageId: '38:1', ownerUid: me.uid, place: START };

test.each([
  ['of a transfer just in time is good', confirmTransfer, TRANSFER, TRANSFERRED, 1, 1],
  ['of a transfer that expires while it is used up is not', confirmTransfer, TRANSFER, TRANSFERRED, 0, 0],
  ['to delete just in time is good', confirmDeletion, DELETION, DELETED, 1, 1],
  ['to delete that expires while it is used up is not', confirmDeletion, DELETION, DELETED, 0, 0],
] as const)('a confirmation %s', async (name, confirm, kind, data, msLeft, sent) => {
  const store = await openStore({ file }, log);
  onTestFinished(() => void vi.restoreAllMocks());
  onTestFinished(() => store.close());
  const sealed = createSealedStore(store, createSealer([Buffer.alloc(32)]));
  const changes = createChanges(store, sealed);
  const expiresAt = Date.now() + 500;
  const begin: typeof changes.begin = (...given) => {
    vi.spyOn(Date, 'now').mockReturnValue(expiresAt - msLeft);
    return changes.begin(...given);
  };
  const [never, nothing] = [async () => false, async () => {}];
  const claims = { evidenceOf: () => ({ free: async () => [] }), begin: nothing, end: nothing, take: async () => true };
  const parts = { kinds: [kind], changes: { ...changes, begin }, claims, sealed, log, isUnderWay: never };
  const writes = createImmediate({
    ...parts,
    ...{ freeze: { isFrozen: never }, checkLink: nothing, audit: { record: nothing } },
  } as unknown as ImmediateParts);
  const request = vi.fn(async () => 0);
  const gameWith = (finalCheck: FinalCheck) => {
    const send = async () => finalCheck.prepare().then(finalCheck.allow).then(request);
    return { character: { credits: { transfer: send }, messages: { delete: send } } };
  };
  const game = { now: Date.now, character: { creditlog: { list: async () => ({ items: [], total: 0 }) } } };
  const person = { id: name, name: '', mention: '', locale: 'en-US' };
  const services = { ...sealed, writes, settings: { typedConfirmationAbove: 9 } };
  const run = { deadline: { lift() {} }, defer: nothing, showProgress: nothing, afterReply() {}, gameWith };
  const interaction = { id: '1', token: '', applicationId: '' };
  const context = { me, person, language: 'en', texts: TEXTS.en, fields: {}, interaction, game, services, ...run };
  const ticket = await writes.ask(context as never, kind as unknown as AnySingleKind, data, { expiresAt });
  await confirm({ ...context, args: { ticket } } as never).catch(() => {});
  expect(request).toHaveBeenCalledTimes(sent);
});

import { expect, test, vi } from 'vitest';
import { confirmTransfer } from '../../commands/credits/confirmation.ts';
import { TEXTS } from '../../commands/credits/en.ts';
import { confirmDeletion } from '../../commands/msg/deletion.ts';
import type { Confirmed } from '../../src/writes/departure.ts';

test.each([
  ['of a transfer just in time is good', confirmTransfer, 1, true],
  ['of a transfer that expires while its ticket is taken is not', confirmTransfer, 0, false],
  ['to delete just in time is good', confirmDeletion, 1, true],
  ['to delete that expires while its ticket is taken is not', confirmDeletion, 0, false],
] as const)('an offer %s', async (_, confirm, msLeft, isGood) => {
  const me = { uid: '1:1', name: 'Ada' };
  const transfer = { sender: me, recipient: me, amount: 1, offeredAt: 0 };
  const offer = { ...transfer, messageId: '38:1', ownerUid: me.uid, expiresAt: 1_000 };
  const clock = vi.spyOn(Date, 'now').mockReturnValue(500);
  const take = async () => {
    clock.mockReturnValue(offer.expiresAt - msLeft);
    return offer;
  };
  const once = vi.fn((_context: unknown, _kind: unknown, _data: unknown, confirmed: Confirmed) => confirmed.take());
  const settings = { typedConfirmationAbove: 9 };
  const now = () => Date.now();
  const services = { now, tickets: { peek: async () => offer, take }, writes: { once }, settings };
  const texts = TEXTS.en;
  await confirm({ me, person: {}, texts, fields: {}, args: { ticket: 't' }, services } as never);
  expect(await once.mock.results[0]?.value).toBe(isGood);
  clock.mockRestore();
});

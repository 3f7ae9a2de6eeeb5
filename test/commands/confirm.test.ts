import { expect, test, vi } from 'vitest';
import { confirmTransfer } from '../../commands/credits/confirmation.ts';
import { TEXTS } from '../../commands/credits/en.ts';
import type { Confirmed } from '../../src/writes/departure.ts';

test.each([
  ['just in time is good', 1, true],
  ['that expires while its ticket is taken is not', 0, false],
])('an offer %s', async (_, msLeft, isGood) => {
  const me = { uid: '1:1', name: 'Ada' };
  const offer = { sender: me, recipient: me, amount: 1, offeredAt: 0, expiresAt: 1_000 };
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
  await confirmTransfer({ me, person: {}, texts, fields: {}, args: { ticket: 't' }, services } as never);
  expect(await once.mock.results[0]?.value).toBe(isGood);
  clock.mockRestore();
});

import { afterEach, expect, test, vi } from 'vitest';
import { de } from '../../commands/credits/de.ts';
import { en } from '../../commands/credits/messages.ts';
import { confirmOffer, type Offer } from '../../commands/credits/offer.ts';
import type { Confirmed } from '../../src/discord/writes.ts';
import { inLanguage } from '../../src/view/language.ts';

afterEach(() => void vi.restoreAllMocks());

test.each([
  ['just in time is good', 1, true],
  ['that expires while its ticket is taken is not', 0, false],
])('an offer %s', async (_, msLeft, isGood) => {
  const party = { uid: '1:1', name: 'Ada' };
  const offer: Offer = { sender: party, recipient: party, amount: 1, offeredAt: 0, expiresAt: 1_000 };
  const clock = vi.spyOn(Date, 'now').mockReturnValue(500);
  const take = async () => {
    clock.mockReturnValue(offer.expiresAt - msLeft);
    return offer;
  };
  let isTaken: boolean | undefined;
  const once = async (_context: unknown, _kind: unknown, _data: unknown, confirmed: Confirmed) => {
    isTaken = await confirmed.take();
  };
  const services = {
    tickets: { look: async () => offer, take },
    writes: { once },
    settings: { typedConfirmationAbove: 9 },
  };
  const messages = inLanguage({ en, de }, 'en');
  await confirmOffer({ me: party, person: {}, messages, fields: {}, args: { ticket: 't' }, services } as never);
  expect(isTaken).toBe(isGood);
});

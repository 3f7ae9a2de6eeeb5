import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dorn, marshal, pell, startService, vael } from './support.ts';

let world: Awaited<ReturnType<typeof startService>>;
const now = Date.UTC(2026, 2, 1, 12) / 1000;
beforeAll(async () => {
  world = await startService({ clock: () => now * 1000, limitPerHour: 100_000 });
});
afterAll(() => world.service.close());

const transfer = (from: { uid: string; handle: string }, form: Record<string, string>) =>
  world.as(from, `POST character/${from.uid}/credits`, form);
const balance = (who: { uid: string }) => world.service.world.balanceOf(who.uid);

describe('character.credits.get', () => {
  test('gives a bare number', async () => {
    expect((await world.as(pell, `GET character/${pell.uid}/credits`)).swcapi).toEqual({ credits: 0 });
    expect((await world.as(dorn, `GET character/${dorn.uid}/credits`)).swcapi).toEqual({ credits: 640 });
  });
});

describe('character.credits.transfer', () => {
  test('moves the credits and writes one entry that both see, with the name of the client at the reason', async () => {
    const [mine, theirs, all] = [balance(vael), balance(marshal), world.service.world.totalCredits()];
    const { status, swcapi } = await transfer(vael, { recipient: marshal.uid, amount: '250', reason: 'Ore, 3 t' });
    expect(status).toBe(200);
    expect(swcapi).toEqual({
      transactions: {
        transaction: [
          {
            succeeded: true,
            recipient: {
              attributes: {
                uid: marshal.uid,
                href: `${world.service.baseUrl}character/${marshal.uid}`,
                type: 'character',
              },
              value: marshal.handle,
            },
            sender: {
              attributes: { uid: vael.uid, href: `${world.service.baseUrl}character/${vael.uid}`, type: 'character' },
              value: vael.handle,
            },
            amount: 250,
            reason: 'Ore, 3 t (Commlink)',
          },
        ],
      },
    });
    expect([balance(vael), balance(marshal)]).toEqual([mine - 250, theirs + 250]);
    expect(world.service.world.totalCredits()).toBe(all);
    const [sent] = world.service.world.logOf(vael.uid);
    expect(world.service.world.logOf(marshal.uid)[0]).toEqual(sent);
    expect(sent).toMatchObject({
      amount: 250,
      madeAt: now,
      communication: 'Ore, 3 t (Commlink)',
      sender: { uid: vael.uid },
      receiver: { uid: marshal.uid },
    });
  });

  test('takes a transfer without a reason, and one of everything there is', async () => {
    expect((await transfer(dorn, { recipient: pell.uid, amount: '640' })).swcapi['transactions']).toMatchObject({
      transaction: [{ succeeded: true, reason: '(Commlink)' }],
    });
    expect([balance(dorn), balance(pell)]).toEqual([0, 640]);
    await transfer(pell, { recipient: dorn.uid, amount: '640' });
  });

  const notWhole = 'Credit amount to transfer must be a positive whole number.';
  const tooMuch = 'Credit amount to transfer exceeds available credits.';
  test.each([
    ['0', marshal.uid, notWhole],
    ['-5', marshal.uid, notWhole],
    ['1.5', marshal.uid, notWhole],
    ['1e3', marshal.uid, notWhole],
    ['+5', marshal.uid, notWhole],
    ['0x10', marshal.uid, notWhole],
    ['007', marshal.uid, notWhole],
    ['ten', marshal.uid, notWhole],
    ['641', marshal.uid, tooMuch],
    ['9007199254740993', marshal.uid, tooMuch],
    ['99999999999999999999999', marshal.uid, tooMuch],
    ['5', dorn.uid, 'Credits cannot be transferred to oneself.'],
    ['5', '1:999999', 'recipient_not_found'],
    ['5', '20:501', 'recipient_not_found'],
    ['5', 'Pell', 'recipient_not_found'],
  ])('does not move %s to %s: %s', async (amount, recipient, failurereason) => {
    const before = [balance(dorn), world.service.world.totalCredits(), world.service.world.logOf(dorn.uid).length];
    const { status, swcapi } = await transfer(dorn, { amount, recipient });
    expect(status).toBe(200);
    expect(swcapi).toEqual({ transactions: { transaction: [{ succeeded: false, failurereason }] } });
    expect([balance(dorn), world.service.world.totalCredits(), world.service.world.logOf(dorn.uid).length]).toEqual(
      before,
    );
  });

  test.each([
    [{ recipient: marshal.uid }, 'amount'],
    [{ recipient: marshal.uid, amount: '' }, 'amount'],
    [{ amount: '5' }, 'recipient'],
    [{ amount: '5', recipient: marshal.uid, reason: 'x'.repeat(501) }, 'reason'],
  ])('refuses %o with 400', async (form, parameter) => {
    const { status, swcapi } = await transfer(dorn, Object.fromEntries(Object.entries(form)));
    expect(status).toBe(400);
    expect(swcapi['error_message']).toContain(parameter);
  });

  test('does not take its parameters from the query', async () => {
    const { status } = await world.as(dorn, `POST character/${dorn.uid}/credits?recipient=${marshal.uid}&amount=5`);
    expect(status).toBe(400);
    expect(balance(dorn)).toBe(640);
  });

  test('never goes below zero, however many come at once, and loses not one credit', async () => {
    const amounts = fc.array(fc.integer({ min: 1, max: 300 }), { minLength: 2, maxLength: 15 });
    await fc.assert(
      fc.asyncProperty(amounts, async (wanted) => {
        const [mine, theirs] = [balance(dorn), balance(pell)];
        const answers = await Promise.all(
          wanted.map((amount) => transfer(dorn, { recipient: pell.uid, amount: String(amount) })),
        );
        const moved = wanted.filter(
          (_, index) =>
            (answers[index]?.swcapi['transactions']?.['transaction']?.[0]?.['succeeded'] as unknown) === true,
        );
        const sum = moved.reduce((total, amount) => total + amount, 0);
        expect(balance(dorn)).toBe(mine - sum);
        expect(balance(dorn)).toBeGreaterThanOrEqual(0);
        expect(balance(pell)).toBe(theirs + sum);
        if (sum > 0) await transfer(pell, { recipient: dorn.uid, amount: String(sum) });
      }),
      { numRuns: 10 },
    );
  });
});

describe('character.creditlog.list', () => {
  const log = async (query: string) => {
    const { status, swcapi } = await world.as(vael, `GET character/${vael.uid}/creditlog${query}`);
    expect(status).toBe(200);
    const { attributes, transaction } = swcapi['transactions'] ?? {};
    return { attributes, entries: transaction as unknown as { attributes: { transaction_id: string } }[] };
  };
  const idsOf = async (query: string) =>
    (await log(query)).entries.map(({ attributes }) => Number(attributes.transaction_id));

  test('gives the newest 1000, newest first, 50 when nothing is asked for', async () => {
    const { attributes, entries } = await log('');
    expect(attributes).toEqual({ start: 1, total: 1000, count: 50 });
    expect(entries).toHaveLength(50);
    const ids = await idsOf('?item_count=1000');
    expect(ids).toHaveLength(1000);
    expect(ids).toEqual(ids.toSorted((one, other) => other - one));
    expect(ids[0]).toBe(world.service.world.logOf(vael.uid)[0]?.id);
    expect(await idsOf('?start_id=0&item_count=1000')).toEqual(ids);
  });

  test('gives the oldest 1000 from start_id 1, newest first', async () => {
    const ids = await idsOf('?start_id=1&item_count=1000');
    expect(ids).toEqual(Array.from({ length: 1000 }, (_, index) => 1000 - index));
  });

  test('gives 1000 from any other start_id on, fewer near the end, none past it', async () => {
    expect(await idsOf('?start_id=501&item_count=1000')).toEqual(
      Array.from({ length: 1000 }, (_, index) => 1500 - index),
    );
    expect((await log('?start_id=2499')).attributes).toMatchObject({
      total: world.service.world.logOf(vael.uid).filter(({ id }) => id >= 2499).length,
    });
    expect((await log('?start_id=999999')).attributes).toEqual({ start: 1, total: 0, count: 0 });
  });

  test('pages within the window', async () => {
    expect(await idsOf('?start_id=1&start_index=999&item_count=50')).toEqual([2, 1]);
    const past = await log('?start_index=1001');
    expect([past.attributes, past.entries]).toEqual([{ start: 1001, total: 1000, count: 0 }, []]);
  });

  test('gives entries in the shape of the wire: amounts unsigned numbers, the game itself an empty reference', async () => {
    const { entries } = await log('?start_id=1&item_count=1000');
    const party = expect.objectContaining({
      attributes: expect.objectContaining({ uid: expect.stringMatching(/^1:\d+$/u) }),
    });
    const salary = entries.find((entry) => JSON.stringify(entry).includes('Salary'));
    expect(salary).toMatchObject({ sender: {}, receiver: party });
    expect(Object.keys(salary ?? {})).toEqual(['attributes', 'time', 'amount', 'sender', 'receiver', 'communication']);
    const fee = entries.find((entry) => JSON.stringify(entry).includes('License fee'));
    expect(fee).toMatchObject({ sender: party, receiver: {} });
    const amounts = entries.map((entry) => (entry as unknown as { amount: unknown }).amount);
    expect(amounts.every((amount) => typeof amount === 'number' && amount > 0)).toBe(true);
  });

  test.each(['item_count=1001', 'item_count=0', 'start_id=-1', 'start_id=abc', 'start_index=0'])(
    'refuses %s with 400',
    async (query) => {
      expect((await world.as(vael, `GET character/${vael.uid}/creditlog?${query}`)).status).toBe(400);
    },
  );
});

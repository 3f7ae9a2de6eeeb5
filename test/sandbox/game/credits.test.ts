import { describe, expect, test } from 'vitest';
import { dorn, marshal, type Player, pell, useGame, vael } from './support.ts';

const STARTS_AT_SECONDS = Date.UTC(2026, 2, 1, 12) / 1000;
const game = useGame('all', { startsAt: STARTS_AT_SECONDS * 1000 });

const transfer = (from: Player, form: Record<string, string>) =>
  game.as(from, `POST character/${from.uid}/credits`, form);
const balance = (who: Player) => game.world.balanceOf(who.uid);
const reference = ({ uid, handle }: Player) => ({
  attributes: { uid, href: `${game.baseUrl}character/${uid}`, type: 'character' },
  value: handle,
});

describe('character.credits.transfer', () => {
  test("moves the credits and writes one entry that both see, with the client's name behind the reason", async () => {
    const [mine, theirs, all] = [balance(vael), balance(marshal), game.world.totalCredits()];
    const { status, swcapi } = await transfer(vael, { recipient: marshal.uid, amount: '250', reason: 'Ore, 3 t' });
    const communication = 'Ore, 3 t (Commlink)';
    const parties = { recipient: reference(marshal), sender: reference(vael) };
    const transaction = [{ succeeded: true, ...parties, amount: 250, reason: communication }];
    expect([status, swcapi]).toEqual([200, { transactions: { transaction } }]);
    expect([balance(vael), balance(marshal)]).toEqual([mine - 250, theirs + 250]);
    expect(game.world.totalCredits()).toBe(all);
    const [sent] = game.world.logOf(vael.uid);
    expect(game.world.logOf(marshal.uid)[0]).toEqual(sent);
    const uids = { sender: { uid: vael.uid }, receiver: { uid: marshal.uid } };
    expect(sent).toMatchObject({ amount: 250, madeAt: STARTS_AT_SECONDS, communication, ...uids });
  });

  test('takes a transfer without a reason, and one of the whole balance', async () => {
    expect((await transfer(dorn, { recipient: pell.uid, amount: '640' })).swcapi.transactions).toMatchObject({
      transaction: [{ succeeded: true, reason: '(Commlink)' }],
    });
    // The balance is a bare number.
    expect((await game.as(dorn, `GET character/${dorn.uid}/credits`)).swcapi).toEqual({ credits: 0 });
    expect((await game.as(pell, `GET character/${pell.uid}/credits`)).swcapi).toEqual({ credits: 640 });
    await transfer(pell, { recipient: dorn.uid, amount: '640' });
  });

  const notWhole = 'Credit amount to transfer must be a positive whole number.';
  const tooMuch = 'Credit amount to transfer exceeds available credits.';
  test.each([
    ['0', marshal.uid, notWhole],
    ['-5', marshal.uid, notWhole],
    ['1.5', marshal.uid, notWhole],
    ['1e3', marshal.uid, notWhole],
    ['007', marshal.uid, notWhole],
    ['641', marshal.uid, tooMuch],
    ['99999999999999999999999', marshal.uid, tooMuch],
    ['5', dorn.uid, 'Credits cannot be transferred to oneself.'],
    ['5', '1:999999', 'recipient_not_found'],
    ['5', '20:501', 'recipient_not_found'],
    ['5', 'Pell', 'recipient_not_found'],
  ])('does not move %s to %s: %s', async (amount, recipient, failurereason) => {
    const state = () => [balance(dorn), game.world.totalCredits(), game.world.logOf(dorn.uid).length];
    const before = state();
    const { status, swcapi } = await transfer(dorn, { amount, recipient });
    expect([status, swcapi]).toEqual([200, { transactions: { transaction: [{ succeeded: false, failurereason }] } }]);
    expect(state()).toEqual(before);
  });
});

describe('character.creditlog.list', () => {
  type Entry = { attributes: { transaction_id: string }; amount: unknown };
  const log = async (query: string) => {
    const { swcapi } = await game.as(vael, `GET character/${vael.uid}/creditlog?${query}`);
    const entries = swcapi.transactions?.transaction as unknown as Entry[];
    const ids = entries.map((entry) => Number(entry.attributes.transaction_id));
    return { attributes: swcapi.transactions?.attributes, entries, ids };
  };
  const descending = (from: number, count: number) => Array.from({ length: count }, (_, index) => from - index);

  test.each([
    ['start_id=1&item_count=1000', { start: 1, total: 1000, count: 1000 }, descending(1000, 1000)],
    ['start_id=1', { start: 1, total: 1000, count: 50 }, descending(1000, 50)],
    ['start_id=501&item_count=1000', { start: 1, total: 1000, count: 1000 }, descending(1500, 1000)],
    ['start_id=1&start_index=999&item_count=50', { start: 999, total: 1000, count: 2 }, [2, 1]],
    ['start_id=999999', { start: 1, total: 0, count: 0 }, []],
    ['start_index=1001', { start: 1001, total: 1000, count: 0 }, []],
  ])('gives 1000 from a start_id on, and pages within them: %s', async (query, attributes, ids) => {
    expect(await log(query)).toMatchObject({ attributes, ids });
  });

  test("gives entries in the wire's shape: unsigned amounts, the game itself an empty reference", async () => {
    const { entries } = await log('start_id=1&item_count=1000');
    const party = expect.objectContaining({ attributes: expect.objectContaining({ uid: expect.any(String) }) });
    const find = (text: string) => entries.find((entry) => JSON.stringify(entry).includes(text)) ?? {};
    expect(find('Salary')).toMatchObject({ sender: {}, receiver: party });
    expect(find('License fee')).toMatchObject({ sender: party, receiver: {} });
    expect(Object.keys(find('Salary')).join(' ')).toBe('attributes time amount sender receiver communication');
    for (const { amount } of entries) expect(amount).toSatisfy((value) => typeof value === 'number' && value > 0);
  });
});

import { describe, expect, test } from 'vitest';
import { findSent, readSentSnapshot, type SentSnapshot } from '../../commands/msg/findSent.ts';
import type { Game } from '../../src/game/client.ts';
import type { Message } from '../../src/game/resources/messages.ts';
import { toContext } from '../support/writing.ts';

const START = Date.parse('2026-05-01T12:00:00Z');

describe('a message whose response was lost', () => {
  const wanted = { recipients: ['Pell', 'Dorn Hesk'], text: 'We leave at dawn' };
  const message = (id: number, name: string, subject = 'We leave at dawn'): Message => ({
    messageId: String(id),
    subject,
    receiver: { name },
    sentAt: new Date(START + id * 1_000),
  });
  const others = (from: number, count: number) =>
    Array.from({ length: count }, (_, n) => message(from + n, 'Another', 'Other'));

  /** A game that lists its sent messages newest first, or oldest first, in pages of 50. */
  function gameWithSent(sent: readonly Message[], isNewestFirst: boolean, skipped?: number): Game {
    const inOrder = sent.toSorted((a, b) => (Number(a.messageId) - Number(b.messageId)) * (isNewestFirst ? -1 : 1));
    const list = async ({ start_index: start = 1 }) => ({
      items: inOrder.slice(start - 1, start + 49),
      total: inOrder.length,
      startIndex: start,
      itemCount: 50,
      hasMore: start + 49 < inOrder.length,
      skipped,
    });
    return { character: { messages: { list } } } as unknown as Game;
  }

  test.each([true, false])('is found behind hundreds of others, newest first: %s', async (isNewestFirst) => {
    const before = [...others(1, 300), message(301, 'Pell')];
    const after = [...before, message(302, 'pell'), ...others(303, 10)];
    const kept = await readSentSnapshot(toContext(gameWithSent(before, isNewestFirst)), wanted);
    const found = await findSent(toContext(gameWithSent(after, isNewestFirst)), wanted, kept);
    expect(found).toMatchObject({ found: ['Pell'], missing: ['Dorn Hesk'], isRead: true });
  });

  test('is neither found nor missing in a list without the newest previous message, or with nulls', async () => {
    const before = [message(1, 'Pell'), ...others(2, 3)];
    const kept = await readSentSnapshot(toContext(gameWithSent(before, true)), wanted);
    for (const after of [[], [message(1, 'Pell')], [message(5, 'Pell'), message(6, 'Dorn Hesk')]]) {
      const found = await findSent(toContext(gameWithSent(after, true)), wanted, kept);
      expect(found).toMatchObject({ found: [], missing: wanted.recipients, isRead: false });
    }
    const withNull = toContext(gameWithSent([...before, message(5, 'Pell')], true, 1));
    for (const recipients of [wanted.recipients, ['Pell']])
      expect(await findSent(withNull, { ...wanted, recipients }, kept)).toMatchObject({
        found: ['Pell'],
        isRead: recipients.length === 1,
      });
  });

  test('is missing from a response without a list only if two earlier readings agreed that there were none', async () => {
    const none = { items: [], total: 0, hasMore: false, isShapeless: true };
    const gameOf = (...pages: object[]) =>
      ({ character: { messages: { list: async () => pages.shift() ?? none } } }) as unknown as Game;
    const now = START + 60_000;
    const snapshot = (...pages: object[]) => readSentSnapshot(toContext(gameOf(...pages), { now }), wanted);
    const look = async (before: SentSnapshot, ...pages: object[]) =>
      await findSent(toContext(gameOf(...pages)), wanted, before);
    const full = (id: number) => ({ items: [message(id, 'Pell')], total: 1, hasMore: false });
    expect(await look(await snapshot())).toMatchObject({ missing: wanted.recipients, isRead: true });
    expect(await look(await snapshot(none, full(1)))).toMatchObject({ isRead: false });
    await expect(snapshot({ ...full(1), hasMore: true })).rejects.toMatchObject({ failure: { isUnreadable: true } });
    expect(await look(await snapshot(), full(54))).toMatchObject({ found: [], maybe: ['Pell'] });
    expect(await look(await snapshot(), full(55))).toMatchObject({ found: ['Pell'] });
    const pages = [1, 2].map(() => ({ items: others(1, 50), total: 50, hasMore: true }));
    expect(await look(await snapshot(), ...pages)).toMatchObject({ isRead: false });
  });

  test('is found although the list decoded an entity that the person typed', async () => {
    const typed = { ...wanted, text: 'R&amp;D' };
    const game = gameWithSent([message(2, 'Pell', 'R&D')], true);
    expect(await findSent(toContext(game), typed, { alikeIds: [] })).toMatchObject({ found: ['Pell'] });
  });

  test.each([true, false])('isn’t called missing when the pages don’t reach back, newest first: %s', async (first) => {
    const before = others(1, 300);
    const kept = await readSentSnapshot(toContext(gameWithSent(before, first)), wanted);
    const game = gameWithSent([...before, message(301, 'Pell'), ...others(302, 80)], first);
    expect(await findSent(toContext(game), wanted, kept)).toMatchObject({ found: [], isRead: false });
  });

  test('is distinguished from another write to the same person only by an entry that belongs to no write', async () => {
    const before = others(1, 2);
    const kept = await readSentSnapshot(toContext(gameWithSent(before, true)), wanted);
    const look = (after: Message[], others: Parameters<typeof toContext>[1]) =>
      findSent(toContext(gameWithSent([...before, ...after], true), others), wanted, kept);
    const [pell, dorn, again] = [message(3, 'Pell'), message(4, 'Dorn Hesk'), message(5, 'Pell')];
    expect(await look([pell, dorn], {})).toMatchObject({ found: wanted.recipients, entries: ['3', '4'] });
    expect(await look([pell, dorn], { taken: ['3'] })).toMatchObject({ found: ['Dorn Hesk'], missing: ['Pell'] });
    expect(await look([pell], { isOnly: false })).toMatchObject({ found: [], maybe: ['Pell'], missing: ['Dorn Hesk'] });
    expect(await look([pell, again], {})).toMatchObject({ maybe: ['Pell'], missing: ['Dorn Hesk'], entries: [] });
  });
});

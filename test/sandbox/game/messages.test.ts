import { describe, expect, test } from 'vitest';
import { dorn, marshal, type Player, pell, regent, useGame, vael } from './support.ts';

const STARTS_AT_SECONDS = Date.UTC(2026, 2, 1, 12) / 1000;
const game = useGame('all', { startsAt: STARTS_AT_SECONDS * 1000 });

const of = (who: Player) => `character/${who.uid}/messages`;
const put = (form: Record<string, string>) => game.as(vael, `PUT ${of(vael)}`, form);
/** Sends as Vael. Returns the result and the UID of the first message. */
const send = async (receivers: string, communication = 'Hello.\nHow are you?') => {
  const { status, swcapi } = await put({ receivers, communication });
  expect(status).toBe(200);
  return { result: swcapi.result, uid: String(swcapi.result?.data?.successes?.[0]?.attributes?.uid) };
};
const read = async (who: Player, uid: string) => (await game.as(who, `GET ${of(who)}/${uid}`)).swcapi.message;
const statusOf = async (method: string, who: Player, uid: string) =>
  (await game.as(who, `${method} ${of(who)}/${uid}`)).status;
const inboxOf = (who: Player) => game.world.messagesOf(who.uid);

describe('character.messages.list', () => {
  const list = async (who: Player, query = '') => (await game.as(who, `GET ${of(who)}${query}`)).swcapi.messages;

  test('gives both ways, newest first, without the texts', async () => {
    const person = (uid: unknown, value: unknown, href: unknown = expect.any(String)) => ({
      attributes: { uid, href, type: 'character' },
      value,
    });
    expect((await list(vael))?.message?.[0]).toEqual({
      attributes: { uid: '38:300', href: `${game.baseUrl}${of(vael)}/38:300` },
      sender: person(expect.stringMatching(/^1:\d+$/u), expect.any(String)),
      receiver: person(vael.uid, vael.handle, `${game.baseUrl}character/${vael.uid}`),
      time: expect.objectContaining({ timestamp: expect.stringMatching(/^\d+$/u) }),
      subject: expect.any(String),
    });
    expect((await list(vael, '?start_index=300'))?.message?.[0]).toHaveProperty('attributes.uid', '38:1');
  });

  test.each([
    ['', { start: 1, total: 300, count: 50 }],
    ['?start_index=299&item_count=5', { start: 299, total: 300, count: 2 }],
    ['?start_index=301', { start: 301, total: 300, count: 0 }],
  ])('pages with "%s"', async (query, attributes) => {
    expect((await list(vael, query))?.attributes).toEqual(attributes);
  });
});

describe('character.messages.create', () => {
  test('delivers to everyone named, and gives the result and the created message', async () => {
    const communication = 'Hello.\nHow are you?';
    const { result, uid } = await send('Pell; marshal iri tosk ;', communication);
    const attributes = { uid: expect.stringMatching(/^38:\d+$/u) };
    const successes = ['Pell', 'Marshal Iri Tosk'].map((value) => ({ attributes, value }));
    const data = { successes, failures: [], attributes: { totalcreated: 2 } };
    expect(result).toEqual({ uid, communication, status: { value: 'created' }, data });
    expect(await read(pell, uid)).toEqual({
      uid,
      sender: expect.objectContaining({ value: vael.handle }),
      receiver: expect.objectContaining({ value: 'Pell' }),
      time: expect.objectContaining({ timestamp: String(STARTS_AT_SECONDS) }),
      subject: 'Hello.',
      communication,
    });
  });

  test('keeps every character of the text, and takes the subject from the first line that has some', async () => {
    for (const [communication, subject] of [
      ['  <b>&amp; +%20 ¡ünï! 🚀\r\n@everyone *x* ', '<b>&amp; +%20 ¡ünï! 🚀'],
      [`\r\n  \r\n  ${'é𝕏'.repeat(40)}  \r\nmore`, 'é𝕏'.repeat(30)],
    ] as const) {
      await send('Dorn Hesk', communication);
      expect(inboxOf(dorn)[0]).toMatchObject({ communication, subject });
    }
  });

  const gone = (handle: string) => `No character has the handle ${handle}`;
  test.each([
    ['names who is missing, and delivers to the others', `X;${regent.handle};Y`, [regent.handle], ['X', 'Y'].map(gone)],
    ['fails if no one exists', 'X', [], [gone('X')]],
    ['fails as a whole if a UID is named', 'Pell;1:1002', [], [expect.stringContaining('1:1002')]],
    ['delivers once to a receiver who is named twice', 'Pell;pell;PELL', ['Pell'], []],
  ])('%s', async (_, receivers, names, failures) => {
    const before = inboxOf(pell).length;
    const data = { successes: names.map((value) => ({ value })), failures, attributes: { totalcreated: names.length } };
    const status = { value: names.length > 0 ? 'created' : 'failed' };
    expect((await send(receivers)).result).toMatchObject({ status, data });
    expect(inboxOf(pell)).toHaveLength(before + names.filter((name) => name === pell.handle).length);
  });

  test('takes 25 receivers and refuses 26 with 400, delivering nothing', async () => {
    const others = game.world.characters().filter(({ uid }) => uid !== vael.uid);
    const handles = others.map(({ handle }) => handle);
    const before = inboxOf(vael).length;
    const many = await put({ receivers: handles.slice(0, 26).join(';'), communication: 'hi' });
    expect([many.status, many.swcapi.error_message]).toEqual([400, expect.stringContaining('25')]);
    expect(inboxOf(vael)).toHaveLength(before);
    expect((await send(handles.slice(0, 25).join(';'))).result).toHaveProperty('data.attributes.totalcreated', 25);
  });
});

test.each([
  ['receiver', marshal, vael],
  ['sender', vael, marshal],
])('the %s deletes only their own copy of a message', async (_, who, other) => {
  const { uid } = await send(marshal.handle, 'once');
  const deleted = await game.as(who, `DELETE ${of(who)}/${uid}`);
  expect([deleted.status, deleted.swcapi]).toEqual([200, {}]);
  expect([await statusOf('GET', who, uid), await statusOf('DELETE', who, uid)]).toEqual([404, 404]);
  expect(await read(other, uid)).toMatchObject({ communication: 'once' });
  expect([await statusOf('DELETE', other, uid), await statusOf('GET', other, uid)]).toEqual([200, 404]);
});

test("no one learns whether another's message exists, or deletes it", async () => {
  const { uid } = await send(dorn.handle, 'private');
  for (const method of ['GET', 'DELETE'])
    expect([await statusOf(method, pell, uid), await statusOf(method, pell, '38:999999')]).toEqual([404, 404]);
  expect(await read(dorn, uid)).toMatchObject({ communication: 'private' });
});

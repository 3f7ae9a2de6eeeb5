import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dorn, marshal, pell, regent, startService, vael } from './support.ts';

let world: Awaited<ReturnType<typeof startService>>;
const now = Date.UTC(2026, 2, 1, 12) / 1000;
beforeAll(async () => {
  world = await startService({ clock: () => now * 1000 });
});
afterAll(() => world.service.close());

const of = (who: { uid: string }) => `character/${who.uid}/messages`;
const send = (receivers: string, communication = 'Hello.\nHow are you?', from = vael) =>
  world.as(from, `PUT ${of(from)}`, { receivers, communication });

describe('character.messages.list', () => {
  test('gives both ways, newest first, without the texts', async () => {
    const { status, swcapi } = await world.as(vael, `GET ${of(vael)}?start_index=1&item_count=50`);
    expect(status).toBe(200);
    expect(swcapi['messages']?.['attributes']).toEqual({ start: 1, total: 300, count: 50 });
    const message = swcapi['messages']?.['message']?.[0] ?? {};
    expect(message).toEqual({
      attributes: { uid: '38:300', href: `${world.service.baseUrl}${of(vael)}/38:300` },
      sender: {
        attributes: { uid: expect.stringMatching(/^1:\d+$/u), href: expect.any(String), type: 'character' },
        value: expect.any(String),
      },
      receiver: {
        attributes: { uid: vael.uid, href: `${world.service.baseUrl}character/${vael.uid}`, type: 'character' },
        value: vael.handle,
      },
      time: expect.objectContaining({ timestamp: expect.stringMatching(/^\d+$/u) }),
      subject: expect.any(String),
    });
  });

  test('gives only the sent or only the received ones, which are all together', async () => {
    const totals = await Promise.all(
      ['', '/sent', '/received/'].map(
        async (mode) =>
          (await world.as(marshal, `GET ${of(marshal)}${mode}`)).swcapi['messages']?.['attributes']?.['total'],
      ),
    );
    expect(Number(totals[0])).toBe(Number(totals[1]) + Number(totals[2]));
    const sent = await world.as(vael, `GET ${of(vael)}/sent?item_count=50`);
    expect(sent.swcapi['messages']?.['attributes']).toMatchObject({ total: 100 });
    for (let index = 0; index < 50; index += 1) {
      expect(sent.swcapi['messages']?.['message']?.[index]?.['sender']).toMatchObject({
        attributes: { uid: vael.uid },
      });
    }
  });

  test('starts at the first and gives 50 when nothing is asked for', async () => {
    const { swcapi } = await world.as(vael, `GET ${of(vael)}`);
    expect(swcapi['messages']?.['attributes']).toMatchObject({ start: 1, count: 50 });
  });

  test('gives the stretch that is asked for', async () => {
    const { swcapi } = await world.as(vael, `GET ${of(vael)}?start_index=299&item_count=5`);
    expect(swcapi['messages']?.['attributes']).toEqual({ start: 299, total: 300, count: 2 });
    expect(swcapi['messages']?.['message']?.[1]).toMatchObject({ attributes: { uid: '38:1' } });
  });

  test('gives an empty page with the right total past the end', async () => {
    const { status, swcapi } = await world.as(vael, `GET ${of(vael)}?start_index=301`);
    expect(status).toBe(200);
    expect(swcapi['messages']).toEqual({ attributes: { start: 301, total: 300, count: 0 }, message: [] });
  });

  test.each([
    'start_index=0',
    'start_index=-1',
    'start_index=abc',
    'start_index=1.5',
    'start_index=',
    'start_index=1&start_index=1',
    'start_index=1e3',
    'start_index=9999999999999999',
    'item_count=0',
    'item_count=51',
  ])('refuses %s with 400, naming the parameter', async (query) => {
    const { status, swcapi } = await world.as(vael, `GET ${of(vael)}?${query}`);
    expect(status).toBe(400);
    expect(swcapi['error_message']).toContain(query.split('=')[0]);
  });
});

describe('character.messages.create', () => {
  test('delivers to everybody named, and gives the result and the created message', async () => {
    const { status, swcapi } = await send('Pell; marshal iri tosk ;');
    expect(status).toBe(200);
    expect(swcapi).toEqual({
      result: {
        uid: expect.stringMatching(/^38:\d+$/u),
        communication: 'Hello.\nHow are you?',
        status: { value: 'created' },
        data: {
          successes: [
            { attributes: { uid: expect.stringMatching(/^38:\d+$/u) }, value: 'Pell' },
            { attributes: { uid: expect.stringMatching(/^38:\d+$/u) }, value: 'Marshal Iri Tosk' },
          ],
          failures: [],
          attributes: { totalcreated: 2 },
        },
      },
    });
    const uid = swcapi['result']?.['data']?.['successes']?.[0]?.['attributes']?.['uid'];
    expect(swcapi['result']?.['uid']).toBe(uid);
    const { swcapi: read } = await world.as(pell, `GET ${of(pell)}/${uid}`);
    expect(read).toEqual({
      message: {
        uid,
        sender: expect.objectContaining({ value: vael.handle }),
        receiver: expect.objectContaining({ value: 'Pell' }),
        time: expect.objectContaining({ timestamp: String(now) }),
        subject: 'Hello.',
        communication: 'Hello.\nHow are you?',
      },
    });
    expect(world.service.world.messagesOf(vael.uid)[1]).toMatchObject({
      receiver: { uid: pell.uid },
      communication: 'Hello.\nHow are you?',
    });
  });

  test('makes the subject of the first line that is not blank, 60 characters at most', async () => {
    await send('Dorn Hesk', `\r\n  \r\n  ${'é𝕏'.repeat(40)}  \r\nmore`);
    expect(world.service.world.messagesOf(dorn.uid)[0]).toMatchObject({ subject: 'é𝕏'.repeat(30) });
  });

  test('tells which receivers do not exist, and delivers to the others', async () => {
    const { swcapi } = await send('Nobody;Regent Oona Valdry;No One');
    expect(swcapi['result']).toMatchObject({
      status: { value: 'created' },
      data: {
        successes: [{ value: regent.handle }],
        failures: ['No character has the handle Nobody', 'No character has the handle No One'],
        attributes: { totalcreated: 1 },
      },
    });
  });

  test('fails when nobody named exists', async () => {
    const { status, swcapi } = await send('Nobody');
    expect(status).toBe(200);
    expect(swcapi['result']).toMatchObject({
      status: { value: 'failed' },
      data: { successes: [], attributes: { totalcreated: 0 } },
    });
  });

  test('fails as a whole when one receiver is given by uid', async () => {
    const before = world.service.world.messagesOf(pell.uid).length;
    const { status, swcapi } = await send(`Pell;${marshal.uid}`);
    expect(status).toBe(200);
    expect(swcapi['result']).toMatchObject({
      status: { value: 'failed' },
      data: { successes: [], failures: [expect.stringContaining('1:1002')] },
    });
    expect(world.service.world.messagesOf(pell.uid)).toHaveLength(before);
  });

  test('delivers once to a receiver who is named twice', async () => {
    const before = world.service.world.messagesOf(pell.uid).length;
    const { swcapi } = await send('Pell;pell;PELL');
    expect(swcapi['result']).toMatchObject({ data: { attributes: { totalcreated: 1 }, failures: [] } });
    expect(world.service.world.messagesOf(pell.uid)).toHaveLength(before + 1);
  });

  test('takes 25 receivers and refuses 26 with 400, delivering nothing', async () => {
    const handles = world.service.world
      .characters()
      .filter(({ uid }) => uid !== vael.uid)
      .map(({ handle }) => handle);
    const before = world.service.world.messagesOf(vael.uid).length;
    const many = await send(handles.slice(0, 26).join(';'));
    expect(many.status).toBe(400);
    expect(many.swcapi['error_message']).toContain('25');
    expect(world.service.world.messagesOf(vael.uid)).toHaveLength(before);
    const enough = await send(handles.slice(0, 25).join(';'));
    expect(enough.swcapi['result']).toMatchObject({ data: { attributes: { totalcreated: 25 } } });
  });

  test.each([
    [{ communication: 'hi' }, 'receivers'],
    [{ receivers: '', communication: 'hi' }, 'receivers'],
    [{ receivers: ' ; ;', communication: 'hi' }, 'receivers'],
    [{ receivers: 'Pell' }, 'communication'],
    [{ receivers: 'Pell', communication: '' }, 'communication'],
    [{ receivers: 'Pell', communication: ' \n ' }, 'communication'],
    [{ receivers: 'Pell', communication: 'x'.repeat(10_001) }, 'communication'],
  ])('refuses %o with 400', async (form, parameter) => {
    const { status, swcapi } = await world.as(vael, `PUT ${of(vael)}`, Object.fromEntries(Object.entries(form)));
    expect(status).toBe(400);
    expect(swcapi['error_message']).toContain(parameter);
  });

  test('keeps every character of the text', async () => {
    const text = '  <b>&amp; +%20 ¡ünï! 🚀\r\n@everyone *x* ';
    await send('Pell', text);
    expect(world.service.world.messagesOf(pell.uid)[0]).toMatchObject({ communication: text });
  });
});

describe('character.messages.get and delete', () => {
  test('delete only the copy of who deletes', async () => {
    const { swcapi } = await send('Marshal Iri Tosk', 'once');
    const path = (who: { uid: string }) =>
      `${of(who)}/${swcapi['result']?.['data']?.['successes']?.[0]?.['attributes']?.['uid']}`;
    const deleted = await world.as(marshal, `DELETE ${path(marshal)}`);
    expect([deleted.status, deleted.swcapi]).toEqual([200, {}]);
    expect((await world.as(marshal, `GET ${path(marshal)}`)).status).toBe(404);
    expect((await world.as(marshal, `DELETE ${path(marshal)}`)).status).toBe(404);
    expect((await world.as(vael, `GET ${path(vael)}`)).swcapi['message']).toMatchObject({ communication: 'once' });
    expect((await world.as(vael, `DELETE ${path(vael)}`)).status).toBe(200);
    expect((await world.as(vael, `GET ${path(vael)}`)).status).toBe(404);
  });

  test('leave the receiver the copy when the sender deletes', async () => {
    const { swcapi } = await send('Dorn Hesk', 'keep this');
    const uid = swcapi['result']?.['data']?.['successes']?.[0]?.['attributes']?.['uid'];
    await world.as(vael, `DELETE ${of(vael)}/${uid}`);
    expect((await world.as(vael, `GET ${of(vael)}/${uid}`)).status).toBe(404);
    expect((await world.as(dorn, `GET ${of(dorn)}/${uid}`)).swcapi['message']).toMatchObject({
      communication: 'keep this',
    });
    expect(world.service.world.messagesOf(dorn.uid)[0]).toMatchObject({ communication: 'keep this' });
  });

  test("do not tell whether another's message exists", async () => {
    const { swcapi } = await send('Dorn Hesk', 'private');
    const uid = swcapi['result']?.['data']?.['successes']?.[0]?.['attributes']?.['uid'];
    for (const method of ['GET', 'DELETE']) {
      const theirs = await world.as(pell, `${method} ${of(pell)}/${uid}`);
      const unknown = await world.as(pell, `${method} ${of(pell)}/38:999999`);
      expect([theirs.status, unknown.status]).toEqual([404, 404]);
    }
    expect(world.service.world.messagesOf(dorn.uid)[0]).toMatchObject({ communication: 'private' });
  });

  test.each(['300', '38:0', '38:abc', '39:300', 'x'])('know no message %s', async (uid) => {
    expect((await world.as(vael, `GET ${of(vael)}/${uid}`)).status).toBe(404);
  });
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDiscord, type Discord } from '../../../../sandbox/discord/discord.ts';
import { type Answer, call, faults } from '../rest.ts';
import { embedContradictions, embedMaxima } from './embedRows.ts';
import { contradictions, maxima, minima } from './messageRows.ts';
import { button, ephemeral, many, row, select, text, v2 } from './payloads.ts';

let discord: Discord;
let channel: string;

beforeAll(async () => {
  discord = await createDiscord();
  channel = discord.people.player.view.channel('general').id;
});
afterAll(async () => {
  await discord.close();
  expect(discord.schemaChecker.violations).toEqual([]);
});

const emoji = (...names: string[]) => names.map((name) => button(name, { label: null, emoji: { name } }));
const post = (body: unknown): Promise<Answer> => call(discord, 'POST', `/channels/${channel}/messages`, body);

/** Every way a bot sends a message: where its body stands in the request, how it is sent, and how many messages that makes besides. */
const ways: [string, string, (body: unknown) => Promise<Answer>, number][] = [
  ['to a channel', '', post, 0],
  [
    'in answer to a command',
    'data.',
    async (data) => {
      await call(discord, 'PUT', `/applications/${discord.applicationId}/commands`, [
        { name: 'ask', description: 'x' },
      ]);
      const { id, record } = discord.people.player.run('ask');
      return call(discord, 'POST', `/interactions/${id}/${record.token}/callback`, { type: 4, data });
    },
    0,
  ],
  [
    'as a follow-up',
    '',
    async (body) => {
      const { id, record } = discord.people.player.run('ask');
      await call(discord, 'POST', `/interactions/${id}/${record.token}/callback`, { type: 4, data: { content: 'x' } });
      return call(discord, 'POST', `/webhooks/${discord.applicationId}/${record.token}`, body);
    },
    1,
  ],
];

describe.each(ways)('a message %s', (_way, base, send, besides) => {
  const expectRefused = async (body: unknown, expected: readonly string[]): Promise<void> => {
    const before = discord.people.player.messages().length;
    const answer = await send(body);
    expect(answer).toMatchObject({ status: 400, body: { code: 50035, message: 'Invalid Form Body' } });
    expect(faults(answer.body.errors)).toEqual(expected.map((fault) => base + fault));
    expect(discord.people.player.messages()).toHaveLength(before + besides);
  };
  const expectTaken = async (body: unknown): Promise<void> => {
    expect([200, 204]).toContain((await send(body)).status);
  };

  test.each([...maxima, ...embedMaxima])('has at most so many %s', async (_what, make, last, expected) => {
    await expectTaken(make(last));
    await expectRefused(make(last + 1), expected);
  });

  test.each<[string, object]>([
    ['a picture alone', { embeds: [{ image: { url: 'https://example.com/a.png' } }] }],
    ['one field alone', { embeds: [{ fields: [{ name: 'x', value: 'y' }] }] }],
    [
      'a link to a host that is a number',
      { components: [row(button('x', { style: 5, custom_id: undefined, url: 'http://127.0.0.1:3000/' }))] },
    ],
    ['what a library sends with every message', { content: 'x', tts: false, nonce: 'n', enforce_nonce: false }],
    ['a button with nothing but an emoji', { components: [row(...emoji('🚀', '▶', '❤️', '1️⃣', '🇫🇷'))] }],
    ['a button with an emoji of a family', { components: [row(...emoji('👨‍👩‍👧', '👍🏽'))] }],
  ])('may have %s', async (_what, body) => {
    await expectTaken(body);
  });

  test.each(minima)('has at least so many %s', async (_what, make, last, expected) => {
    await expectTaken(make(last));
    await expectRefused(make(last - 1), expected);
  });

  test.each([...contradictions, ...embedContradictions])('never has %s', async (_what, body, expected) => {
    await expectRefused(body, expected);
  });

  test.each(['', ' \n\t '])('is never empty: 50006 for %j', async (content) => {
    expect(await send({ content })).toMatchObject({
      status: 400,
      body: { code: 50006, message: 'Cannot send an empty message' },
    });
  });
});

describe('a message to a channel', () => {
  test('shows the time of an embed in UTC, and its pictures from where they are kept', async () => {
    const form = new FormData();
    const small = (name: string) => ({ icon_url: `attachment://${name}` });
    const image = { url: 'attachment://a.png' };
    const embed = { timestamp: '2026-02-03T02:00:00+02:00', author: { name: 'a', ...small('a.png') } };
    form.set(
      'payload_json',
      JSON.stringify({ embeds: [{ ...embed, image, footer: { text: 'f', ...small('a.png') } }] }),
    );
    form.set('files[0]', new Blob(['x']), 'a.png');
    const headers = { authorization: `Bot ${discord.botToken}` };
    const url = `${discord.apiUrl}/v10/channels/${channel}/messages`;
    const answer = await fetch(url, { method: 'POST', headers, body: form });
    const { embeds, attachments } = (await answer.json()) as Record<string, unknown[]>;
    const icon_url = expect.stringContaining(`${discord.cdnUrl}/attachments/`);
    expect(embeds).toMatchObject([
      {
        timestamp: '2026-02-03T00:00:00.000000+00:00',
        author: { icon_url },
        footer: { icon_url },
        image: { url: icon_url },
      },
    ]);
    // A picture that an embed shows is no attachment besides.
    expect(attachments).toEqual([]);
  });

  test('forgets whether a select is required, for that is a matter of modals', async () => {
    const { body } = await post({ components: [row(select('a', { required: true }))] });
    expect(JSON.stringify(body['components'])).not.toContain('required');
  });

  test('answers nothing that is not there', async () => {
    const answer = await post({ content: 'x', message_reference: { message_id: '1' } });
    expect(faults(answer.body.errors)).toEqual(['message_reference']);
  });

  test('is never ephemeral', async () => {
    const answer = await post({ content: 'x', flags: ephemeral });
    expect(faults(answer.body.errors)).toEqual(['flags']);
  });
});

describe('a list of messages', () => {
  const list = (query: string) => call(discord, 'GET', `/channels/${channel}/messages${query}`);

  test.each([
    ['limit=0', 'limit'],
    ['limit=101', 'limit'],
    ['limit=many', 'limit'],
    ['limit=1.5', 'limit'],
    ['before=now', 'before'],
    ['after=-1', 'after'],
  ])('is not asked for with %s', async (query, fault) => {
    const answer = await list(`?${query}`);
    expect(answer).toMatchObject({ status: 400, body: { code: 50035 } });
    expect(faults(answer.body.errors)).toEqual([fault]);
  });

  test.each(['', '?limit=1', '?limit=100', '?before=1', '?after=1&limit=2'])(
    'may be asked for with "%s"',
    async (query) => {
      expect((await list(query)).status).toBe(200);
    },
  );
});

describe('an edit', () => {
  const edit = (id: unknown, body: object) => call(discord, 'PATCH', `/channels/${channel}/messages/${id}`, body);
  const posted = async (body: object) => (await post(body)).body['id'];

  test('cannot take Components V2 away again', async () => {
    const answer = await edit(await posted({ flags: v2, components: [text('x')] }), { flags: 0, components: [] });
    expect(faults(answer.body.errors)).toContain('flags');
  });

  test('cannot bring content into Components V2', async () => {
    const answer = await edit(await posted({ flags: v2, components: [text('x')] }), { content: 'y' });
    expect(faults(answer.body.errors)).toEqual(['content']);
  });

  test('to Components V2 needs the old content cleared', async () => {
    const id = await posted({ content: 'x' });
    const body = { flags: v2, components: [text('y')] };
    expect(faults((await edit(id, body)).body.errors)).toEqual(['content']);
    expect((await edit(id, { ...body, content: null })).body).toMatchObject({ content: '', flags: v2 });
  });

  test('brings no message over ten attachments, kept and new', async () => {
    const upload = async (method: string, path: string, count: number, payload: object) => {
      const form = new FormData();
      form.set('payload_json', JSON.stringify(payload));
      for (const index of many(count, (one) => one)) form.set(`files[${index}]`, new Blob(['x']), `${index}.txt`);
      const response = await fetch(`${discord.apiUrl}/v10${path}`, {
        method,
        headers: { authorization: `Bot ${discord.botToken}` },
        body: form,
      });
      return { status: response.status, body: (await response.json()) as Answer['body'] };
    };
    const messages = `/channels/${channel}/messages`;
    const { body } = await upload('POST', messages, 6, { content: 'x' });
    const [first] = body['attachments'] as { id: string }[];
    const message = `${messages}/${body['id']}`;
    const refused = await upload('PATCH', message, 5, {});
    expect(faults(refused.body.errors)).toEqual(['attachments']);
    // The same files in place of all but one of the old.
    const placed = [{ id: first?.id }, ...many(5, (id) => ({ id: `${id}` }))];
    expect((await upload('PATCH', message, 5, { attachments: placed })).body['attachments']).toHaveLength(6);
    expect((await upload('PATCH', message, 4, {})).body['attachments']).toHaveLength(10);
    expect((await upload('PATCH', message, 1, {})).status).toBe(400);
  });

  test("of somebody else's message is refused with 50005", async () => {
    const { id } = discord.people.player.send('mine');
    expect(await edit(id, { content: 'yours' })).toMatchObject({ status: 403, body: { code: 50005 } });
  });
});

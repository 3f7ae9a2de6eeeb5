import { describe, expect, test } from 'vitest';
import { type Answer, call, expectFaults } from '../rest.ts';
import { useDiscord } from '../useDiscord.ts';
import { contradictions, limits } from './messageRows.ts';
import { button, ephemeral, inRow, modern, testRows, text, v2 } from './payloads.ts';

const discord = useDiscord('all', [{ name: 'ask', description: 'x' }]);
const pathOf = () => `/channels/${discord.people.player.view.channel('general').id}/messages`;

const post = (body: unknown): Promise<Answer> => call(discord, 'POST', pathOf(), body);

function answer(data: unknown): { token: string; sent: Promise<Answer> } {
  const { id, record } = discord.people.player.run('ask');
  const path = `/interactions/${id}/${record.token}/callback`;
  return { token: record.token, sent: call(discord, 'POST', path, { type: 4, data }) };
}

async function followUp(body: unknown): Promise<Answer> {
  const { token, sent } = answer({ content: 'x' });
  await sent;
  return await call(discord, 'POST', `/webhooks/${discord.applicationId}/${token}`, body);
}

/** Every way to send a message: a name, a function, the body's key, and extra messages. */
const ways: [string, (body: unknown) => Promise<Answer>, string, number][] = [
  ['to a channel', post, '', 0],
  ['in answer to a command', (data) => answer(data).sent, 'data.', 0],
  ['as a follow-up', followUp, '', 1],
];

describe.each(ways)('a message %s', (_way, send, base, besides) => {
  const expectTaken = async (body: unknown): Promise<void> => {
    expect([200, 204]).toContain((await send(body)).status);
  };
  const expectRefused = async (body: unknown, path: string): Promise<void> => {
    const before = discord.people.player.messages().length;
    expectFaults(await send(body), path, base);
    expect(discord.people.player.messages()).toHaveLength(before + besides);
  };

  testRows({ limits, contradictions }, expectTaken, expectRefused);

  const emoji = (...names: string[]) => inRow(...names.map((name) => button(name, { label: null, emoji: { name } })));
  test.each<[string, object]>([
    ['a link to a host that is a number', inRow({ type: 2, style: 5, label: 'x', url: 'http://127.0.0.1:3000/' })],
    ['what a library sends with every message', { content: 'x', tts: false, nonce: 'n', enforce_nonce: false }],
    ['a button with nothing but an emoji', emoji('🚀', '▶', '❤️', '1️⃣', '🇫🇷')],
    ['a button with an emoji of a family', emoji('👨‍👩‍👧', '👍🏽')],
  ])('may have %s', async (_what, body) => {
    await expectTaken(body);
  });

  test.each(['', ' \n\t '])('is never empty: 50006 for %j', async (content) => {
    expect(await send({ content })).toMatchObject({ status: 400, body: { code: 50006 } });
  });
});

test('a message to a channel is never ephemeral, and replies to nothing', async () => {
  expectFaults(await post({ content: 'x', flags: ephemeral }), 'flags');
  expectFaults(await post({ content: 'x', message_reference: { message_id: '1' } }), 'message_reference');
});

describe('an edit', () => {
  const edit = (id: unknown, body: object) => call(discord, 'PATCH', `${pathOf()}/${id}`, body);
  const posted = async (body: object) => (await post(body)).body['id'];

  test('neither takes Components V2 away nor brings content into it', async () => {
    const id = await posted(modern(text('x')));
    expectFaults(await edit(id, { flags: 0, components: [] }), 'flags');
    expectFaults(await edit(id, { content: 'y' }), 'content');
  });

  test('brings Components V2 only if it clears the old content', async () => {
    const id = await posted({ content: 'x' });
    expectFaults(await edit(id, modern(text('y'))), 'content');
    const cleared = await edit(id, { ...modern(text('y')), content: null });
    expect(cleared.body).toMatchObject({ content: '', flags: v2 });
  });

  test("is refused with 50005 for someone else's message", async () => {
    const { id } = discord.people.player.send('mine');
    expect(await edit(id, { content: 'yours' })).toMatchObject({ status: 403, body: { code: 50005 } });
  });
});

import { describe, expect, test } from 'vitest';
import { call, expectFaults } from '../rest.ts';
import { useRawBot } from '../useDiscord.ts';
import { button, inRow, modern, text, v2 } from './payloads.ts';
import { type Interaction, smallModal } from './rawBot.ts';

const bot = useRawBot('each');

const content = { content: 'x' };
/** "Interaction Callback Type": 2 and 3 are old, 10 is deprecated, 12 needs an Activity. */
const types = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 13];
/** Valid data for each type that has some. */
const data: Record<number, unknown> = { 3: content, 4: content, 7: content, 8: { choices: [] }, 9: smallModal };

const submit = async (from: 'command' | 'component') =>
  bot.of(bot.player.submit(await bot.openModal(from), { code: 'x' }));

test.each<[string, number[], () => Interaction | Promise<Interaction>]>([
  ['a command', [4, 5, 9], () => bot.ask()],
  ['a component', [4, 5, 6, 7, 9], async () => bot.of(await bot.press())],
  ['a modal that a command opened', [4, 5], () => submit('command')],
  ['a modal that a component opened', [4, 5, 6, 7], () => submit('component')],
  ['an autocomplete', [8], () => bot.autocomplete('what')],
])('the type of a callback must fit %s', async (_what, fitting, begin) => {
  const refused = await begin();
  for (const type of types.filter((one) => !fitting.includes(one)))
    expectFaults(await bot.callback(refused, { type, data: data[type] }), 'type');
  expectFaults(await bot.callback(refused, { data: data[4] }), 'type');
  const [type = 4] = fitting;
  expectFaults(await bot.callback(refused, { type, data: data[type], ephemeral: true }), 'ephemeral');
  // A refused callback acknowledges nothing.
  for (const [index, type] of fitting.entries()) {
    const answer = await bot.callback(index === 0 ? refused : await begin(), { type, data: data[type] });
    expect([type, answer.status]).toEqual([type, 204]);
  }
});

test.each(['ephemeral', 'username', 'avatar_url'])('follow-ups and edits never have %s', async (field) => {
  const asked = bot.ask();
  await bot.callback(asked, { type: 5 });
  for (const [method, message] of [['POST'], ['PATCH', '@original']] as const)
    expectFaults(await bot.webhook(method, asked, message, { content: 'x', [field]: 'https://a.example' }), field);
});

describe('a deferral', () => {
  test.each<[string, number, unknown, string]>([
    ['flags that are a word', 5, { flags: 'abc' }, 'data.flags'],
    ['flags that are digits in a text', 5, { flags: '64' }, 'data.flags'],
    ['half a flag', 5, { flags: 64.5 }, 'data.flags'],
    ['Components V2', 5, { flags: v2 }, 'data.flags'],
    ['a flag besides EPHEMERAL', 5, { flags: 64 | 4 }, 'data.flags'],
    ['a list', 5, [1], 'data'],
    ['a text', 5, 'x', 'data'],
    ['content', 5, { content: 'x' }, 'data.content'],
    ['a field that is not known', 5, { ephemeral: true }, 'data.ephemeral'],
    ['flags for an update', 6, { flags: 64 }, 'data.flags'],
    ['content for an update', 6, { content: 'x' }, 'data.content'],
    ['a list for an update', 6, [1], 'data'],
    ['an unknown field, like an update', 7, { content: 'x', ephemeral: true }, 'data.ephemeral'],
    ['an unknown field, like a modal', 9, { ...smallModal, ephemeral: true }, 'data.ephemeral'],
  ])('never has %s', async (_what, type, wrong, path) => {
    const pressed = bot.of(await bot.press());
    expectFaults(await bot.callback(pressed, { type, data: wrong }), path);
    // A refused callback acknowledges nothing.
    expect((await bot.callback(pressed, { type, data: data[type] })).status).toBe(204);
  });

  test.each([5, 6])('may have no data, null or an empty object: type %i', async (type) => {
    for (const body of [{ type }, { type, data: null }, { type, data: {} }])
      expect((await bot.callback(bot.of(await bot.press()), body)).status).toBe(204);
  });
});

describe('the second acknowledgment', () => {
  test.each([4, 5, 9])('after type %i is refused with 40060, whatever it is', async (first) => {
    const asked = bot.ask();
    expect((await bot.callback(asked, { type: first, data: data[first] })).status).toBe(204);
    const refusal = { status: 400, body: { code: 40060 } };
    for (const type of [4, 5, 9]) expect(await bot.callback(asked, { type, data: data[type] })).toMatchObject(refusal);
  });

  test('is told of its malformed body first, but not if the interaction is unknown', async () => {
    const asked = bot.ask();
    await bot.callback(asked, { type: 5 });
    for (const body of [{}, { type: 4, data: { content: 'x'.repeat(2001) } }, { type: 6 }])
      expect((await bot.callback(asked, body)).body.code).toBe(50035);
    expect((await bot.callback({ ...asked, token: 'other' }, {})).body.code).toBe(10062);
  });
});

describe('the ephemeral flag', () => {
  const shown = () => bot.discord.people.officer.messages().map(({ content }) => content);

  test.each<[string, number, number, string[]]>([
    ['public', 0, 64, ['late']],
    ['ephemeral', 64, 0, []],
  ])('of a %s deferral stays through the first follow-up, which fills it', async (_what, deferred, flags, seen) => {
    const asked = bot.ask();
    await bot.callback(asked, { type: 5, data: { flags: deferred } });
    const filled = await bot.webhook('POST', asked, null, { content: 'late', flags });
    expect(filled).toMatchObject({ status: 200, body: { content: 'late', flags: deferred } });
    expect(shown()).toEqual(seen);
  });

  test.each<[string, object?]>([['DELETE'], ['PATCH', { content: 'soon' }]])(
    'is its own for the first follow-up after a public deferral once the placeholder met a %s',
    async (method, body) => {
      const asked = bot.ask();
      await bot.callback(asked, { type: 5 });
      await bot.webhook(method, asked, '@original', body);
      const own = await bot.webhook('POST', asked, null, { content: 'late', flags: 64 });
      expect(own).toMatchObject({ status: 200, body: { content: 'late', flags: 64 } });
      expect(shown()).toEqual(body ? ['soon'] : []);
    },
  );

  test.each([0, 64])('is its own for each follow-up after that: the first acknowledgment had %i', async (flags) => {
    const asked = bot.ask();
    await bot.callback(asked, { type: 4, data: { content: 'first', flags } });
    expect((await bot.webhook('POST', asked, null, { content: 'a', flags: 64 })).body).toMatchObject({ flags: 64 });
    expect((await bot.webhook('POST', asked, null, { content: 'b' })).body).toMatchObject({ flags: 0 });
    expect(shown()).toEqual(flags === 64 ? ['b'] : ['first', 'b']);
  });

  test('is neither set by an edit or an update, nor taken away', async () => {
    const asked = bot.ask();
    await bot.callback(asked, { type: 4, data: { content: 'x' } });
    expectFaults(await bot.webhook('PATCH', asked, '@original', { content: 'y', flags: 64 }), 'flags');
    const pressed = bot.of(await bot.press());
    expectFaults(await bot.callback(pressed, { type: 7, data: { content: 'y', flags: 64 } }), 'data.flags');
    const secret = bot.ask();
    await bot.callback(secret, { type: 4, data: { content: 'z', flags: 64 } });
    const edited = await bot.webhook('PATCH', secret, '@original', { ...modern(text('y')), content: null });
    expect(edited.body).toMatchObject({ flags: v2 | 64 });
    expect(shown()).toEqual(['x', '']);
  });

  test('keeps a message out of the channel: 10008', async () => {
    const handle = bot.player.run('ask');
    await bot.callback(bot.of(handle), { type: 4, data: { content: 'x', flags: 64 } });
    const { id, channel_id } = await handle.response();
    const answer = await call(bot.discord, 'PATCH', `/channels/${channel_id}/messages/${id}`, { content: 'y' });
    expect(answer).toMatchObject({ status: 404, body: { code: 10008 } });
  });
});

describe('what a person can use', () => {
  test('is no command that was taken back', async () => {
    await bot.register([]);
    expect(() => bot.player.run('ask')).toThrow('no command');
    expect(() => bot.player.autocomplete('ask', { what: '' }, 'what')).toThrow('no command');
  });

  test('is no component that is disabled, of a deleted message, or that only someone else sees', async () => {
    const handle = bot.player.run('ask');
    await bot.callback(bot.of(handle), { type: 4, data: { ...inRow(button('go', { disabled: true })), flags: 64 } });
    const message = await handle.response();
    expect(() => bot.player.press(message, 'go')).toThrow('disabled');
    expect(() => bot.discord.people.officer.press(message, 'go')).toThrow('Unknown Message');
    await bot.webhook('PATCH', bot.of(handle), '@original', inRow(button('go')));
    bot.player.press(message, 'go');
    await bot.webhook('DELETE', bot.of(handle), '@original');
    expect(() => bot.player.press(message, 'go')).toThrow('Unknown Message');
  });
});

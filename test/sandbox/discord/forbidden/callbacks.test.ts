import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { faults } from '../rest.ts';
import { text, v2 } from './payloads.ts';
import { type Interaction, type RawBot, smallModal, startRawBot } from './rawBot.ts';

let bot: RawBot;

beforeEach(async () => {
  bot = await startRawBot();
});
afterEach(async () => {
  await bot.discord.close();
  expect(bot.discord.schemaChecker.violations).toEqual([]);
});

/** A right answer of each callback type ("Interaction Callback Type"); 2 and 3 are of the past, 10 is deprecated, 12 needs an Activity. */
const data: Record<number, unknown> = {
  1: undefined,
  2: undefined,
  3: { content: 'x' },
  4: { content: 'x' },
  5: {},
  6: {},
  7: { content: 'x', components: [] },
  8: { choices: [] },
  9: smallModal,
  10: {},
  12: {},
  13: {},
};
const types = Object.keys(data).map(Number);

describe('the type of a callback', () => {
  test.each<[string, number[], () => Promise<Interaction>]>([
    ['a command', [4, 5, 9], async () => bot.of(bot.discord.people.player.run('ask'))],
    ['a component', [4, 5, 6, 7, 9], async () => bot.of(await bot.press())],
    [
      'a modal that a command opened',
      [4, 5],
      async () => bot.of(bot.discord.people.player.submit(await bot.openModal('command'), { code: 'x' })),
    ],
    [
      'a modal that a component opened',
      [4, 5, 6, 7],
      async () => bot.of(bot.discord.people.player.submit(await bot.openModal('component'), { code: 'x' })),
    ],
    ['an autocomplete', [8], () => bot.autocomplete('what')],
  ])('must fit %s', async (_what, fitting, begin) => {
    const refused = await begin();
    for (const type of types.filter((one) => !fitting.includes(one))) {
      const answer = await bot.callback(refused, { type, data: data[type] });
      expect([type, answer.status, answer.body.code]).toEqual([type, 400, 50035]);
      expect(faults(answer.body.errors)).toEqual(['type']);
    }
    // What was refused acknowledged nothing.
    for (const [index, type] of fitting.entries()) {
      const answer = await bot.callback(index === 0 ? refused : await begin(), { type, data: data[type] });
      expect([type, answer.status]).toEqual([type, 204]);
    }
  });

  test('must be there', async () => {
    const answer = await bot.callback(bot.of(bot.discord.people.player.run('ask')), { data: data[4] });
    expect(faults(answer.body.errors)).toEqual(['type']);
  });
});

describe('a field nobody knows', () => {
  const unknown = { ephemeral: true };

  test.each<[string, unknown, string]>([
    ['beside the type', { type: 4, data: { content: 'x' }, ...unknown }, 'ephemeral'],
    ['of an update', { type: 7, data: { content: 'x', ...unknown } }, 'data.ephemeral'],
    ['of a modal', { type: 9, data: { ...smallModal, ...unknown } }, 'data.ephemeral'],
  ])('is refused %s', async (_where, body, fault) => {
    const pressed = bot.of(await bot.press());
    expect(faults((await bot.callback(pressed, body)).body.errors)).toEqual([fault]);
    expect((await bot.callback(pressed, { type: 6 })).status).toBe(204);
  });

  test.each([
    [unknown, 'ephemeral'],
    [{ username: 'x' }, 'username'],
    [{ avatar_url: 'https://example.com/a.png' }, 'avatar_url'],
  ])('is refused in follow-ups and edits, and so is what only other webhooks have: %j', async (fields, name) => {
    const asked = bot.of(bot.discord.people.player.run('ask'));
    await bot.callback(asked, { type: 5 });
    for (const [method, message] of [['POST'], ['PATCH', '@original']] as const) {
      const { body } = await bot.webhook(method, asked, message, { content: 'x', ...fields });
      expect(faults(body.errors)).toEqual([`${name}`]);
    }
  });
});

describe('a deferral', () => {
  test.each([v2, 1 << 2, v2 | 64])('takes no flag but EPHEMERAL: %i', async (flags) => {
    const answer = await bot.callback(bot.of(bot.discord.people.player.run('ask')), { type: 5, data: { flags } });
    expect(answer).toMatchObject({ status: 400, body: { code: 50035 } });
    expect(faults(answer.body.errors)).toEqual(['data.flags']);
  });
});

describe("a deferral's data", () => {
  test.each<[string, number, unknown, string]>([
    ['flags that are a word', 5, { flags: 'abc' }, 'data.flags'],
    ['flags that are digits in a text', 5, { flags: '64' }, 'data.flags'],
    ['flags that are no whole number', 5, { flags: 64.5 }, 'data.flags'],
    ['a list', 5, [1], 'data'],
    ['a text', 5, 'x', 'data'],
    ['content', 5, { content: 'x' }, 'data.content'],
    ['a field nobody knows', 5, { ephemeral: true }, 'data.ephemeral'],
    ['flags for an update', 6, { flags: 64 }, 'data.flags'],
    ['content for an update', 6, { content: 'x' }, 'data.content'],
    ['a list for an update', 6, [1], 'data'],
  ])('is never %s', async (_what, type, data, fault) => {
    const pressed = bot.of(await bot.press());
    const answer = await bot.callback(pressed, { type, data });
    expect(answer).toMatchObject({ status: 400, body: { code: 50035 } });
    expect(faults(answer.body.errors)).toEqual([fault]);
    // What was refused acknowledged nothing.
    expect((await bot.callback(pressed, { type })).status).toBe(204);
  });

  test.each([5, 6])('may be missing, null or empty: type %i', async (type) => {
    for (const body of [{ type }, { type, data: null }, { type, data: {} }])
      expect((await bot.callback(bot.of(await bot.press()), body)).status).toBe(204);
  });
});

describe('the second acknowledgment', () => {
  test.each([4, 5, 9])('after type %i is refused with 40060, whatever it is', async (first) => {
    const asked = bot.of(bot.discord.people.player.run('ask'));
    expect((await bot.callback(asked, { type: first, data: data[first] })).status).toBe(204);
    for (const second of [4, 5, 9])
      expect(await bot.callback(asked, { type: second, data: data[second] })).toMatchObject({
        status: 400,
        body: { code: 40060, message: 'Interaction has already been acknowledged.' },
      });
  });
});

describe('a malformed answer', () => {
  test('is told of before the state of what it answers, but not of an interaction that is unknown', async () => {
    const asked = bot.of(bot.discord.people.player.run('ask'));
    await bot.callback(asked, { type: 5 });
    for (const body of [{}, { type: 4, data: { content: 'x'.repeat(2001) } }, { type: 6 }])
      expect((await bot.callback(asked, body)).body.code).toBe(50035);
    expect((await bot.callback(asked, { type: 5 })).body.code).toBe(40060);
    expect((await bot.callback({ ...asked, token: 'other' }, {})).body.code).toBe(10062);
  });
});

describe('the response that a callback asks for', () => {
  test.each(['true', '1'])('with with_response=%s names the interaction and its message', async (word) => {
    const asked = bot.of(bot.discord.people.player.run('ask'));
    const answer = await bot.callback(asked, { type: 4, data: { content: 'x', flags: 64 } }, `?with_response=${word}`);
    expect(answer).toMatchObject({
      status: 200,
      body: {
        interaction: { id: asked.id, type: 2, response_message_loading: false, response_message_ephemeral: true },
        resource: { type: 4, message: { content: 'x', flags: 64 } },
      },
    });
  });

  test('is nothing with with_response=false, and refused in other words', async () => {
    const asked = bot.of(bot.discord.people.player.run('ask'));
    const refused = await bot.callback(asked, { type: 5 }, '?with_response=please');
    expect(faults(refused.body.errors)).toEqual(['with_response']);
    expect((await bot.callback(asked, { type: 5 }, '?with_response=false')).status).toBe(204);
  });
});

describe('the ephemeral flag', () => {
  const player = () => bot.discord.people.player;
  /** What somebody else sees. */
  const shown = () => bot.discord.people.officer.messages().map(({ content }) => content);

  test.each<[string, number, number, string[]]>([
    ['public', 0, 64, ['late']],
    ['ephemeral', 64, 0, []],
  ])('of a %s deferral stays through the first follow-up, which fills it', async (_what, deferred, later, seen) => {
    const asked = bot.of(player().run('ask'));
    await bot.callback(asked, { type: 5, data: { flags: deferred } });
    const filled = await bot.webhook('POST', asked, null, { content: 'late', flags: later });
    expect(filled).toMatchObject({ status: 200, body: { content: 'late', flags: deferred } });
    expect((await bot.webhook('GET', asked, '@original')).body['id']).toBe(filled.body['id']);
    expect(shown()).toEqual(seen);
  });

  test.each<[string, object?]>([['DELETE'], ['PATCH', { content: 'soon' }]])(
    'is its own for the first follow-up after a public deferral once the placeholder met a %s',
    async (method, body) => {
      const asked = bot.of(player().run('ask'));
      await bot.callback(asked, { type: 5 });
      await bot.webhook(method, asked, '@original', body);
      const own = await bot.webhook('POST', asked, null, { content: 'late', flags: 64 });
      expect(own).toMatchObject({ status: 200, body: { content: 'late', flags: 64 } });
      expect(shown()).toEqual(body ? ['soon'] : []);
    },
  );

  test.each([0, 64])('is its own for each follow-up after that: the first acknowledgment had %i', async (flags) => {
    const asked = bot.of(player().run('ask'));
    await bot.callback(asked, { type: 4, data: { content: 'first', flags } });
    expect((await bot.webhook('POST', asked, null, { content: 'a', flags: 64 })).body).toMatchObject({ flags: 64 });
    expect((await bot.webhook('POST', asked, null, { content: 'b' })).body).toMatchObject({ flags: 0 });
    expect(shown()).toEqual(flags === 64 ? ['b'] : ['first', 'b']);
  });

  test('cannot be set by an edit, nor by an update', async () => {
    const asked = bot.of(player().run('ask'));
    await bot.callback(asked, { type: 4, data: { content: 'x' } });
    const edited = await bot.webhook('PATCH', asked, '@original', { content: 'y', flags: 64 });
    expect(faults(edited.body.errors)).toEqual(['flags']);
    const pressed = bot.of(await bot.press());
    const updated = await bot.callback(pressed, { type: 7, data: { content: 'y', flags: 64 } });
    expect(faults(updated.body.errors)).toEqual(['data.flags']);
    expect(shown()).toContain('x');
  });

  test('cannot be taken away by an edit', async () => {
    const asked = bot.of(player().run('ask'));
    await bot.callback(asked, { type: 4, data: { content: 'x', flags: 64 } });
    const edited = await bot.webhook('PATCH', asked, '@original', {
      components: [text('y')],
      content: null,
      flags: v2,
    });
    expect(edited.body).toMatchObject({ flags: v2 | 64 });
    expect(shown()).toEqual([]);
  });

  test('keeps a message out of the channel: 10008', async () => {
    const handle = player().run('ask');
    await bot.callback(bot.of(handle), { type: 4, data: { content: 'x', flags: 64 } });
    const { id, channel_id } = await handle.response();
    for (const [method, body] of [['GET'], ['PATCH', { content: 'y' }], ['DELETE']] as const)
      expect(await bot.channelMessage(method, channel_id, id, body)).toMatchObject({
        status: 404,
        body: { code: 10008 },
      });
  });
});

describe('what a person can use', () => {
  test('is no command that is not registered, or was taken back', async () => {
    const { player } = bot.discord.people;
    expect(() => player.run('nothing')).toThrow('no command');
    await bot.register([]);
    expect(() => player.run('ask')).toThrow('no command');
    expect(() => player.autocomplete('ask', { what: '' }, 'what')).toThrow('no command');
  });

  test('is no component that is disabled, of a deleted message, or under what only somebody else sees', async () => {
    const { player, officer } = bot.discord.people;
    const go = (more: object = {}) => [
      { type: 1, components: [{ type: 2, style: 1, label: 'Go', custom_id: 'go', ...more }] },
    ];
    const handle = player.run('ask');
    await bot.callback(bot.of(handle), { type: 4, data: { components: go(), flags: 64 } });
    const message = await handle.response();
    expect(() => officer.press(message, 'go')).toThrow('Unknown Message');
    await bot.webhook('PATCH', bot.of(handle), '@original', { components: go({ disabled: true }) });
    expect(() => player.press(message, 'go')).toThrow('disabled');
    await bot.webhook('PATCH', bot.of(handle), '@original', { components: go() });
    player.press(message, 'go');
    expect((await bot.webhook('DELETE', bot.of(handle), '@original')).status).toBe(204);
    expect(() => player.press(message, 'go')).toThrow('Unknown Message');
    expect(await bot.webhook('GET', bot.of(handle), '@original')).toMatchObject({ status: 404, body: { code: 10008 } });
  });

  test('is no link button, for a link sends nothing', async () => {
    const handle = bot.discord.people.player.run('ask');
    const link = { type: 2, style: 5, label: 'Out', url: 'https://example.com' };
    await bot.callback(bot.of(handle), { type: 4, data: { components: [{ type: 1, components: [link] }] } });
    const message = await handle.response();
    expect(() => bot.discord.people.player.press(message, 'Out')).toThrow('sends nothing');
  });
});

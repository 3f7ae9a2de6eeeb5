import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createDiscord, type Discord } from '../../../src/sandbox/discord/discord.ts';
import { call, faults } from './rest.ts';

let discord: Discord;
let channel: string;

beforeAll(async () => {
  discord = await createDiscord();
  channel = discord.people.player.view.channel('general').id;
});
afterAll(async () => {
  await discord.close();
  expect(discord.honesty.violations).toEqual([]);
});

const v2 = 1 << 15;
const text = (content: string) => ({ type: 10, content });
const button = (id: string, more: object = {}) => ({ type: 2, style: 1, label: id, custom_id: id, ...more });
const row = (...components: object[]) => ({ type: 1, components });
const option = (value: string) => ({ label: value, value });
const select = (id: string, more: object = {}) => ({
  type: 3,
  custom_id: id,
  options: [option('a'), option('b')],
  ...more,
});
const many = <Item>(count: number, make: (index: number) => Item): Item[] =>
  Array.from({ length: count }, (_, i) => make(i));
const long = (length: number) => 'x'.repeat(length);

describe('a message is refused with 50035 and the path', () => {
  it.each<[string, object, string[]]>([
    ['content over 2000', { content: long(2001) }, ['content BASE_TYPE_BAD_LENGTH']],
    ['content that is no text', { content: { a: 1 } }, ['content STRING_TYPE_CONVERT']],
    [
      'content beside Components V2',
      { flags: v2, content: 'x', components: [text('y')] },
      ['content MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2'],
    ],
    [
      'embeds beside Components V2',
      { flags: v2, embeds: [{ title: 'x' }], components: [text('y')] },
      ['embeds MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2'],
    ],
    ['Components V2 without the flag', { components: [text('y')] }, ['components.0.type UNION_TYPE_CHOICES']],
    ['an unknown component', { flags: v2, components: [{ type: 99 }] }, ['components.0.type UNION_TYPE_CHOICES']],
    ['a component without a type', { flags: v2, components: [{}] }, ['components.0.type BASE_TYPE_REQUIRED']],
    [
      'a container in a container',
      { flags: v2, components: [{ type: 17, components: [{ type: 17, components: [text('x')] }] }] },
      ['components.0.components.0.type UNION_TYPE_CHOICES'],
    ],
    [
      '41 components, nested ones counted',
      { flags: v2, components: [{ type: 17, components: many(39, () => text('x')) }, text('x')] },
      ['components COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED'],
    ],
    [
      '4001 characters of text in all',
      { flags: v2, components: [text(long(2001)), { type: 17, components: [text(long(2000))] }] },
      ['components COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED'],
    ],
    ['an empty text', { flags: v2, components: [text('')] }, ['components.0.content BASE_TYPE_REQUIRED']],
    [
      'a section without an accessory',
      { flags: v2, components: [{ type: 9, components: [text('x')] }] },
      ['components.0.accessory BASE_TYPE_REQUIRED'],
    ],
    [
      'four texts in a section',
      { flags: v2, components: [{ type: 9, components: many(4, () => text('x')), accessory: button('a') }] },
      ['components.0.components BASE_TYPE_BAD_LENGTH'],
    ],
    [
      'a custom id used twice',
      { components: [row(button('a')), row(button('a', { disabled: true }))] },
      ['components.1.components.0.custom_id COMPONENT_CUSTOM_ID_DUPLICATED'],
    ],
    [
      'a custom id of 101 characters',
      { components: [row(button(long(101), { label: 'x' }))] },
      ['components.0.components.0.custom_id BASE_TYPE_BAD_LENGTH'],
    ],
    [
      'an empty custom id',
      { components: [row(button('', { label: 'x' }))] },
      ['components.0.components.0.custom_id BASE_TYPE_REQUIRED'],
    ],
    ['six rows', { components: many(6, (i) => row(button(`${i}`))) }, ['components BASE_TYPE_BAD_LENGTH']],
    [
      'six buttons in a row',
      { components: [row(...many(6, (i) => button(`${i}`)))] },
      ['components.0.components BASE_TYPE_BAD_LENGTH'],
    ],
    ['an empty row', { components: [row()] }, ['components.0.components BASE_TYPE_BAD_LENGTH']],
    [
      'a select beside a button',
      { components: [row(button('a'), select('b'))] },
      ['components.0.components.1 COMPONENT_LAYOUT_WIDTH_EXCEEDED'],
    ],
    [
      'a link button without a url',
      { components: [row({ type: 2, style: 5, label: 'x' })] },
      ['components.0.components.0.url BUTTON_COMPONENT_URL_REQUIRED'],
    ],
    [
      'a link button with a custom id',
      { components: [row(button('a', { style: 5, url: 'https://example.com' }))] },
      ['components.0.components.0.custom_id BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE'],
    ],
    [
      'a link to a script',
      { components: [row({ type: 2, style: 5, label: 'x', url: 'javascript:alert(1)' })] },
      ['components.0.components.0.url URL_TYPE_INVALID_SCHEME'],
    ],
    [
      'a button without a custom id',
      { components: [row({ type: 2, style: 1, label: 'x' })] },
      ['components.0.components.0.custom_id BUTTON_COMPONENT_CUSTOM_ID_REQUIRED'],
    ],
    [
      'a button without a label',
      { components: [row({ type: 2, style: 1, custom_id: 'x' })] },
      ['components.0.components.0.label BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED'],
    ],
    [
      'a label of 81 characters',
      { components: [row(button('a', { label: long(81) }))] },
      ['components.0.components.0.label BASE_TYPE_BAD_LENGTH'],
    ],
    [
      'a style that does not exist',
      { components: [row(button('a', { style: 7 }))] },
      ['components.0.components.0.style BASE_TYPE_CHOICES'],
    ],
    [
      '26 options',
      { components: [row(select('a', { options: many(26, (i) => option(`${i}`)) }))] },
      ['components.0.components.0.options BASE_TYPE_BAD_LENGTH'],
    ],
    [
      'an option value used twice',
      { components: [row(select('a', { options: [option('a'), option('a')] }))] },
      ['components.0.components.0.options.1 SELECT_COMPONENT_OPTION_VALUE_DUPLICATED'],
    ],
    [
      'more values than options',
      { components: [row(select('a', { max_values: 3 }))] },
      ['components.0.components.0.max_values SELECT_COMPONENT_MAX_VALUES_TOO_MANY'],
    ],
    [
      'embeds of more than 6000 together',
      { embeds: many(2, () => ({ description: long(3001) })) },
      ['embeds MAX_EMBED_SIZE_EXCEEDED'],
    ],
    ['eleven embeds', { embeds: many(11, () => ({ title: 'x' })) }, ['embeds BASE_TYPE_BAD_LENGTH']],
    ['a flag that is not for bots', { content: 'x', flags: 1 << 6 }, ['flags MESSAGE_FLAGS_NOT_ALLOWED']],
    [
      'allowed mentions that contradict themselves',
      { content: 'x', allowed_mentions: { parse: ['users'], users: ['1'] } },
      ['allowed_mentions MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE'],
    ],
    [
      'an unknown kind of mention',
      { content: 'x', allowed_mentions: { parse: ['all'] } },
      ['allowed_mentions.parse.0 BASE_TYPE_CHOICES'],
    ],
    [
      'a picture that was not attached',
      { flags: v2, components: [{ type: 12, items: [{ media: { url: 'attachment://a.png' } }] }] },
      ['components.0.items.0.media.url UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND'],
    ],
    [
      'an attachment that was not sent',
      { content: 'x', attachments: [{ id: 0 }] },
      ['attachments.0 ATTACHMENT_NOT_FOUND'],
    ],
    [
      'a reply to nothing',
      { content: 'x', message_reference: { message_id: '1' } },
      ['message_reference REPLIES_UNKNOWN_MESSAGE'],
    ],
  ])('%s', async (_what, body, expected) => {
    const before = discord.people.player.messages().length;
    const answer = await call(discord, 'POST', `/channels/${channel}/messages`, body);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ code: 50035, message: 'Invalid Form Body' });
    expect(faults(answer.body.errors)).toEqual(expected);
    expect(discord.people.player.messages()).toHaveLength(before);
  });

  it('and an empty one with 50006', async () => {
    const answer = await call(discord, 'POST', `/channels/${channel}/messages`, { content: '' });
    expect(answer.body).toEqual({ code: 50006, message: 'Cannot send an empty message' });
  });
});

describe('at the limits a message is accepted', () => {
  it.each<[string, object]>([
    ['2000 characters', { content: long(2000) }],
    ['40 components', { flags: v2, components: [{ type: 17, components: many(39, () => text('x')) }] }],
    ['4000 characters of text', { flags: v2, components: [text(long(2000)), text(long(2000))] }],
    ['five rows of five buttons', { components: many(5, (i) => row(...many(5, (j) => button(`${i}${j}`)))) }],
    ['25 options', { components: [row(select('a', { options: many(25, (i) => option(`${i}`)) }))] }],
    [
      'a section with a thumbnail',
      {
        flags: v2,
        components: [
          { type: 9, components: [text('x')], accessory: { type: 11, media: { url: 'https://example.com/a.png' } } },
        ],
      },
    ],
  ])('%s', async (_what, body) => {
    expect((await call(discord, 'POST', `/channels/${channel}/messages`, body)).status).toBe(200);
  });
});

describe('an edit', () => {
  const post = async (body: object) => (await call(discord, 'POST', `/channels/${channel}/messages`, body)).body['id'];

  it('cannot take Components V2 away again', async () => {
    const id = await post({ flags: v2, components: [text('x')] });
    const answer = await call(discord, 'PATCH', `/channels/${channel}/messages/${id}`, { flags: 0, components: [] });
    expect(faults(answer.body.errors)).toContain('flags MESSAGE_CANNOT_REMOVE_COMPONENTS_V2_FLAG');
  });

  it('to Components V2 needs the old content cleared', async () => {
    const id = await post({ content: 'x' });
    const body = { flags: v2, components: [text('y')] };
    const refused = await call(discord, 'PATCH', `/channels/${channel}/messages/${id}`, body);
    expect(faults(refused.body.errors)).toEqual(['content MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2']);
    const done = await call(discord, 'PATCH', `/channels/${channel}/messages/${id}`, { ...body, content: null });
    expect(done.body).toMatchObject({ content: '', flags: v2 });
  });

  it("of somebody else's message is refused with 50005", async () => {
    const { id } = discord.people.player.send('mine');
    const answer = await call(discord, 'PATCH', `/channels/${channel}/messages/${id}`, { content: 'yours' });
    expect(answer.body.code).toBe(50005);
  });
});

describe('a modal is refused', () => {
  const input = (id: string, more: object = {}) => ({
    type: 18,
    label: 'L',
    component: { type: 4, custom_id: id, style: 1, ...more },
  });
  const modal = (...components: object[]) => ({ custom_id: 'm', title: 't', components });

  beforeEach(async () => {
    await call(discord, 'PUT', `/applications/${discord.applicationId}/commands`, [{ name: 'ask', description: 'x' }]);
  });

  it.each<[string, object, string[]]>([
    ['with a title of 46', { ...modal(input('a')), title: long(46) }, ['data.title BASE_TYPE_BAD_LENGTH']],
    ['with six inputs', modal(...many(6, (i) => input(`${i}`))), ['data.components BASE_TYPE_BAD_LENGTH']],
    ['with none', modal(), ['data.components BASE_TYPE_BAD_LENGTH']],
    ['with a button', modal(row(button('a'))), ['data.components.0.components.0.type BASE_TYPE_CHOICES']],
    [
      'with one id twice',
      modal(input('a'), input('a')),
      ['data.components.1.component.custom_id COMPONENT_CUSTOM_ID_DUPLICATED'],
    ],
    [
      'with an input for 4001',
      modal(input('a', { max_length: 4001 })),
      ['data.components.0.component.max_length NUMBER_TYPE_MAX'],
    ],
    ['with a label of 46', modal({ ...input('a'), label: long(46) }), ['data.components.0.label BASE_TYPE_BAD_LENGTH']],
  ])('%s', async (_what, data, expected) => {
    const { id, record } = discord.people.player.run('ask');
    const answer = await call(discord, 'POST', `/interactions/${id}/${record.token}/callback`, { type: 9, data });
    expect(answer.body.code).toBe(50035);
    expect(faults(answer.body.errors)).toEqual(expected);
    expect(record.state).toBe('waiting');
  });
});

describe('a callback is refused', () => {
  it('when its type does not fit the interaction', async () => {
    const { id, record } = discord.people.player.run('ask');
    for (const type of [1, 6, 7, 8]) {
      const answer = await call(discord, 'POST', `/interactions/${id}/${record.token}/callback`, { type, data: {} });
      expect(faults(answer.body.errors)).toEqual(['type BASE_TYPE_CHOICES']);
    }
  });

  it('when a deferral asks for more than ephemeral', async () => {
    const { id, record } = discord.people.player.run('ask');
    const body = { type: 5, data: { flags: v2 } };
    const answer = await call(discord, 'POST', `/interactions/${id}/${record.token}/callback`, body);
    expect(faults(answer.body.errors)).toEqual(['data.flags MESSAGE_FLAGS_NOT_ALLOWED']);
  });
});

describe('a command list is refused', () => {
  const put = (list: unknown) => call(discord, 'PUT', `/applications/${discord.applicationId}/commands`, list);
  const opt = (name: string, more: object = {}) => ({ type: 3, name, description: 'd', ...more });
  const command = (more: object = {}) => ({ name: 'one', description: 'd', ...more });

  it.each<[string, unknown, string[]]>([
    ['with capitals in a name', [command({ name: 'One' })], ['0.name APPLICATION_COMMAND_INVALID_NAME']],
    ['with a space in a name', [command({ name: 'o ne' })], ['0.name APPLICATION_COMMAND_INVALID_NAME']],
    ['without a description', [{ name: 'one' }], ['0.description BASE_TYPE_REQUIRED']],
    ['with a description of 101', [command({ description: long(101) })], ['0.description BASE_TYPE_BAD_LENGTH']],
    ['with a name twice', [command(), command()], ['1 APPLICATION_COMMANDS_DUPLICATE_NAME']],
    [
      'with a required option after an optional one',
      [command({ options: [opt('a'), opt('b', { required: true })] })],
      ['0.options.1 APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID'],
    ],
    [
      'with an option name twice',
      [command({ options: [opt('a'), opt('a')] })],
      ['0.options.1 APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS'],
    ],
    ['with 26 options', [command({ options: many(26, (i) => opt(`o${i}`)) })], ['0.options BASE_TYPE_BAD_LENGTH']],
    [
      'with 26 choices',
      [command({ options: [opt('a', { choices: many(26, (i) => ({ name: `${i}`, value: `${i}` })) })] })],
      ['0.options.0.choices BASE_TYPE_BAD_LENGTH'],
    ],
    [
      'with a number among text choices',
      [command({ options: [opt('a', { choices: [{ name: 'x', value: 1 }] })] })],
      ['0.options.0.choices.0.value STRING_TYPE_CONVERT'],
    ],
    [
      'with a subcommand beside an option',
      [command({ options: [{ type: 1, name: 'sub', description: 'd' }, opt('a')] })],
      ['0.options.1.type APPLICATION_COMMAND_OPTIONS_TYPE_INVALID'],
    ],
    [
      'with an unknown option type',
      [command({ options: [opt('a', { type: 99 })] })],
      ['0.options.0.type UNION_TYPE_CHOICES'],
    ],
    [
      'with autocomplete beside choices',
      [command({ options: [opt('a', { autocomplete: true, choices: [{ name: 'x', value: 'x' }] })] })],
      ['0.options.0.autocomplete APPLICATION_COMMAND_AUTOCOMPLETE_CHOICES_EXCLUSIVE'],
    ],
    [
      'with an unknown locale',
      [command({ name_localizations: { xx: 'one' } })],
      ['0.name_localizations.xx BASE_TYPE_CHOICES'],
    ],
    [
      'with a description on a context menu',
      [{ type: 2, name: 'Look', description: 'd' }],
      ['0.description APPLICATION_COMMAND_CONTEXT_MENU_DESCRIPTION_INVALID'],
    ],
    ['with an unknown context', [command({ contexts: [7] })], ['0.contexts.0 BASE_TYPE_CHOICES']],
    [
      'with more than 8000 characters',
      [
        command({
          options: many(25, (i) =>
            opt(`o${i}`, { description: long(100), choices: many(25, (j) => ({ name: `${j}`, value: long(20 + j) })) }),
          ),
        }),
      ],
      ['0 APPLICATION_COMMAND_TOO_LARGE'],
    ],
  ])('%s', async (_what, list, expected) => {
    const answer = await put(list);
    expect(answer.body.code).toBe(50035);
    expect(faults(answer.body.errors)).toEqual(expected);
  });

  it('with 101 commands, with 30032', async () => {
    expect((await put(many(101, (i) => command({ name: `c${i}` })))).body.code).toBe(30032);
  });

  it('and keeps the ids of commands that stay', async () => {
    const first = await put([command(), command({ name: 'two' })]);
    const second = await put([command({ description: 'changed' })]);
    const [before] = Object.values(first.body) as unknown as { id: string }[];
    expect(Object.values(second.body)).toMatchObject([{ id: before?.id, description: 'changed' }]);
  });
});

describe('the REST API', () => {
  it('needs the bot token', async () => {
    const answer = await call(discord, 'GET', '/users/@me', undefined, { authorization: 'Bot wrong' });
    expect(answer).toMatchObject({ status: 401, body: { message: '401: Unauthorized', code: 0 } });
  });

  it('answers unknown addresses with 404', async () => {
    expect(await call(discord, 'GET', '/nothing')).toMatchObject({
      status: 404,
      body: { message: '404: Not Found', code: 0 },
    });
  });

  it('carries rate-limit headers, and 429 where it is asked for', async () => {
    const fine = await call(discord, 'GET', '/users/@me');
    expect(fine.headers.get('x-ratelimit-remaining')).toBe('49');
    discord.rateLimit({ path: /^\/users\/@me$/, retryAfterMs: 1_500 });
    const refused = await call(discord, 'GET', '/users/@me');
    expect(refused).toMatchObject({ status: 429, body: { retry_after: 1.5, global: false } });
    expect(refused.headers.get('retry-after')).toBe('2');
    expect((await call(discord, 'GET', '/users/@me')).status).toBe(200);
  });

  it('knows the application, the server and who is in it', async () => {
    const { player } = discord.people;
    for (const path of [
      '/gateway/bot',
      '/applications/@me',
      '/oauth2/applications/@me',
      `/guilds/${discord.guildId}?with_counts=true`,
    ])
      expect((await call(discord, 'GET', path)).status).toBe(200);
    for (const path of ['roles', 'channels', `members/${player.id}`])
      expect((await call(discord, 'GET', `/guilds/${discord.guildId}/${path}`)).status).toBe(200);
    expect((await call(discord, 'GET', `/users/${player.id}`)).body).toMatchObject({ username: 'kestrel' });
    expect((await call(discord, 'GET', '/users/1')).body.code).toBe(10013);
    expect((await call(discord, 'GET', `/channels/${channel}`)).body).toMatchObject({ name: 'general', type: 0 });
    expect((await call(discord, 'GET', `/channels/${channel}/messages?limit=2`)).status).toBe(200);
  });

  it('refuses broken JSON with 50109', async () => {
    const response = await fetch(`${discord.apiUrl}/v10/channels/${channel}/messages`, {
      method: 'POST',
      headers: { authorization: `Bot ${discord.botToken}`, 'content-type': 'application/json' },
      body: '{',
    });
    expect(await response.json()).toMatchObject({ code: 50109 });
  });
});

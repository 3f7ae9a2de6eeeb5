import {
  button,
  type Contradiction,
  container,
  type Limit,
  long,
  many,
  option,
  row,
  section,
  select,
  text,
  v2,
} from './payloads.ts';

const first = 'components.0.components.0';

/** Sizes of which a message has at most so much. */
export const maxima: Limit[] = [
  ['characters of content', (n) => ({ content: long(n) }), 2000, ['content BASE_TYPE_MAX_LENGTH']],
  [
    'characters of content, each of two UTF-16 units',
    (n) => ({ content: '🚀'.repeat(n) }),
    2000,
    ['content BASE_TYPE_MAX_LENGTH'],
  ],
  [
    'components, nested ones counted',
    (n) => ({ flags: v2, components: [container(...many(n - 2, () => text('x'))), text('x')] }),
    40,
    ['components COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED'],
  ],
  [
    'components, accessories and buttons counted',
    (n) => ({
      flags: v2,
      components: [
        section(button('a'), text('x')),
        row(button('b'), button('c')),
        container(...many(n - 7, () => text('x'))),
      ],
    }),
    40,
    ['components COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED'],
  ],
  [
    'characters of text in one text display',
    (n) => ({ flags: v2, components: [text(long(n))] }),
    4000,
    ['components.0.content BASE_TYPE_BAD_LENGTH'],
  ],
  [
    'characters of text in all',
    (n) => ({
      flags: v2,
      components: [text(long(1000)), container(text(long(1000)), section(button('a'), text(long(n - 2000))))],
    }),
    4000,
    ['components COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED'],
  ],
  [
    'characters of a custom id',
    (n) => ({ components: [row(button(long(n)))] }),
    100,
    [`${first}.custom_id BASE_TYPE_BAD_LENGTH`],
  ],
  [
    "characters of a select's custom id",
    (n) => ({ components: [row(select(long(n)))] }),
    100,
    [`${first}.custom_id BASE_TYPE_BAD_LENGTH`],
  ],
  ['rows', (n) => ({ components: many(n, (i) => row(button(`${i}`))) }), 5, ['components BASE_TYPE_MAX_LENGTH']],
  [
    'buttons in a row',
    (n) => ({ components: [row(...many(n, (i) => button(`${i}`)))] }),
    5,
    ['components.0.components BASE_TYPE_BAD_LENGTH'],
  ],
  [
    'selects in a row',
    (n) => ({ components: [row(...many(n, (i) => select(`${i}`)))] }),
    1,
    ['components.0.components.1 COMPONENT_LAYOUT_WIDTH_EXCEEDED'],
  ],
  [
    'options of a select',
    (n) => ({ components: [row(select('a', { options: many(n, (i) => option(`${i}`)) }))] }),
    25,
    [`${first}.options BASE_TYPE_BAD_LENGTH`],
  ],
  [
    'values of two options',
    (n) => ({ components: [row(select('a', { max_values: n }))] }),
    2,
    [`${first}.max_values SELECT_COMPONENT_MAX_VALUES_TOO_MANY`],
  ],
  [
    'characters of a label',
    (n) => ({ components: [row(button('a', { label: long(n) }))] }),
    80,
    [`${first}.label BASE_TYPE_MAX_LENGTH`],
  ],
  [
    'texts in a section',
    (n) => ({ flags: v2, components: [section(button('a'), ...many(n, () => text('x')))] }),
    3,
    ['components.0.components BASE_TYPE_BAD_LENGTH'],
  ],
  [
    'characters in all parts of one embed',
    (n) => ({
      embeds: [
        {
          title: long(100),
          description: long(4000),
          footer: { text: long(400) },
          author: { name: long(200) },
          fields: [
            { name: long(200), value: long(200) },
            { name: 'x', value: long(n - 5101) },
          ],
        },
      ],
    }),
    6000,
    ['embeds MAX_EMBED_SIZE_EXCEEDED'],
  ],
  [
    'characters of several embeds together',
    (n) => ({
      embeds: [
        { description: long(3000) },
        { description: long(2000), title: long(200) },
        { description: long(n - 5200) },
      ],
    }),
    6000,
    ['embeds MAX_EMBED_SIZE_EXCEEDED'],
  ],
  ['embeds', (n) => ({ embeds: many(n, () => ({ title: 'x' })) }), 10, ['embeds BASE_TYPE_MAX_LENGTH']],
];

/** Sizes of which a message has at least so much. */
export const minima: Limit[] = [
  [
    'characters of a custom id',
    (n) => ({ components: [row(button(long(n)))] }),
    1,
    [`${first}.custom_id BASE_TYPE_REQUIRED`],
  ],
  [
    'components in a row',
    (n) => ({ components: [row(...many(n, (i) => button(`${i}`)))] }),
    1,
    ['components.0.components BASE_TYPE_BAD_LENGTH'],
  ],
  [
    'characters of a text display',
    (n) => ({ flags: v2, components: [text(long(n))] }),
    1,
    ['components.0.content BASE_TYPE_REQUIRED'],
  ],
  [
    'options of a select',
    (n) => ({ components: [row(select('a', { options: many(n, (i) => option(`${i}`)) }))] }),
    1,
    [`${first}.options BASE_TYPE_BAD_LENGTH`],
  ],
];

/** The code of what Components V2 excludes. */
export const legacy = 'MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2';
const users = (...ids: string[]) => ids.map((id) => ({ id, type: 'user' }));
const duplicated = 'COMPONENT_CUSTOM_ID_DUPLICATED';

/** What no message has, wherever it is sent. */
export const contradictions: Contradiction[] = [
  ['content that is no text', { content: { a: 1 } }, ['content STRING_TYPE_CONVERT']],
  ['content beside Components V2', { flags: v2, content: 'x', components: [text('y')] }, [`content ${legacy}`]],
  [
    'embeds beside Components V2',
    { flags: v2, embeds: [{ title: 'x' }], components: [text('y')] },
    [`embeds ${legacy}`],
  ],
  ['Components V2 without the flag', { components: [text('y')] }, ['components.0.type UNION_TYPE_CHOICES']],
  ['an unknown component', { flags: v2, components: [{ type: 99 }] }, ['components.0.type UNION_TYPE_CHOICES']],
  ['a component without a type', { flags: v2, components: [{}] }, ['components.0.type BASE_TYPE_REQUIRED']],
  ['a button outside of a row', { flags: v2, components: [button('a')] }, ['components.0.type UNION_TYPE_CHOICES']],
  [
    'a text input in a message',
    { components: [row({ type: 4, custom_id: 'a', style: 1, label: 'x' })] },
    ['components.0.components.0.type UNION_TYPE_CHOICES'],
  ],
  [
    'a container in a container',
    { flags: v2, components: [container(container(text('x')))] },
    ['components.0.components.0.type UNION_TYPE_CHOICES'],
  ],
  [
    'a section without an accessory',
    { flags: v2, components: [{ type: 9, components: [text('x')] }] },
    ['components.0.accessory BASE_TYPE_REQUIRED'],
  ],
  [
    'a custom id twice in a row',
    { components: [row(button('a'), button('a'))] },
    [`components.0.components.1.custom_id ${duplicated}`],
  ],
  [
    'a custom id twice in two rows, one disabled',
    { components: [row(button('a')), row(button('a', { disabled: true }))] },
    [`components.1.components.0.custom_id ${duplicated}`],
  ],
  [
    'a custom id of a button and a select',
    { components: [row(button('a')), row(select('a'))] },
    [`components.1.components.0.custom_id ${duplicated}`],
  ],
  [
    'a custom id in two containers',
    { flags: v2, components: [container(row(button('a'))), container(row(button('a')))] },
    [`components.1.components.0.components.0.custom_id ${duplicated}`],
  ],
  [
    'a custom id of two accessories',
    { flags: v2, components: [section(button('a'), text('x')), container(section(button('a'), text('x')))] },
    [`components.1.components.0.accessory.custom_id ${duplicated}`],
  ],
  [
    'a select beside a button',
    { components: [row(button('a'), select('b'))] },
    ['components.0.components.1 COMPONENT_LAYOUT_WIDTH_EXCEEDED'],
  ],
  [
    'a button beside a select',
    { components: [row(select('b'), button('a'))] },
    ['components.0.components.1 COMPONENT_LAYOUT_WIDTH_EXCEEDED'],
  ],
  [
    'a link button without a url',
    { components: [row({ type: 2, style: 5, label: 'x' })] },
    [`${first}.url BUTTON_COMPONENT_URL_REQUIRED`],
  ],
  [
    'a link button with a custom id',
    { components: [row(button('a', { style: 5, url: 'https://example.com' }))] },
    [`${first}.custom_id BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE`],
  ],
  [
    'a link to a script',
    { components: [row({ type: 2, style: 5, label: 'x', url: 'javascript:alert(1)' })] },
    [`${first}.url URL_TYPE_INVALID_SCHEME`],
  ],
  [
    'a button without a custom id',
    { components: [row({ type: 2, style: 1, label: 'x' })] },
    [`${first}.custom_id BUTTON_COMPONENT_CUSTOM_ID_REQUIRED`],
  ],
  [
    'a button without a label',
    { components: [row({ type: 2, style: 1, custom_id: 'x' })] },
    [`${first}.label BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED`],
  ],
  [
    'a premium button with a label',
    { components: [row({ type: 2, style: 6, sku_id: '1', label: 'x' })] },
    [`${first}.label BUTTON_COMPONENT_PREMIUM_FIELD_NOT_ALLOWED`],
  ],
  [
    'a SKU on any other button',
    { components: [row(button('a', { sku_id: '1' }))] },
    [`${first}.sku_id BUTTON_COMPONENT_SKU_ID_NOT_ALLOWED`],
  ],
  [
    'a style that does not exist',
    { components: [row(button('a', { style: 7 }))] },
    [`${first}.style BASE_TYPE_CHOICES`],
  ],
  [
    'an option value used twice',
    { components: [row(select('a', { options: [option('a'), option('a')] }))] },
    [`${first}.options.1 SELECT_COMPONENT_OPTION_VALUE_DUPLICATED`],
  ],
  [
    'a minimum over the maximum',
    { components: [row(select('a', { min_values: 2 }))] },
    [`${first}.min_values SELECT_COMPONENT_MIN_VALUES_EXCEEDS_MAX`],
  ],
  [
    'fewer defaults than the minimum',
    {
      components: [
        row(select('a', { min_values: 2, max_values: 2, options: [option('a'), { ...option('b'), default: true }] })),
      ],
    },
    [`${first}.options BASE_TYPE_BAD_LENGTH`],
  ],
  [
    'fewer users chosen than the minimum',
    { components: [row({ type: 5, custom_id: 'a', min_values: 2, max_values: 3, default_values: users('1') })] },
    [`${first}.default_values BASE_TYPE_BAD_LENGTH`],
  ],
  [
    'more users chosen than the maximum',
    { components: [row({ type: 5, custom_id: 'a', default_values: users('1', '2') })] },
    [`${first}.default_values BASE_TYPE_MAX_LENGTH`],
  ],
  [
    'a user chosen twice',
    { components: [row({ type: 5, custom_id: 'a', max_values: 3, default_values: users('1', '1') })] },
    [`${first}.default_values.1 SELECT_COMPONENT_OPTION_VALUE_DUPLICATED`],
  ],
  [
    'a text of white space',
    { flags: v2, components: [container(text(' \n '))] },
    [`${first}.content BASE_TYPE_REQUIRED`],
  ],
  ['an embed of nothing', { embeds: [{ title: 'x' }, {}] }, ['embeds.1.description BASE_TYPE_REQUIRED']],
  ['an embed of a color', { embeds: [{ color: 1, title: ' ' }] }, ['embeds.0.description BASE_TYPE_REQUIRED']],
  [
    'a field without words',
    { embeds: [{ title: 'x', fields: [{ name: '', value: ' ' }] }] },
    ['embeds.0.fields.0.name BASE_TYPE_REQUIRED', 'embeds.0.fields.0.value BASE_TYPE_REQUIRED'],
  ],
  ...['rocket', ':rocket:', '1', '🚀🚀', ''].map(
    (name): Contradiction => [
      `"${name}" for an emoji`,
      { components: [row(button('a', { emoji: { name } }))] },
      [`${first}.emoji.name COMPONENT_INVALID_EMOJI`],
    ],
  ),
  [
    'a word for the emoji of an option',
    { components: [row(select('a', { options: [{ ...option('a'), emoji: { name: 'rocket' } }] }))] },
    [`${first}.options.0.emoji.name COMPONENT_INVALID_EMOJI`],
  ],
  ['half a flag', { content: 'x', flags: 4.5 }, ['flags NUMBER_TYPE_COERCE']],
  ['a flag beyond all flags', { content: 'x', flags: 2 ** 40 }, ['flags MESSAGE_FLAGS_NOT_ALLOWED']],
  [
    'half an accent color',
    { flags: v2, components: [{ type: 17, accent_color: 1.5, components: [text('x')] }] },
    ['components.0.accent_color NUMBER_TYPE_COERCE'],
  ],
  [
    'somebody to mention twice',
    { content: 'x', allowed_mentions: { users: ['1', '1'] } },
    ['allowed_mentions.users SET_TYPE_ALREADY_CONTAINS_VALUE'],
  ],
  [
    'somebody to mention who has no id',
    { content: 'x', allowed_mentions: { users: ['kestrel'] } },
    ['allowed_mentions.users.0 NUMBER_TYPE_COERCE'],
  ],
  ['a flag that is not for bots', { content: 'x', flags: 1 << 3 }, ['flags MESSAGE_FLAGS_NOT_ALLOWED']],
  [
    'a link button to a host without a dot',
    { components: [row({ type: 2, style: 5, label: 'x', url: 'http://localhost:3000/login' })] },
    [`${first}.url URL_TYPE_INVALID_URL`],
  ],
  ['a field nobody knows', { content: 'x', ephemeral: true }, ['ephemeral FIELD_UNKNOWN']],
  [
    'a field nobody knows in a component',
    { components: [row(button('a', { colour: 'red' }))] },
    [`${first}.colour FIELD_UNKNOWN`],
  ],
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
];

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
  ['characters of content', (n) => ({ content: long(n) }), 2000, ['content']],
  ['characters of content, each of two UTF-16 units', (n) => ({ content: '🚀'.repeat(n) }), 2000, ['content']],
  [
    'components, nested ones counted',
    (n) => ({ flags: v2, components: [container(...many(n - 2, () => text('x'))), text('x')] }),
    40,
    ['components'],
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
    ['components'],
  ],
  [
    'characters of text in one text display',
    (n) => ({ flags: v2, components: [text(long(n))] }),
    4000,
    ['components.0.content'],
  ],
  [
    'characters of text in all',
    (n) => ({
      flags: v2,
      components: [text(long(1000)), container(text(long(1000)), section(button('a'), text(long(n - 2000))))],
    }),
    4000,
    ['components'],
  ],
  ['characters of a custom id', (n) => ({ components: [row(button(long(n)))] }), 100, [`${first}.custom_id`]],
  ["characters of a select's custom id", (n) => ({ components: [row(select(long(n)))] }), 100, [`${first}.custom_id`]],
  ['rows', (n) => ({ components: many(n, (i) => row(button(`${i}`))) }), 5, ['components']],
  [
    'buttons in a row',
    (n) => ({ components: [row(...many(n, (i) => button(`${i}`)))] }),
    5,
    ['components.0.components'],
  ],
  [
    'selects in a row',
    (n) => ({ components: [row(...many(n, (i) => select(`${i}`)))] }),
    1,
    ['components.0.components.1'],
  ],
  [
    'options of a select',
    (n) => ({ components: [row(select('a', { options: many(n, (i) => option(`${i}`)) }))] }),
    25,
    [`${first}.options`],
  ],
  ['values of two options', (n) => ({ components: [row(select('a', { max_values: n }))] }), 2, [`${first}.max_values`]],
  ['characters of a label', (n) => ({ components: [row(button('a', { label: long(n) }))] }), 80, [`${first}.label`]],
  [
    'texts in a section',
    (n) => ({ flags: v2, components: [section(button('a'), ...many(n, () => text('x')))] }),
    3,
    ['components.0.components'],
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
    ['embeds'],
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
    ['embeds'],
  ],
  ['embeds', (n) => ({ embeds: many(n, () => ({ title: 'x' })) }), 10, ['embeds']],
];

/** Sizes of which a message has at least so much. */
export const minima: Limit[] = [
  ['characters of a custom id', (n) => ({ components: [row(button(long(n)))] }), 1, [`${first}.custom_id`]],
  [
    'components in a row',
    (n) => ({ components: [row(...many(n, (i) => button(`${i}`)))] }),
    1,
    ['components.0.components'],
  ],
  ['characters of a text display', (n) => ({ flags: v2, components: [text(long(n))] }), 1, ['components.0.content']],
  [
    'options of a select',
    (n) => ({ components: [row(select('a', { options: many(n, (i) => option(`${i}`)) }))] }),
    1,
    [`${first}.options`],
  ],
];

const users = (...ids: string[]) => ids.map((id) => ({ id, type: 'user' }));

/** What no message has, wherever it is sent. */
export const contradictions: Contradiction[] = [
  ['content that is no text', { content: { a: 1 } }, ['content']],
  ['content beside Components V2', { flags: v2, content: 'x', components: [text('y')] }, ['content']],
  ['embeds beside Components V2', { flags: v2, embeds: [{ title: 'x' }], components: [text('y')] }, ['embeds']],
  ['Components V2 without the flag', { components: [text('y')] }, ['components.0.type']],
  ['an unknown component', { flags: v2, components: [{ type: 99 }] }, ['components.0.type']],
  ['a component without a type', { flags: v2, components: [{}] }, ['components.0.type']],
  ['a button outside of a row', { flags: v2, components: [button('a')] }, ['components.0.type']],
  [
    'a text input in a message',
    { components: [row({ type: 4, custom_id: 'a', style: 1, label: 'x' })] },
    ['components.0.components.0.type'],
  ],
  [
    'a container in a container',
    { flags: v2, components: [container(container(text('x')))] },
    ['components.0.components.0.type'],
  ],
  [
    'a section without an accessory',
    { flags: v2, components: [{ type: 9, components: [text('x')] }] },
    ['components.0.accessory'],
  ],
  [
    'a custom id twice in a row',
    { components: [row(button('a'), button('a'))] },
    ['components.0.components.1.custom_id'],
  ],
  [
    'a custom id twice in two rows, one disabled',
    { components: [row(button('a')), row(button('a', { disabled: true }))] },
    ['components.1.components.0.custom_id'],
  ],
  [
    'a custom id of a button and a select',
    { components: [row(button('a')), row(select('a'))] },
    ['components.1.components.0.custom_id'],
  ],
  [
    'a custom id in two containers',
    { flags: v2, components: [container(row(button('a'))), container(row(button('a')))] },
    ['components.1.components.0.components.0.custom_id'],
  ],
  [
    'a custom id of two accessories',
    { flags: v2, components: [section(button('a'), text('x')), container(section(button('a'), text('x')))] },
    ['components.1.components.0.accessory.custom_id'],
  ],
  ['a select beside a button', { components: [row(button('a'), select('b'))] }, ['components.0.components.1']],
  ['a button beside a select', { components: [row(select('b'), button('a'))] }, ['components.0.components.1']],
  ['a link button without a url', { components: [row({ type: 2, style: 5, label: 'x' })] }, [`${first}.url`]],
  [
    'a link button with a custom id',
    { components: [row(button('a', { style: 5, url: 'https://example.com' }))] },
    [`${first}.custom_id`],
  ],
  [
    'a link to a script',
    { components: [row({ type: 2, style: 5, label: 'x', url: 'javascript:alert(1)' })] },
    [`${first}.url`],
  ],
  ['a button without a custom id', { components: [row({ type: 2, style: 1, label: 'x' })] }, [`${first}.custom_id`]],
  ['a button without a label', { components: [row({ type: 2, style: 1, custom_id: 'x' })] }, [`${first}.label`]],
  [
    'a premium button with a label',
    { components: [row({ type: 2, style: 6, sku_id: '1', label: 'x' })] },
    [`${first}.label`],
  ],
  ['a SKU on any other button', { components: [row(button('a', { sku_id: '1' }))] }, [`${first}.sku_id`]],
  ['a style that does not exist', { components: [row(button('a', { style: 7 }))] }, [`${first}.style`]],
  [
    'an option value used twice',
    { components: [row(select('a', { options: [option('a'), option('a')] }))] },
    [`${first}.options.1`],
  ],
  ['a minimum over the maximum', { components: [row(select('a', { min_values: 2 }))] }, [`${first}.min_values`]],
  [
    'fewer defaults than the minimum',
    {
      components: [
        row(select('a', { min_values: 2, max_values: 2, options: [option('a'), { ...option('b'), default: true }] })),
      ],
    },
    [`${first}.options`],
  ],
  [
    'fewer users chosen than the minimum',
    { components: [row({ type: 5, custom_id: 'a', min_values: 2, max_values: 3, default_values: users('1') })] },
    [`${first}.default_values`],
  ],
  [
    'more users chosen than the maximum',
    { components: [row({ type: 5, custom_id: 'a', default_values: users('1', '2') })] },
    [`${first}.default_values`],
  ],
  [
    'a user chosen twice',
    { components: [row({ type: 5, custom_id: 'a', max_values: 3, default_values: users('1', '1') })] },
    [`${first}.default_values.1`],
  ],
  ['a text of white space', { flags: v2, components: [container(text(' \n '))] }, [`${first}.content`]],
  ['an embed of nothing', { embeds: [{ title: 'x' }, {}] }, ['embeds.1.description']],
  ['an embed of a color', { embeds: [{ color: 1, title: ' ' }] }, ['embeds.0.description']],
  [
    'a field without words',
    { embeds: [{ title: 'x', fields: [{ name: '', value: ' ' }] }] },
    ['embeds.0.fields.0.name', 'embeds.0.fields.0.value'],
  ],
  ...['rocket', ':rocket:', '1', '🚀🚀', ''].map(
    (name): Contradiction => [
      `"${name}" for an emoji`,
      { components: [row(button('a', { emoji: { name } }))] },
      [`${first}.emoji.name`],
    ],
  ),
  [
    'a word for the emoji of an option',
    { components: [row(select('a', { options: [{ ...option('a'), emoji: { name: 'rocket' } }] }))] },
    [`${first}.options.0.emoji.name`],
  ],
  ['half a flag', { content: 'x', flags: 4.5 }, ['flags']],
  ['a flag beyond all flags', { content: 'x', flags: 2 ** 40 }, ['flags']],
  [
    'half an accent color',
    { flags: v2, components: [{ type: 17, accent_color: 1.5, components: [text('x')] }] },
    ['components.0.accent_color'],
  ],
  ['somebody to mention twice', { content: 'x', allowed_mentions: { users: ['1', '1'] } }, ['allowed_mentions.users']],
  [
    'somebody to mention who has no id',
    { content: 'x', allowed_mentions: { users: ['kestrel'] } },
    ['allowed_mentions.users.0'],
  ],
  ['a flag that is not for bots', { content: 'x', flags: 1 << 3 }, ['flags']],
  [
    'a link button to a host without a dot',
    { components: [row({ type: 2, style: 5, label: 'x', url: 'http://localhost:3000/login' })] },
    [`${first}.url`],
  ],
  ['a field nobody knows', { content: 'x', ephemeral: true }, ['ephemeral']],
  ['a field nobody knows in a component', { components: [row(button('a', { colour: 'red' }))] }, [`${first}.colour`]],
  [
    'allowed mentions that contradict themselves',
    { content: 'x', allowed_mentions: { parse: ['users'], users: ['1'] } },
    ['allowed_mentions'],
  ],
  ['an unknown kind of mention', { content: 'x', allowed_mentions: { parse: ['all'] } }, ['allowed_mentions.parse.0']],
  [
    'a picture that was not attached',
    { flags: v2, components: [{ type: 12, items: [{ media: { url: 'attachment://a.png' } }] }] },
    ['components.0.items.0.media.url'],
  ],
  ['an attachment that was not sent', { content: 'x', attachments: [{ id: 0 }] }, ['attachments.0']],
];

import { type Contradiction, type Limit, long, many } from './payloads.ts';

const embed = (fields: object) => ({ embeds: [{ title: 't', ...fields }] });

/** Sizes of which an embed has at most so much. */
export const embedMaxima: Limit[] = [
  ['characters of a title', (n) => embed({ title: long(n) }), 256, ['embeds.0.title']],
  [
    'characters of a description, each of two UTF-16 units',
    (n) => embed({ description: '🚀'.repeat(n) }),
    4096,
    ['embeds.0.description'],
  ],
  ['fields', (n) => embed({ fields: many(n, () => ({ name: 'a', value: 'b' })) }), 25, ['embeds.0.fields']],
  [
    "characters of a field's name",
    (n) => embed({ fields: [{ name: long(n), value: 'b' }] }),
    256,
    ['embeds.0.fields.0.name'],
  ],
  [
    "characters of a field's value",
    (n) => embed({ fields: [{ name: 'a', value: long(n) }] }),
    1024,
    ['embeds.0.fields.0.value'],
  ],
  ['characters of a footer', (n) => embed({ footer: { text: long(n) } }), 2048, ['embeds.0.footer.text']],
  ["characters of an author's name", (n) => embed({ author: { name: long(n) } }), 256, ['embeds.0.author.name']],
  ['of a color', (n) => embed({ color: n }), 0xffffff, ['embeds.0.color']],
];

/** What no embed has. */
export const embedContradictions: Contradiction[] = [
  ['half a color', embed({ color: 1.5 }), ['embeds.0.color']],
  ['an embed that links to a host without a dot', embed({ url: 'http://localhost/' }), ['embeds.0.url']],
  ['an embed that links to a script', embed({ url: 'javascript:alert(1)' }), ['embeds.0.url']],
  ['an author without a name', embed({ author: { url: 'https://example.com' } }), ['embeds.0.author.name']],
  ['an author who links to a file', embed({ author: { name: 'a', url: 'file:///a' } }), ['embeds.0.author.url']],
  [
    "an author's picture that was not attached",
    embed({ author: { name: 'a', icon_url: 'attachment://a.png' } }),
    ['embeds.0.author.icon_url'],
  ],
  ['a footer without a text', embed({ footer: {} }), ['embeds.0.footer.text']],
  [
    "a footer's picture that is data",
    embed({ footer: { text: 'x', icon_url: 'data:image/png;base64,' } }),
    ['embeds.0.footer.icon_url'],
  ],
  ['a picture without an address', embed({ image: {} }), ['embeds.0.image.url']],
  ['a time that is none', embed({ timestamp: '2026-02-30T00:00:00Z' }), ['embeds.0.timestamp']],
  ['a time with an offset that is none', embed({ timestamp: '2026-02-03T00:00:00+25:00' }), ['embeds.0.timestamp']],
];

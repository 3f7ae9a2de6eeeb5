import {
  button,
  type Contradiction,
  container,
  inRow,
  inRows,
  type Limit,
  long,
  many,
  modern,
  option,
  options,
  row,
  section,
  select,
  text,
} from './payloads.ts';

const first = 'components.0.components.0';
const second = 'components.1.components.0';
const link = (url: string, more: object = {}) => ({ type: 2, style: 5, label: 'x', url, ...more });
const bare = (style: number, more: object = {}) => ({ type: 2, style, ...more });

const some = (count: number) => many(count, () => text('x'));

/** Accessories, buttons, rows and containers count as components. */
const nested = (count: number) =>
  modern(section(button('a'), text('x')), row(button('b'), button('c')), container(...some(count - 7)));
/** All texts count, including those in a container or section. */
const texts = (count: number) =>
  modern(text(long(1000)), container(text(long(1000)), section(button('a'), text(long(count - 2000)))));
/** Max sizes of a message. */
export const limits: Limit[] = [
  ['characters of content', (n) => ({ content: long(n) }), null, 2000, 'content'],
  ['characters of two UTF-16 units', (n) => ({ content: '🚀'.repeat(n) }), null, 2000, 'content'],
  ['components', (n) => modern(container(...some(n - 2)), text('x')), null, 40, 'components'],
  ['components of all kinds', nested, null, 40, 'components'],
  ['characters of one text display', (n) => modern(text(long(n))), 1, 4000, 'components.0.content'],
  ['characters of all text displays', texts, null, 4000, 'components'],
  ["characters of a button's custom id", (n) => inRow(button(long(n))), 1, 100, `${first}.custom_id`],
  ["characters of a select's custom id", (n) => inRow(select(long(n))), null, 100, `${first}.custom_id`],
  ['rows', (n) => inRows(...many(n, (i) => button(`${i}`))), null, 5, 'components'],
  ['buttons in a row', (n) => inRow(...many(n, (i) => button(`${i}`))), 1, 5, 'components.0.components'],
  ['selects in a row', (n) => inRow(...many(n, (i) => select(`${i}`))), null, 1, 'components.0.components.1'],
  ['options of a select', (n) => inRow(select('a', options(n))), 1, 25, `${first}.options`],
  ['values of two options', (n) => inRow(select('a', { max_values: n })), null, 2, `${first}.max_values`],
  ['characters of a label', (n) => inRow(button('a', { label: long(n) })), null, 80, `${first}.label`],
  ['texts in a section', (n) => modern(section(button('a'), ...some(n))), null, 3, 'components.0.components'],
];

const disabled = button('a', { disabled: true });
const twice = {
  inContainers: modern(container(row(button('a'))), container(row(button('a')))),
  inAccessories: modern(section(button('a'), text('x')), container(section(button('a'), text('x')))),
};
const halfChosen = { min_values: 2, max_values: 2, options: [option('a'), option('b', { default: true })] };
const emojiOption = { options: [option('a', { emoji: { name: 'rocket' } })] };
const lostPicture = { type: 12, items: [{ media: { url: 'attachment://a.png' } }] };

/** Invalid messages, wherever they are sent. */
export const contradictions: Contradiction[] = [
  ['content that is no text', { content: { a: 1 } }, 'content'],
  ['a field that is not known', { content: 'x', ephemeral: true }, 'ephemeral'],
  ['a flag that is not for bots', { content: 'x', flags: 1 << 3 }, 'flags'],
  ['an attachment that was not sent', { content: 'x', attachments: [{ id: '0' }] }, 'attachments.0'],
  ['an attachment with a number as its id', { content: 'x', attachments: [{ id: 0 }] }, 'attachments.0.id'],

  ['content beside Components V2', { ...modern(text('y')), content: 'x' }, 'content'],
  ['Components V2 without the flag', { components: [text('y')] }, 'components.0.type'],
  ['an unknown component', modern({ type: 99 }), 'components.0.type'],
  ['a select of users', inRow({ type: 5, custom_id: 'a' }), `${first}.type`],
  ['a button outside of a row', modern(button('a')), 'components.0.type'],
  ['a text input in a message', inRow({ type: 4, custom_id: 'a', style: 1, label: 'x' }), `${first}.type`],
  ['a container in a container', modern(container(container(text('x')))), `${first}.type`],
  ['a section without an accessory', modern({ type: 9, components: [text('x')] }), 'components.0.accessory'],
  ['a text of white space', modern(container(text(' \n '))), `${first}.content`],
  ['a picture that was not attached', modern(lostPicture), 'components.0.items.0.media.url'],
  ['an unknown field in a component', inRow(button('a', { colour: 'red' })), `${first}.colour`],

  ['a custom id twice in a row', inRow(button('a'), button('a')), 'components.0.components.1.custom_id'],
  ['a custom id twice, one disabled', inRows(button('a'), disabled), `${second}.custom_id`],
  ['a custom id of a button and a select', inRows(button('a'), select('a')), `${second}.custom_id`],
  ['a custom id in two containers', twice.inContainers, `${second}.components.0.custom_id`],
  ['a custom id of two accessories', twice.inAccessories, `${second}.accessory.custom_id`],
  ['an id twice', modern({ ...text('x'), id: 1 }, { ...text('y'), id: 1 }), 'components.1.id'],

  ['a select beside a button', inRow(button('a'), select('b')), 'components.0.components.1'],
  ['a button beside a select', inRow(select('b'), button('a')), 'components.0.components.1'],
  ['an option value used twice', inRow(select('a', { options: [option('a'), option('a')] })), `${first}.options.1`],
  ['a minimum over the maximum', inRow(select('a', { min_values: 2 })), `${first}.min_values`],
  ['fewer defaults than the minimum', inRow(select('a', halfChosen)), `${first}.options`],

  ['a link button without a url', inRow(bare(5, { label: 'x' })), `${first}.url`],
  ['a link button with a custom id', inRow(link('https://example.com', { custom_id: 'a' })), `${first}.custom_id`],
  ['a link to a script', inRow(link('javascript:alert(1)')), `${first}.url`],
  ['a link to a host without a dot', inRow(link('http://localhost:3000/login')), `${first}.url`],
  ['a button without a custom id', inRow(bare(1, { label: 'x' })), `${first}.custom_id`],
  ['a button without a label', inRow(bare(1, { custom_id: 'x' })), `${first}.label`],
  ...['rocket', ':rocket:', '1', '🚀🚀', ''].map(
    (name): Contradiction => [`"${name}" for an emoji`, inRow(button('a', { emoji: { name } })), `${first}.emoji.name`],
  ),
  ['a word for the emoji of an option', inRow(select('a', emojiOption)), `${first}.options.0.emoji.name`],
];

import { ButtonStyle, ComponentType as Kind } from 'discord-api-types/v10';
import { SIZE_LIMITS } from '../limits.ts';
import type { Issue, Path } from '../problem.ts';
import { mediaOf, type ComponentNode as Node, type PlacedComponent, walkComponents } from './components.ts';
import { brokenRules, type FieldRule, isBlank, repeats, uniqueIssues } from './schema.ts';

/** The components that the stand-in has. Discord has more. */
const KINDS: ReadonlySet<number> = new Set([
  ...[Kind.ActionRow, Kind.Button, Kind.StringSelect, Kind.TextInput, Kind.Label, Kind.FileUpload],
  ...[Kind.Container, Kind.Section, Kind.TextDisplay, Kind.Thumbnail, Kind.MediaGallery, Kind.File, Kind.Separator],
]);

/** "Unfurled Media Item". */
const MEDIA_SCHEMES = ['http', 'https', 'attachment'];

export const isSelect = ({ type }: Node): boolean => type === Kind.StringSelect;

const isLink = ({ style }: Node) => style === ButtonStyle.Link;

/** "File Type Filtering": groups, and extensions with their dot. */
const isFileType = (type: string) => /^(image|video|audio|\.\w+)$/.test(type);

/** Rules that the published schema doesn't have, by section of "Component Reference". */
const RULES: Readonly<Record<number, readonly FieldRule<Node>[]>> = {
  [Kind.Button]: [
    ['style', ({ style }) => style === ButtonStyle.Premium, "The stand-in doesn't have it"],
    ['url', (node) => isLink(node) !== Boolean(node.url), 'A link button has a url, and no other button'],
    ['custom_id', (node) => node.url && node.custom_id, 'A button has a url or a custom id'],
    ['custom_id', (node) => !isLink(node) && !node.custom_id, 'A button needs a custom id'],
    ['sku_id', ({ sku_id }) => sku_id, 'Only a premium button has a SKU'],
    // On no page.
    ['label', ({ label, emoji }) => !label && !emoji, 'A button needs a label or an emoji'],
  ],
  [Kind.FileUpload]: [
    ['file_types', ({ file_types }) => !(file_types ?? []).every(isFileType), 'Groups, or extensions with a dot'],
  ],
  // On no page: white space alone doesn't count as content.
  [Kind.TextDisplay]: [['content', ({ content }) => isBlank(content), 'A text display needs text']],
};

export function* componentIssues(components: readonly Node[]): Generator<Issue> {
  const placed = [...walkComponents(components)];
  yield* idIssues(placed, 'custom_id');
  yield* idIssues(placed, 'id');
  for (const one of placed) {
    const { node, path } = one;
    if (!KINDS.has(node.type)) yield { path: [...path, 'type'], message: "The stand-in doesn't have it" };
    yield* brokenRules(RULES[node.type] ?? [], node, path);
    if (node.type === Kind.ActionRow) yield* rowIssues(one);
    if (isSelect(node) || node.type === Kind.FileUpload) yield* choiceIssues(one);
    yield* emojiIssues(node.emoji, path);
    for (const [index, { emoji }] of (node.options ?? []).entries())
      yield* emojiIssues(emoji, [...path, 'options', index]);
    if (node.url) yield* addressIssues(node.url, [...path, 'url'], ['http', 'https', 'discord']);
    // "File": shows an upload only.
    for (const { media, url, path: at } of mediaOf(one))
      yield* addressIssues(url, at, media === node.file ? ['attachment'] : MEDIA_SCHEMES);
  }
}

/** "Anatomy of a Component": both kinds of id are unique; an `id` of 0 counts as none. */
function idIssues(placed: readonly PlacedComponent[], key: 'custom_id' | 'id'): Issue[] {
  const named = placed.filter(({ node }) => node[key]);
  const again = repeats(named.map(({ node }) => node[key])).flatMap((index) => named[index] ?? []);
  return again.map(({ path }) => ({ path: [...path, key], message: 'Must be unique in the message' }));
}

/** "Action Row": up to five buttons (the schema counts them) or a single select. */
function* rowIssues({ node: { components = [] }, path }: PlacedComponent): Generator<Issue> {
  const index = components.findIndex(isSelect);
  if (index >= 0 && components.length > 1)
    yield { path: [...path, 'components', index || 1], message: 'A select needs a row for itself' };
}

/**
 * "String Select", "File Upload": minimum ≤ maximum ≤ number of options. On no page: values are
 * unique, and the number of preselected ones is 0 or allowed.
 */
function* choiceIssues({ node, path }: PlacedComponent): Generator<Issue> {
  const { options } = node;
  const min = node.min_values ?? 1;
  const max = node.max_values ?? 1;
  const preselected = (options ?? []).filter((option) => option.default).length;
  if (min > max) yield { path: [...path, 'min_values'], message: 'Must be at most max_values' };
  if (options && max > options.length) yield { path: [...path, 'max_values'], message: 'More than there are options' };
  if (preselected > max || (preselected > 0 && preselected < min))
    yield { path: [...path, 'options'], message: 'Preselects more than max_values, or fewer than min_values' };
  yield* uniqueIssues(options?.map(({ value }) => value) ?? [], [...path, 'options']);
}

/** Every emoji has one of these. */
const PICTORIAL = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3/u;
const CHARACTERS = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** "Emoji Structure": without an id the name is one emoji. */
function* emojiIssues(emoji: Node['emoji'], path: Path): Generator<Issue> {
  const name = emoji?.name ?? '';
  const isEmoji = PICTORIAL.test(name) && [...CHARACTERS.segment(name)].length === 1;
  if (emoji && !emoji.id && !isEmoji) yield { path: [...path, 'emoji', 'name'], message: 'Invalid emoji' };
}

/** The schemes and, on no page, a dot in the host of a web address (JDA#699). */
function* addressIssues(url: string, path: Path, schemes: readonly string[]): Generator<Issue> {
  const scheme = url.split(':', 1)[0]?.toLowerCase() ?? '';
  const hasHost = !scheme.startsWith('http') || URL.parse(url)?.hostname.includes('.');
  if (!schemes.includes(scheme) || !hasHost)
    yield { path, message: `Must be a well-formed address (${schemes.join(', ')})` };
}

/**
 * Components V2: 40 components, including nested ones ("Component Reference", introduction), and
 * 4,000 characters in all text displays (only Discord's error message says so).
 */
export function* totalIssues(components: readonly Node[]): Generator<Issue> {
  const nodes = [...walkComponents(components)].map(({ node }) => node);
  const length = nodes.reduce((sum, node) => sum + [...(node.content ?? '')].length, 0);
  const { componentsTotal, componentText } = SIZE_LIMITS;
  const path = ['components'];
  if (nodes.length > componentsTotal) yield { path, message: `At most ${componentsTotal} components in all` };
  if (length > componentText) yield { path, message: `At most ${componentText} characters of text in all` };
}

/** "Legacy Message Component Behavior": without Components V2, up to five action rows only. */
export function* legacyLayoutIssues(components: readonly Node[]): Generator<Issue> {
  const { actionRows } = SIZE_LIMITS;
  if (components.length > actionRows) yield { path: ['components'], message: `At most ${actionRows} rows` };
  for (const [index, { type }] of components.entries())
    if (type !== Kind.ActionRow)
      yield { path: ['components', index, 'type'], message: 'Only action rows, without the flag IS_COMPONENTS_V2' };
}

import { ButtonStyle, ComponentType as Kind } from 'discord-api-types/v10';
import { sizeLimits } from '../limits.ts';
import type { Issue, Path } from '../problem.ts';
import * as tree from './components.ts';
import { brokenRules, type FieldRule, isBlank, repeats, uniqueIssues } from './schema.ts';

type Node = tree.ComponentNode;

const SELECTS = [Kind.StringSelect, Kind.UserSelect, Kind.RoleSelect, Kind.MentionableSelect, Kind.ChannelSelect];
const CHOOSING = [...SELECTS, Kind.FileUpload, Kind.RadioGroup, Kind.CheckboxGroup];

/** "Unfurled Media Item". */
export const MEDIA_SCHEMES: readonly string[] = ['http', 'https', 'attachment'];

/** Whether a component is one of the five selects. */
export const isSelect = ({ type }: Node): boolean => SELECTS.includes(type);

/** "File Type Filtering": groups, and extensions with their dot. */
export const areFileTypes = (types: readonly string[] | null | undefined): boolean =>
  (types ?? []).every((type) => /^(image|video|audio|\.\w+)$/.test(type));

const isLink = ({ style }: Node) => style === ButtonStyle.Link;
const isPremium = ({ style }: Node) => style === ButtonStyle.Premium;
const isPlain = (node: Node) => !isLink(node) && !isPremium(node);

/** What a kind of component needs beyond the published schema: the section of "Component Reference" with its name. */
const rules: Readonly<Record<number, readonly FieldRule<Node>[]>> = {
  [Kind.Button]: [
    ['url', (node) => isLink(node) !== Boolean(node.url), 'A link button has a url, and no other button'],
    ['custom_id', (node) => node.url && node.custom_id, 'A button has a url or a custom id'],
    ['custom_id', (node) => isPlain(node) && !node.custom_id, 'A button needs a custom id'],
    ['sku_id', (node) => isPremium(node) !== Boolean(node.sku_id), 'A premium button has a SKU, and no other button'],
    ['custom_id', (node) => isPremium(node) && node.custom_id, 'A premium button has no custom id'],
    ['label', (node) => isPremium(node) && node.label, 'A premium button has no label'],
    ['emoji', (node) => isPremium(node) && node.emoji, 'A premium button has no emoji'],
    // Not written there.
    ['label', (node) => !isPremium(node) && !node.label && !node.emoji, 'A button needs a label or an emoji'],
  ],
  [Kind.FileUpload]: [['file_types', (node) => !areFileTypes(node.file_types), 'Groups, or extensions with a dot']],
  // Not written there: white space alone doesn't count as content.
  [Kind.TextDisplay]: [['content', ({ content }) => isBlank(content), 'A text display needs text']],
};

/** Rules for components wherever they are. */
export function* componentIssues(components: readonly Node[]): Generator<Issue> {
  const placed = [...tree.walkComponents(components)];
  yield* idIssues(placed, 'custom_id');
  yield* idIssues(placed, 'id');
  for (const one of placed) {
    const { node, path } = one;
    yield* brokenRules(rules[node.type] ?? [], node, path);
    if (node.type === Kind.ActionRow) yield* rowIssues(one);
    if (CHOOSING.includes(node.type)) yield* choiceIssues(one);
    yield* emojiIssues(node.emoji, path);
    for (const [index, { emoji }] of (node.options ?? []).entries())
      yield* emojiIssues(emoji, [...path, 'options', index]);
    if (node.url) yield* addressIssues(node.url, [...path, 'url'], ['http', 'https', 'discord']);
    // "File": shows an upload only.
    for (const { media, url, path: at } of tree.mediaOf(one))
      yield* addressIssues(url, at, media === node.file ? ['attachment'] : MEDIA_SCHEMES);
  }
}

/** "Anatomy of a Component": both kinds of id are unique; an `id` of 0 counts as none. */
function idIssues(placed: readonly tree.PlacedComponent[], key: 'custom_id' | 'id'): Issue[] {
  const named = placed.filter(({ node }) => node[key]);
  const again = repeats(named.map(({ node }) => node[key])).flatMap((index) => named[index] ?? []);
  return again.map(({ path }) => ({ path: [...path, key], message: 'Must be unique in the message' }));
}

/** "Action Row": up to five buttons (the schema counts them) or a single select. */
function* rowIssues({ node: { components = [] }, path }: tree.PlacedComponent): Generator<Issue> {
  const index = components.findIndex(isSelect);
  if (index >= 0 && components.length > 1)
    yield { path: [...path, 'components', index || 1], message: 'A select needs a row for itself' };
}

/**
 * The selects, "File Upload", "Radio Group" and "Checkbox Group": the minimum is at most the maximum, the maximum at most the
 * number of options. Not written there: values are unique, and either nothing is preselected or as many as may be.
 */
function* choiceIssues({ node, path }: tree.PlacedComponent): Generator<Issue> {
  const { options, default_values: defaults } = node;
  const min = node.min_values ?? 1;
  const max = node.max_values ?? (node.type === Kind.CheckboxGroup ? (options?.length ?? 1) : 1);
  const preselected = (options?.filter((option) => option.default) ?? defaults ?? []).length;
  const values = options?.map(({ value }) => value) ?? defaults?.map(({ id }) => id) ?? [];
  const list = options ? 'options' : 'default_values';
  if (min > max) yield { path: [...path, 'min_values'], message: 'Must be at most max_values' };
  if (options && max > options.length) yield { path: [...path, 'max_values'], message: 'More than there are options' };
  if (preselected > max || (preselected > 0 && preselected < min))
    yield { path: [...path, list], message: 'Preselects more than max_values, or fewer than min_values' };
  yield* uniqueIssues(values, [...path, list]);
}

/** What some picture is in: every emoji, and few characters besides. */
const pictorial = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3/u;
const characters = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** "Emoji Structure": without an id the name is an emoji itself: one character with a picture in it. */
function* emojiIssues(emoji: Node['emoji'], path: Path): Generator<Issue> {
  const name = emoji?.name ?? '';
  const isEmoji = pictorial.test(name) && [...characters.segment(name)].length === 1;
  if (emoji && !emoji.id && !isEmoji) yield { path: [...path, 'emoji', 'name'], message: 'Invalid emoji' };
}

/** Addresses have one of these schemes. Not written: the host of a web address has a dot, as people report of embeds (JDA#699). */
export function* addressIssues(url: string, path: Path, schemes: readonly string[]): Generator<Issue> {
  const scheme = url.split(':', 1)[0]?.toLowerCase() ?? '';
  const hasHost = !scheme.startsWith('http') || URL.parse(url)?.hostname.includes('.');
  if (!schemes.includes(scheme) || !hasHost)
    yield { path, message: `Must be a well-formed address (${schemes.join(', ')})` };
}

/**
 * The totals of Components V2: 40 components, nested ones counted ("Component Reference", introduction), and 4,000 characters
 * in all text displays, which Discord's own refusal says and no page.
 */
export function* totalIssues(components: readonly Node[]): Generator<Issue> {
  const nodes = [...tree.walkComponents(components)].map(({ node }) => node);
  const length = nodes.reduce((sum, node) => sum + [...(node.content ?? '')].length, 0);
  const { componentsTotal, componentText } = sizeLimits;
  const path = ['components'];
  if (nodes.length > componentsTotal) yield { path, message: `At most ${componentsTotal} components in all` };
  if (length > componentText) yield { path, message: `At most ${componentText} characters of text in all` };
}

/** "Legacy Message Component Behavior": without the Components V2 flag, action rows only, at most five. */
export function* legacyLayoutIssues(components: readonly Node[]): Generator<Issue> {
  const { actionRows } = sizeLimits;
  if (components.length > actionRows) yield { path: ['components'], message: `At most ${actionRows} rows` };
  for (const [index, { type }] of components.entries())
    if (type !== Kind.ActionRow)
      yield { path: ['components', index, 'type'], message: 'Only action rows, without the flag IS_COMPONENTS_V2' };
}

import { ButtonStyle, ComponentType } from 'discord-api-types/v10';
import { sizeLimits } from '../limits.ts';
import { fileTypeIssues } from '../people/fileTypes.ts';
import type { Issue, Path } from '../problem.ts';
import {
  type ComponentNode,
  type EmojiNode,
  mediaOf,
  type PlacedComponent,
  textOf,
  walkComponents,
} from './components.ts';
import { brokenRules, type FieldRule, isBlank, repeats } from './schema.ts';

const selects = new Set<number>([
  ComponentType.StringSelect,
  ComponentType.UserSelect,
  ComponentType.RoleSelect,
  ComponentType.MentionableSelect,
  ComponentType.ChannelSelect,
]);

/** Whether a component is one of the five selects. */
export const isSelect = (node: ComponentNode): boolean => selects.has(node.type);

const isLink = ({ style }: ComponentNode) => style === ButtonStyle.Link;
const isPremium = ({ style }: ComponentNode) => style === ButtonStyle.Premium;

/** What a kind of component needs beyond the published schema: the section of "Component Reference" with its name. */
const rules: Readonly<Record<number, readonly FieldRule<ComponentNode>[]>> = {
  [ComponentType.Button]: [
    ['url', (node) => isLink(node) !== Boolean(node.url), 'A link button needs a url, and no other button has one'],
    ['custom_id', (node) => node.url && node.custom_id, 'A button has a url or a custom id'],
    ['custom_id', (node) => !isLink(node) && !isPremium(node) && !node.custom_id, 'A button needs a custom id'],
    [
      'sku_id',
      (node) => isPremium(node) !== Boolean(node.sku_id),
      'A premium button needs a SKU, and no other has one',
    ],
    ['custom_id', (node) => isPremium(node) && node.custom_id, 'A premium button has no custom id'],
    ['label', (node) => isPremium(node) && node.label, 'A premium button has no label'],
    ['emoji', (node) => isPremium(node) && node.emoji, 'A premium button has no emoji'],
    // Not written there.
    ['label', (node) => !isPremium(node) && !node.label && !node.emoji, 'A button needs a label or an emoji'],
  ],
  // Not written there: white space is no content.
  [ComponentType.TextDisplay]: [['content', ({ content }) => isBlank(content), 'A text display needs text']],
};

/** Rules for components wherever they are. */
export function* componentIssues(components: readonly ComponentNode[]): Generator<Issue> {
  const placed = [...walkComponents(components)];
  yield* uniqueIssues(placed, 'custom_id');
  yield* uniqueIssues(placed, 'id');
  for (const one of placed) {
    const { node, path } = one;
    yield* brokenRules(rules[node.type] ?? [], node, path);
    yield* rowIssues(one);
    yield* choiceIssues(one);
    yield* fileTypeIssues(node.file_types, path);
    yield* emojiIssues(node.emoji, path);
    for (const [index, { emoji }] of (node.options ?? []).entries())
      yield* emojiIssues(emoji, [...path, 'options', index]);
    if (node.url) yield* addressIssues(node.url, [...path, 'url'], ['http', 'https', 'discord']);
    // "File": shows an upload only.
    for (const { media, path: at } of mediaOf(one))
      yield* addressIssues(media.url, [...at, 'url'], media === node.file ? ['attachment'] : MEDIA_SCHEMES);
  }
}

/** "Unfurled Media Item". */
export const MEDIA_SCHEMES: readonly string[] = ['http', 'https', 'attachment'];

/** "Anatomy of a Component": both kinds of id are unique; an `id` of 0 counts as none. */
function uniqueIssues(placed: readonly PlacedComponent[], key: 'custom_id' | 'id'): Issue[] {
  const named = placed.filter(({ node }) => node[key]);
  return repeats(named.map(({ node }) => node[key])).map((index) => ({
    path: [...(named[index]?.path ?? []), key],
    message: 'Must be unique in the message',
  }));
}

/** "Action Row": up to five buttons (the schema counts them) or a single select. */
function rowIssues({ node, path }: PlacedComponent): Issue[] {
  const inside = node.type === ComponentType.ActionRow ? (node.components ?? []) : [];
  const index = inside.findIndex(isSelect);
  const isCrowded = index >= 0 && inside.length > 1;
  return isCrowded ? [{ path: [...path, 'components', index || 1], message: 'A select needs a row for itself' }] : [];
}

/**
 * The totals of Components V2: 40 components, nested ones counted ("Component Reference", introduction), and 4,000 characters
 * in all text displays, which Discord's own refusal says and no page.
 */
export function totalIssues(components: readonly ComponentNode[]): Issue[] {
  const nodes = [...walkComponents(components)].map(({ node }) => node);
  const characters = nodes.reduce((sum, node) => sum + [...textOf(node)].length, 0);
  const { componentsTotal, componentText } = sizeLimits;
  return brokenRules(
    [
      ['components', () => nodes.length > componentsTotal, `At most ${componentsTotal} components in all`],
      ['components', () => characters > componentText, `At most ${componentText} characters of text in all`],
    ],
    components,
  );
}

/** "Legacy Message Component Behavior": without the Components V2 flag, action rows only, at most five. */
export function legacyLayoutIssues(components: readonly ComponentNode[]): Issue[] {
  const { actionRows } = sizeLimits;
  return brokenRules(
    [
      ['components', () => components.length > actionRows, `At most ${actionRows} rows`],
      ...components.map(
        ({ type }, index): FieldRule<unknown> => [
          `components.${index}.type`,
          () => type !== ComponentType.ActionRow,
          'Only action rows, without the flag IS_COMPONENTS_V2',
        ],
      ),
    ],
    components,
  );
}

const choosing = new Set<number>([
  ...selects,
  ComponentType.FileUpload,
  ComponentType.RadioGroup,
  ComponentType.CheckboxGroup,
]);

/**
 * The selects, "File Upload", "Radio Group" and "Checkbox Group": the minimum is at most the maximum, the maximum at most the
 * number of options. Not written there: values are unique, and either nothing is preselected or as many as may be.
 */
function choiceIssues({ node, path }: PlacedComponent): Issue[] {
  if (!choosing.has(node.type)) return [];
  const { options, default_values: defaults } = node;
  const min = node.min_values ?? 1;
  const max = node.max_values ?? (node.type === ComponentType.CheckboxGroup ? (options?.length ?? 1) : 1);
  const chosen = options?.filter((option) => option.default) ?? defaults ?? [];
  const values = options?.map(({ value }) => value) ?? defaults?.map(({ id }) => id) ?? [];
  const list = options ? 'options' : 'default_values';
  return brokenRules(
    [
      ['min_values', () => min > max, 'Must be at most max_values'],
      ['max_values', () => options && max > options.length, 'Must be at most the number of options'],
      [list, () => chosen.length > max, 'Preselects more than max_values'],
      [list, () => chosen.length > 0 && chosen.length < min, 'Preselects fewer than min_values'],
      ...repeats(values).map(
        (index): FieldRule<unknown> => [`${list}.${index}`, () => true, 'This value is there already'],
      ),
    ],
    node,
    path,
  );
}

/** What some picture is in: every emoji, and few characters besides. */
const pictorial = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3/u;
const characters = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** "Emoji Structure": without an id the name is an emoji itself: one character with a picture in it. */
function emojiIssues(emoji: EmojiNode | null | undefined, path: Path): Issue[] {
  const name = emoji?.name ?? '';
  const isRight = !emoji || emoji.id || (pictorial.test(name) && [...characters.segment(name)].length === 1);
  return isRight ? [] : [{ path: [...path, 'emoji', 'name'], message: 'Invalid emoji' }];
}

/** Addresses have one of these schemes. Not written: the host of a web address has a dot, as people report of embeds (JDA#699). */
export function addressIssues(url: string, path: Path, schemes: readonly string[]): Issue[] {
  const scheme = url.split(':', 1)[0]?.toLowerCase() ?? '';
  const isRight = schemes.includes(scheme) && (!scheme.startsWith('http') || URL.parse(url)?.hostname.includes('.'));
  return isRight ? [] : [{ path, message: `Must be a well-formed address (${schemes.join(', ')})` }];
}

import { ButtonStyle, ComponentType } from 'discord-api-types/v10';
import { sizeLimits } from '../limits.ts';
import { fileTypeIssues } from '../people/fileTypes.ts';
import type { Issue } from '../problem.ts';
import { choiceIssues } from './componentChoiceRules.ts';
import { type ComponentNode, mediaOf, type PlacedComponent, textOf, walkComponents } from './components.ts';
import { required, tooLong } from './schema.ts';

const selects = new Set<number>([
  ComponentType.StringSelect,
  ComponentType.UserSelect,
  ComponentType.RoleSelect,
  ComponentType.MentionableSelect,
  ComponentType.ChannelSelect,
]);

/** Whether a component is one of the five selects. */
export const isSelect = (node: ComponentNode): boolean => selects.has(node.type);

/**
 * Rules for components wherever they stand: what each kind needs, and ids of which none stands twice. Discord developer documentation, Component
 * Reference, "Anatomy of a Component" (`id`, and "Custom ID": unique in the message); "Unfurled Media Item" and "File" for addresses; "Text Display" (that
 * white space is no content is not written there).
 */
export function* componentIssues(components: readonly ComponentNode[]): Generator<Issue> {
  const placed = [...walkComponents(components)];
  yield* duplicates(placed, 'custom_id', 'COMPONENT_CUSTOM_ID_DUPLICATED', 'Component custom id cannot be duplicated');
  yield* duplicates(placed, 'id', 'COMPONENT_ID_DUPLICATED', 'Component id cannot be duplicated');
  for (const one of placed) {
    if (one.node.type === ComponentType.ActionRow) yield* rowIssues(one);
    if (one.node.type === ComponentType.Button) yield* buttonIssues(one);
    yield* choiceIssues(one);
    yield* emojiIssues(one);
    yield* fileTypeIssues(one.node.file_types, one.path);
    if (one.node.type === ComponentType.TextDisplay && textOf(one.node).trim() === '')
      yield required([...one.path, 'content']);
    yield* mediaOf(one).flatMap(({ media, path }) => [
      // A file component shows an upload only.
      ...schemeIssues(
        [...path, 'url'],
        media.url,
        media === one.node.file ? ['attachment'] : ['http', 'https', 'attachment'],
      ),
    ]);
  }
}

/**
 * The totals of Components V2: 40 components, nested ones counted (Discord developer documentation, Component Reference, introduction), and 4000
 * characters in all text displays. The 4000 stand in no page of the documentation; they are what Discord's own refusal says.
 */
export function* totalIssues(components: readonly ComponentNode[]): Generator<Issue> {
  const placed = [...walkComponents(components)];
  if (placed.length > sizeLimits.componentsTotal)
    yield {
      path: ['components'],
      code: 'COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED',
      message: `The maximum number of total components is ${sizeLimits.componentsTotal}`,
    };
  const length = placed.reduce((sum, { node }) => sum + [...textOf(node)].length, 0);
  if (length > sizeLimits.componentText)
    yield {
      path: ['components'],
      code: 'COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED',
      message: `Components displayable text size exceeds maximum size of ${sizeLimits.componentText}`,
    };
}

/**
 * Messages without the Components V2 flag: action rows only, at most five. Discord developer documentation, Component Reference, "Legacy Message
 * Component Behavior".
 */
export function* legacyLayoutIssues(components: readonly ComponentNode[]): Generator<Issue> {
  if (components.length > sizeLimits.actionRows) yield tooLong(['components'], sizeLimits.actionRows);
  for (const [index, { type }] of components.entries())
    if (type !== ComponentType.ActionRow)
      yield {
        path: ['components', index, 'type'],
        code: 'UNION_TYPE_CHOICES',
        message: 'Value of field "type" must be one of (1,).',
      };
}

/** Component Reference, "Anatomy of a Component"; an `id` of 0 counts as none. */
function* duplicates(
  placed: readonly PlacedComponent[],
  key: 'custom_id' | 'id',
  code: string,
  message: string,
): Generator<Issue> {
  const seen = new Set<unknown>();
  for (const { node, path } of placed) {
    const value = node[key];
    if (value === undefined || value === null || value === 0) continue;
    if (seen.has(value)) yield { path: [...path, key], code, message };
    seen.add(value);
  }
}

/** Component Reference, "Action Row": up to five buttons (the schema counts them) or a single select. */
function* rowIssues({ node, path }: PlacedComponent): Generator<Issue> {
  const inside = node.components ?? [];
  const index = inside.findIndex(isSelect);
  if (index >= 0 && inside.length > 1)
    yield {
      path: [...path, 'components', index === 0 ? 1 : index],
      code: 'COMPONENT_LAYOUT_WIDTH_EXCEEDED',
      message: 'The specified component exceeds the maximum width',
    };
}

/**
 * Component Reference, "Button": a link has a url and no custom id; a premium button a SKU and nothing else; all others a custom id, and neither url
 * nor SKU. That a label or an emoji is needed is not written there.
 */
function* buttonIssues({ node, path }: PlacedComponent): Generator<Issue> {
  const isLink = node.style === ButtonStyle.Link;
  const isPremium = node.style === ButtonStyle.Premium;
  if (isLink && !node.url)
    yield { path: [...path, 'url'], code: 'BUTTON_COMPONENT_URL_REQUIRED', message: 'A url is required' };
  if (node.url && node.custom_id)
    yield {
      path: [...path, 'custom_id'],
      code: 'BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE',
      message: 'A custom id and url cannot both be specified',
    };
  if (node.url && !isLink)
    yield { path: [...path, 'url'], code: 'BUTTON_COMPONENT_URL_NOT_ALLOWED', message: 'Only link buttons have a url' };
  if (node.url) yield* schemeIssues([...path, 'url'], node.url, ['http', 'https', 'discord']);
  if (!isLink && !isPremium && !node.custom_id)
    yield {
      path: [...path, 'custom_id'],
      code: 'BUTTON_COMPONENT_CUSTOM_ID_REQUIRED',
      message: 'A custom id is required',
    };
  if (isPremium && !node.sku_id) yield required([...path, 'sku_id']);
  if (isPremium)
    for (const field of ['custom_id', 'label', 'emoji'] as const)
      if (node[field])
        yield {
          path: [...path, field],
          code: 'BUTTON_COMPONENT_PREMIUM_FIELD_NOT_ALLOWED',
          message: 'A premium button has a SKU only',
        };
  if (!isPremium && node.sku_id)
    yield {
      path: [...path, 'sku_id'],
      code: 'BUTTON_COMPONENT_SKU_ID_NOT_ALLOWED',
      message: 'Only premium buttons have a SKU',
    };
  if (!isPremium && !node.label && !node.emoji)
    yield {
      path: [...path, 'label'],
      code: 'BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED',
      message: 'A label or emoji is required',
    };
}

/** What some picture is in: every emoji, and few characters besides. */
const pictorial = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3/u;
const characters = new Intl.Segmenter('en', { granularity: 'grapheme' });

/**
 * Emoji Resource, "Emoji Structure" and its "Standard Emoji Example": without an id the name is an emoji itself. Looked at is whether it is one
 * character with a picture in it, for which emoji Discord knows is not written.
 */
function* emojiIssues({ node, path }: PlacedComponent): Generator<Issue> {
  const shown = [
    { emoji: node.emoji, at: path },
    ...(node.options ?? []).map(({ emoji }, index) => ({ emoji, at: [...path, 'options', index] })),
  ];
  for (const { emoji, at } of shown)
    if (emoji && !emoji.id && !isEmoji(emoji.name ?? ''))
      yield { path: [...at, 'emoji', 'name'], code: 'COMPONENT_INVALID_EMOJI', message: 'Invalid emoji' };
}

function isEmoji(text: string): boolean {
  return pictorial.test(text) && [...characters.segment(text)].length === 1;
}

/**
 * Addresses may only have these schemes: Component Reference, "Unfurled Media Item"; of link buttons no page says it. That the host of a web address
 * has a dot is on no page either: people report it of embeds (JDA#699), of buttons it is stricter than known.
 */
export function* schemeIssues(
  path: readonly (string | number)[],
  url: string,
  schemes: readonly string[],
): Generator<Issue> {
  const scheme = url.split(':', 1)[0]?.toLowerCase() ?? '';
  if (!schemes.includes(scheme))
    yield {
      path,
      code: 'URL_TYPE_INVALID_SCHEME',
      message: `Scheme "${scheme}" is not supported. Scheme must be one of (${schemes.map((one) => `'${one}'`).join(', ')}).`,
    };
  else if (scheme.startsWith('http') && !URL.parse(url)?.hostname.includes('.'))
    yield { path, code: 'URL_TYPE_INVALID_URL', message: 'Not a well formed URL.' };
}

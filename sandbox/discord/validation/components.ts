import type { Path } from '../problem.ts';

/** A message or modal component as it travels: the fields of all kinds that the stand-in reads ("Component Reference"). */
export interface ComponentNode {
  type: number;
  id?: number | null;
  custom_id?: string | null;
  components?: ComponentNode[];
  component?: ComponentNode;
  accessory?: ComponentNode;
  style?: number;
  label?: string | null;
  emoji?: EmojiNode | null;
  url?: string | null;
  sku_id?: string | null;
  disabled?: boolean | null;
  required?: boolean | null;
  content?: string;
  title?: string;
  value?: string | null;
  min_length?: number | null;
  max_length?: number | null;
  min_values?: number | null;
  max_values?: number | null;
  options?: { label: string; value: string; default?: boolean | null; emoji?: EmojiNode | null }[];
  default_values?: { id: string; type: string }[] | null;
  channel_types?: number[] | null;
  file_types?: string[] | null;
  file?: MediaNode & { name?: string; size?: number };
  media?: MediaNode;
  items?: { media: MediaNode }[];
}

/** The emoji of a button or an option: one of a server by its id, or a character. */
export interface EmojiNode {
  id?: string | null;
  name?: string | null;
}

/** A picture or file that a component shows. */
export interface MediaNode {
  url: string;
  [key: string]: unknown;
}

/** A component and its place. */
export interface PlacedComponent {
  node: ComponentNode;
  path: Path;
  parent: ComponentNode | null;
}

/** Every component, nested ones included, in reading order. */
export function* walkComponents(
  nodes: readonly ComponentNode[],
  path: Path = ['components'],
  parent: ComponentNode | null = null,
): Generator<PlacedComponent> {
  for (const [index, node] of nodes.entries()) yield* walkOne({ node, path: [...path, index], parent });
}

function* walkOne(placed: PlacedComponent): Generator<PlacedComponent> {
  const { node, path } = placed;
  yield placed;
  if (node.components) yield* walkComponents(node.components, [...path, 'components'], node);
  if (node.component) yield* walkOne({ node: node.component, path: [...path, 'component'], parent: node });
  if (node.accessory) yield* walkOne({ node: node.accessory, path: [...path, 'accessory'], parent: node });
}

/** All media of a component with the path of each. */
export function mediaOf({ node, path }: PlacedComponent): { media: MediaNode; path: Path }[] {
  return [
    ...(node.file ? [{ media: node.file, path: [...path, 'file'] }] : []),
    ...(node.media ? [{ media: node.media, path: [...path, 'media'] }] : []),
    ...(node.items ?? []).map((item, index) => ({ media: item.media, path: [...path, 'items', index, 'media'] })),
  ];
}

/** The text that counts toward the message's 4,000 characters: text displays only. */
export function textOf(node: ComponentNode): string {
  return node.content ?? '';
}

/** Gives every component without an `id` the next free one, as Discord does on arrival. Changes the nodes. */
export function numberComponents(nodes: ComponentNode[]): void {
  const all = [...walkComponents(nodes)].map(({ node }) => node);
  const taken = new Set(all.map(({ id }) => id));
  let next = 1;
  for (const node of all) {
    if (node.id) continue;
    while (taken.has(next)) next += 1;
    taken.add(next);
    node.id = next;
  }
}

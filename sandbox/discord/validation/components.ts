/** A message or modal component as it travels: the fields of all kinds that the stand-in looks at (documentation, "Component Reference"). */
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

/** A picture or file a component shows. */
export interface MediaNode {
  url: string;
  [key: string]: unknown;
}

/** A component and where it stands. */
export interface PlacedComponent {
  node: ComponentNode;
  path: (string | number)[];
  parent: ComponentNode | null;
}

/** Every component, nested ones included, in the order of reading. */
export function* walkComponents(
  nodes: readonly ComponentNode[],
  path: readonly (string | number)[] = ['components'],
  parent: ComponentNode | null = null,
): Generator<PlacedComponent> {
  for (const [index, node] of nodes.entries()) yield* walkOne(node, [...path, index], parent);
}

function* walkOne(
  node: ComponentNode,
  path: (string | number)[],
  parent: ComponentNode | null,
): Generator<PlacedComponent> {
  yield { node, path, parent };
  if (node.components) yield* walkComponents(node.components, [...path, 'components'], node);
  if (node.component) yield* walkOne(node.component, [...path, 'component'], node);
  if (node.accessory) yield* walkOne(node.accessory, [...path, 'accessory'], node);
}

/** All media of a component with the path of each. */
export function mediaOf({ node, path }: PlacedComponent): { media: MediaNode; path: (string | number)[] }[] {
  return [
    ...(node.file ? [{ media: node.file, path: [...path, 'file'] }] : []),
    ...(node.media ? [{ media: node.media, path: [...path, 'media'] }] : []),
    ...(node.items ?? []).map((item, index) => ({ media: item.media, path: [...path, 'items', index, 'media'] })),
  ];
}

/** The text a component shows as part of the message's 4000 characters: text displays only. */
export function textOf(node: ComponentNode): string {
  return node.content ?? '';
}

/** Gives every component without an `id` the next free one, as Discord does on arrival. Changes the nodes. */
export function numberComponents(nodes: ComponentNode[]): void {
  const placed = [...walkComponents(nodes)].map(({ node }) => node);
  const taken = new Set(placed.flatMap((node) => (node.id ? [node.id] : [])));
  let next = 1;
  for (const node of placed) {
    if (node.id) continue;
    while (taken.has(next)) next += 1;
    taken.add(next);
    node.id = next;
  }
}

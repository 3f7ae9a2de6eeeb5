import type { APIMessageComponentEmoji } from 'discord-api-types/v10';
import type { Path } from '../problem.ts';

/** A component of a message or modal: the fields that the stand-in reads. */
export type ComponentNode = {
  type: number;
  id?: number | null;
  custom_id?: string | null;
  components?: ComponentNode[];
  component?: ComponentNode;
  accessory?: ComponentNode;
  style?: number;
  label?: string | null;
  emoji?: APIMessageComponentEmoji | null;
  url?: string | null;
  sku_id?: string | null;
  disabled?: boolean | null;
  required?: boolean | null;
  content?: string;
  value?: string | null;
  min_length?: number | null;
  max_length?: number | null;
  min_values?: number | null;
  max_values?: number | null;
  options?: { label: string; value: string; default?: boolean | null; emoji?: APIMessageComponentEmoji | null }[];
  file_types?: string[] | null;
  file?: MediaNode;
  media?: MediaNode;
  items?: { media: MediaNode }[];
};

export type MediaNode = {
  url: string;
  [key: string]: unknown;
};

export type PlacedComponent = {
  node: ComponentNode;
  path: Path;
  parent: ComponentNode | null;
};

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

/** All media of a component, with the path of each address. */
export function mediaOf({ node, path }: PlacedComponent): { media: MediaNode; url: string; path: Path }[] {
  const items = (node.items ?? []).map(({ media }, index) => [media, ['items', index, 'media']] as const);
  const all = [[node.file, ['file']] as const, [node.media, ['media']] as const, ...items];
  return all.flatMap(([media, at]) => (media ? [{ media, url: media.url, path: [...path, ...at, 'url'] }] : []));
}

/** Gives every component without an `id` the next free one, as Discord does. Changes the nodes. */
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

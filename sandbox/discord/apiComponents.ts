import { type APIAttachment, ComponentType } from 'discord-api-types/v10';
import { isSelect } from './validation/componentRules.ts';
import {
  type ComponentNode,
  type MediaNode,
  mediaOf,
  numberComponents,
  walkComponents,
} from './validation/components.ts';

/** Defaults that Discord adds (published schema, the `…ComponentResponse` models). */
const DEFAULTS: Record<number, object> = {
  [ComponentType.Thumbnail]: { description: null, spoiler: false },
  [ComponentType.File]: { spoiler: false },
  [ComponentType.Separator]: { spacing: 1, divider: true },
  [ComponentType.Container]: { accent_color: null, spoiler: false },
};

/** The checked components as Discord sends them: with ids, defaults and the files' addresses. */
export function toApiComponents(
  components: readonly ComponentNode[],
  byName: ReadonlyMap<string, APIAttachment>,
  newId: () => string,
): ComponentNode[] {
  // A deep copy without the keys that are null.
  const copy: ComponentNode[] = JSON.parse(JSON.stringify(components), (_key, value) => value ?? undefined);
  numberComponents(copy);
  for (const placed of walkComponents(copy)) {
    const { node } = placed;
    for (const { media } of mediaOf(placed)) Object.assign(media, { id: newId(), ...toMedia(media, byName) });
    for (const item of node.items ?? []) Object.assign(item, { description: null, spoiler: false, ...item });
    Object.assign(node, { ...(isSelect(node) && { min_values: 1, max_values: 1 }), ...DEFAULTS[node.type], ...node });
    // Belongs to inputs in modals; a select in a message accepts it, and loses it.
    delete node.required;
    if (node.type === ComponentType.File) {
      const attachment = [...byName.values()].find(({ id }) => id === node.file?.['attachment_id']);
      Object.assign(node, { name: attachment?.filename ?? null, size: attachment?.size ?? null });
    }
  }
  return copy;
}

function toMedia(media: MediaNode, byName: ReadonlyMap<string, APIAttachment>): MediaNode {
  const attachment = byName.get(media.url.replace(/^attachment:\/\//, ''));
  if (!attachment || !media.url.startsWith('attachment://')) return { url: media.url, proxy_url: media.url };
  const { id, url, proxy_url, content_type, width, height } = attachment;
  const size = width && height ? { width, height } : {};
  return { url, proxy_url, ...(content_type && { content_type }), ...size, attachment_id: id };
}

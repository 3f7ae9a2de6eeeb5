import { type APIAttachment, ComponentType } from 'discord-api-types/v10';
import {
  type ComponentNode,
  type MediaNode,
  mediaOf,
  numberComponents,
  walkComponents,
} from './validation/components.ts';

/** What Discord writes into a component where the bot said nothing (published schema, the `…ComponentResponse` models). */
const defaults: Record<number, object> = {
  [ComponentType.StringSelect]: { min_values: 1, max_values: 1 },
  [ComponentType.UserSelect]: { min_values: 1, max_values: 1 },
  [ComponentType.RoleSelect]: { min_values: 1, max_values: 1 },
  [ComponentType.MentionableSelect]: { min_values: 1, max_values: 1 },
  [ComponentType.ChannelSelect]: { min_values: 1, max_values: 1 },
  [ComponentType.Thumbnail]: { description: null, spoiler: false },
  [ComponentType.File]: { spoiler: false },
  [ComponentType.Separator]: { spacing: 1, divider: true },
  [ComponentType.Container]: { accent_color: null, spoiler: false },
};

/** Checked components as Discord stores and sends them: numbered, with defaults, `attachment://` resolved to the files. */
export function toApiComponents(
  components: readonly ComponentNode[],
  byName: ReadonlyMap<string, APIAttachment>,
  newId: () => string,
): ComponentNode[] {
  const copy = withoutNulls(components) as ComponentNode[];
  numberComponents(copy);
  for (const placed of walkComponents(copy)) {
    const { node } = placed;
    for (const { media } of mediaOf(placed)) Object.assign(media, { id: newId(), ...toMedia(media, byName) });
    for (const item of node.items ?? []) Object.assign(item, { description: null, spoiler: false, ...item });
    Object.assign(node, { ...defaults[node.type], ...node });
    // Of inputs in modals; a select in a message takes it, and forgets it.
    delete node.required;
    if (node.type === ComponentType.File) {
      const attachment = [...byName.values()].find(({ id }) => id === node.file?.['attachment_id']);
      Object.assign(node, { name: attachment?.filename ?? null, size: attachment?.size ?? null });
    }
  }
  return copy;
}

/** A picture or file as Discord shows it: an attachment's address and size, or the address as given. */
export function toMedia(media: MediaNode, byName: ReadonlyMap<string, APIAttachment>): MediaNode {
  const scheme = 'attachment://';
  const attachment = media.url.startsWith(scheme) ? byName.get(media.url.slice(scheme.length)) : undefined;
  if (!attachment) return { url: media.url, proxy_url: media.url };
  return {
    url: attachment.url,
    proxy_url: attachment.proxy_url,
    ...(attachment.content_type && { content_type: attachment.content_type }),
    ...(attachment.width && { width: attachment.width }),
    ...(attachment.height && { height: attachment.height }),
    attachment_id: attachment.id,
  };
}

/** A deep copy without the keys that are null. */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]) => (inner === null ? [] : [[key, withoutNulls(inner)]])),
  );
}

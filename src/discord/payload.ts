import { MessageFlags } from 'discord.js';
import type { MessageView } from '../view/message.ts';

/** A view as discord.js sends it, without pings. Removes the message's earlier files. */
export function toPayload({ components, files = [] }: MessageView) {
  return {
    components,
    files: files.map(({ name, data, description }) => ({
      name,
      attachment: Buffer.from(data),
      ...(description && { description }),
    })),
    attachments: [],
    flags: MessageFlags.IsComponentsV2,
    allowedMentions: { parse: [] },
  } as const;
}

/** A new public message, which has no earlier files. */
export function toPublicPayload(view: MessageView) {
  const { attachments: _, ...payload } = toPayload(view);
  return payload;
}

/** A new message that only one person sees. */
export function toPrivatePayload(view: MessageView) {
  return { ...toPublicPayload(view), flags: MessageFlags.Ephemeral | MessageFlags.IsComponentsV2 } as const;
}

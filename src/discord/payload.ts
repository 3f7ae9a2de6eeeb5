import { MessageFlags } from 'discord.js';
import type { MessageView } from '../view/message.ts';

/** A view as discord.js sends it: Components V2, mentions nobody. Files of an earlier state are dropped. */
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

/** The same as a new message, which has no earlier files. */
export function toPublicPayload(view: MessageView) {
  const { attachments: _, ...payload } = toPayload(view);
  return payload;
}

/** The same for one person's eyes. */
export function toPrivatePayload(view: MessageView) {
  return { ...toPublicPayload(view), flags: MessageFlags.Ephemeral | MessageFlags.IsComponentsV2 } as const;
}

import type { APIAttachment, APIEmbed, APIMessage, APIUser } from 'discord-api-types/v10';
import { toApiComponents, toMedia } from './apiComponents.ts';
import type { FileStore, IncomingFile } from './files.ts';
import { findMentions } from './mentions.ts';
import { problems } from './problem.ts';
import { toTimestamp } from './snowflake.ts';
import { type ComponentNode, walkComponents } from './validation/components.ts';
import { embedPictures } from './validation/embedRules.ts';
import { isComponentsV2, type MessageBody } from './validation/messageRules.ts';
import type { Account, Channel, World } from './world.ts';

/** What composing needs. */
export interface Workshop {
  world: World;
  files: FileStore;
}

/**
 * The fields of a message after a checked body was applied to it (or to nothing): files stored, `attachment://` resolved, components
 * numbered, mentions found. Flags are left to the caller.
 *
 * @throws DiscordProblem 50006 when nothing, or only white space, would be left to show
 */
export function composeMessage(
  { world, files }: Workshop,
  author: Account,
  channel: Channel,
  body: MessageBody,
  uploads: ReadonlyMap<string, IncomingFile>,
  current?: APIMessage,
  repliedTo?: APIUser,
): Partial<APIMessage> {
  const listed = new Map((body.attachments ?? []).map((one) => [one.id, one]));
  const kept = (current?.attachments ?? []).filter(({ id }) => !body.attachments || listed.has(id));
  const added = [...uploads].map(([key, file]) => {
    const { filename, description } = listed.get(key) ?? {};
    return files.put(channel.id, { ...file, filename: filename ?? file.filename, description: description ?? null });
  });
  const attachments = [...kept, ...added];
  const byName = new Map(
    attachments
      .flatMap((one) => [[one.filename, one] as const])
      .concat(
        [...uploads].flatMap(([, file], index) => (added[index] ? [[file.filename, added[index]] as const] : [])),
      ),
  );
  const content = body.content === undefined ? (current?.content ?? '') : (body.content ?? '');
  const embeds =
    body.embeds === undefined ? (current?.embeds ?? []) : (body.embeds ?? []).map((one) => toEmbed(one, byName));
  const components =
    body.components === undefined
      ? ((current?.components ?? []) as ComponentNode[])
      : toApiComponents(body.components ?? [], byName, world.newId);
  const used = new Set(embeds.flatMap((one) => embedPictures(one, []).map(({ url }) => url)));
  const shown = attachments.filter(({ url }) => !used.has(url));
  const isEmpty = isComponentsV2(body, { flags: current?.flags ?? 0 })
    ? components.length === 0
    : !content.trim() && embeds.length === 0 && attachments.length === 0 && components.length === 0;
  if (isEmpty) throw problems.emptyMessage();
  const text = [content, ...[...walkComponents(components)].map(({ node }) => node.content ?? '')].join('\n');
  return {
    content,
    embeds,
    attachments: shown,
    components: components as NonNullable<APIMessage['components']>,
    ...findMentions(text, body.allowed_mentions, world, author, repliedTo),
  };
}

/** An embed as Discord sends it: its pictures' addresses resolved, its time in UTC. */
function toEmbed(embed: APIEmbed, byName: ReadonlyMap<string, APIAttachment>): APIEmbed {
  const picture = (one: { url: string } | undefined | null) => {
    if (!one) return undefined;
    // Of a component's picture only: an embed's has no such field.
    const { attachment_id: _id, ...media } = toMedia({ url: one.url }, byName);
    return media;
  };
  const image = picture(embed.image);
  const thumbnail = picture(embed.thumbnail);
  const fields = embed.fields?.map((field) => ({ ...field, inline: field.inline ?? false }));
  return {
    ...embed,
    type: 'rich',
    ...(embed.timestamp && { timestamp: toTimestamp(Date.parse(embed.timestamp)) }),
    ...(fields && { fields }),
    ...(image && { image }),
    ...(thumbnail && { thumbnail }),
    ...(embed.author && { author: withIcon(embed.author, byName) }),
    ...(embed.footer && { footer: withIcon(embed.footer, byName) }),
  } as APIEmbed;
}

function withIcon<Part extends { icon_url?: string }>(part: Part, byName: ReadonlyMap<string, APIAttachment>): Part {
  if (!part.icon_url) return part;
  const { url, proxy_url } = toMedia({ url: part.icon_url }, byName);
  return { ...part, icon_url: url, proxy_icon_url: proxy_url };
}

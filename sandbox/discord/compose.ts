import { type APIAttachment, type APIEmbed, type APIMessage, type APIUser, EmbedType } from 'discord-api-types/v10';
import { toApiComponents } from './apiComponents.ts';
import type { FileStore, IncomingFile } from './files.ts';
import { findMentions } from './mentions.ts';
import { problems } from './problem.ts';
import { toTimestamp } from './snowflake.ts';
import { type ComponentNode, walkComponents } from './validation/components.ts';
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
  const byName = new Map(kept.map((one) => [one.filename, one]));
  const added = [...uploads].map(([key, file]) => {
    const { filename, description } = listed.get(key) ?? {};
    const named = { ...file, filename: filename ?? file.filename, description: description ?? null };
    const attachment = files.put(channel.id, named);
    // The store cleans names; the bot still uses its own.
    for (const name of [file.filename, attachment.filename]) byName.set(name, attachment);
    return attachment;
  });
  const attachments = [...kept, ...added];
  const content = (body.content === undefined ? current?.content : body.content) ?? '';
  const embeds = body.embeds === undefined ? (current?.embeds ?? []) : toEmbeds(body.embeds ?? [], byName);
  const components =
    body.components === undefined
      ? ((current?.components ?? []) as ComponentNode[])
      : toApiComponents(body.components ?? [], byName, world.newId);
  const isEmpty = isComponentsV2(body, { flags: current?.flags ?? 0 })
    ? components.length === 0
    : !content.trim() && embeds.length === 0 && attachments.length === 0 && components.length === 0;
  if (isEmpty) throw problems.emptyMessage();
  const text = [content, ...[...walkComponents(components)].map(({ node }) => node.content ?? '')].join('\n');
  const inEmbeds = JSON.stringify(embeds);
  return {
    content,
    embeds,
    attachments: attachments.filter(({ url }) => !inEmbeds.includes(url)),
    components: components as NonNullable<APIMessage['components']>,
    ...findMentions(text, body.allowed_mentions, world, author, repliedTo),
  };
}

/** Embeds as Discord sends them: their pictures' addresses resolved, their times in UTC. */
function toEmbeds(embeds: readonly APIEmbed[], byName: ReadonlyMap<string, APIAttachment>): APIEmbed[] {
  const resolved: APIEmbed[] = JSON.parse(JSON.stringify(embeds), (_key, value: unknown) => {
    const name = typeof value === 'string' ? /^attachment:\/\/(.*)/.exec(value)?.[1] : undefined;
    return (name && byName.get(name)?.url) ?? value;
  });
  return resolved.map((embed) => ({
    ...embed,
    type: EmbedType.Rich,
    ...(embed.timestamp && { timestamp: toTimestamp(Date.parse(embed.timestamp)) }),
    ...(embed.fields && { fields: embed.fields.map((field) => ({ inline: false, ...field })) }),
  }));
}

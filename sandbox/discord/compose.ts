import type { APIAttachment, APIMessage } from 'discord-api-types/v10';
import { toApiComponents } from './apiComponents.ts';
import type { FileStore, Uploads } from './files.ts';
import { findMentions } from './mentions.ts';
import { problems } from './problem.ts';
import { type ComponentNode, walkComponents } from './validation/components.ts';
import { isComponentsV2, type MessageBody } from './validation/messageRules.ts';
import type { Account, Channel, World } from './world.ts';

export type ComposeContext = { world: World; files: FileStore };

/**
 * The fields, without flags, of a new or edited message, from a checked body.
 *
 * @throws DiscordProblem 50006 if only white space, or nothing, would be left to show
 */
export function composeMessage(
  { world, files }: ComposeContext,
  author: Account,
  channel: Channel,
  body: MessageBody,
  uploads: Uploads,
  current?: APIMessage,
): Partial<APIMessage> {
  const listed = new Map((body.attachments ?? []).map((one) => [one.id, one]));
  const kept = (current?.attachments ?? []).filter(({ id }) => !body.attachments || listed.has(id));
  const byName = new Map<string, APIAttachment>(kept.map((one) => [one.filename, one]));
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
  const components =
    body.components === undefined
      ? ((current?.components ?? []) as ComponentNode[])
      : toApiComponents(body.components ?? [], byName, world.newId);
  const isShown = isComponentsV2(body, { flags: current?.flags ?? 0 })
    ? components.length > 0
    : content.trim() || attachments.length > 0 || components.length > 0;
  if (!isShown) throw problems.emptyMessage();
  const text = [content, ...[...walkComponents(components)].map(({ node }) => node.content ?? '')].join('\n');
  return {
    content,
    attachments,
    components: components as NonNullable<APIMessage['components']>,
    ...findMentions(text, body.allowed_mentions, world, author),
  };
}

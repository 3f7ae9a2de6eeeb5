import {
  IncomingWebhookInteractionRequestSchema,
  IncomingWebhookRequestPartialSchema,
  IncomingWebhookUpdateForInteractionCallbackRequestPartialSchema,
  IncomingWebhookUpdateRequestPartialSchema,
  MessageCreateRequestSchema,
  MessageEditRequestPartialSchema,
} from 'discord-api-spec/zod';
import { type APIEmbed, MessageFlags } from 'discord-api-types/v10';
import { extend, maxLength, nullish, omit, pick, string } from 'zod/mini';
import type { $ZodType } from 'zod/v4/core';
import { sizeLimits } from '../limits.ts';
import type { Issue } from '../problem.ts';
import { componentIssues, legacyLayoutIssues, totalIssues } from './componentRules.ts';
import { type ComponentNode, mediaOf, walkComponents } from './components.ts';
import { embedIssues, embedPictures } from './embedRules.ts';
import { check, type Rule, repeated, tooLong } from './schema.ts';

/** A message body of a bot, after its shape was checked. */
export interface MessageBody {
  content?: string | null;
  embeds?: APIEmbed[] | null;
  components?: ComponentNode[] | null;
  flags?: number | null;
  allowed_mentions?: AllowedMentions | null;
  attachments?:
    | { id: string; filename?: string | null; description?: string | null; is_spoiler?: boolean | null }[]
    | null;
  message_reference?: { message_id: string; channel_id?: string; fail_if_not_exists?: boolean | null } | null;
  nonce?: string | number | null;
  enforce_nonce?: boolean | null;
  poll?: unknown;
  sticker_ids?: string[] | null;
  tts?: boolean | null;
}

/** Who may be pinged (documentation, "Message", allowed mentions object). */
export interface AllowedMentions {
  parse?: ('users' | 'roles' | 'everyone')[] | null;
  users?: string[] | null;
  roles?: string[] | null;
  replied_user?: boolean | null;
}

/** Where a message body arrives: each place has its schema and its permitted flags. */
export type MessagePlace = keyof typeof places;

const { Ephemeral, IsComponentsV2, SuppressEmbeds, SuppressNotifications } = MessageFlags;

/** Message Resource, "Create Message": up to 2000 characters. The published schema lets a channel's message have 4000. */
const shortContent = { content: nullish(string().check(maxLength(sizeLimits.content))) };

/** What libraries send with every message, also where it means nothing: Discord ignores it there. */
const everywhere = pick(MessageCreateRequestSchema, { tts: true, nonce: true, enforce_nonce: true }).shape;

/** Receiving and Responding, "Create Followup Message": parameters of a webhook that are not supported here; a thread is one of forums. */
const followUp = omit(IncomingWebhookRequestPartialSchema, {
  avatar_url: true,
  username: true,
  thread_name: true,
  applied_tags: true,
});

const places = {
  /** POST /channels/{id}/messages */
  channelCreate: {
    schema: extend(MessageCreateRequestSchema, shortContent),
    flags: SuppressEmbeds | SuppressNotifications | IsComponentsV2,
  },
  /** PATCH /channels/{id}/messages/{id} */
  channelEdit: {
    schema: extend(MessageEditRequestPartialSchema, { ...everywhere, ...shortContent }),
    flags: SuppressEmbeds | IsComponentsV2,
  },
  /** Callback 4 */
  answer: {
    schema: extend(IncomingWebhookInteractionRequestSchema, everywhere),
    flags: Ephemeral | SuppressEmbeds | SuppressNotifications | IsComponentsV2,
  },
  /** Callback 7 */
  update: {
    schema: extend(IncomingWebhookUpdateForInteractionCallbackRequestPartialSchema, everywhere),
    flags: SuppressEmbeds | IsComponentsV2,
  },
  /** POST /webhooks/{app}/{token} */
  followUp: {
    schema: extend(followUp, everywhere),
    flags: Ephemeral | SuppressEmbeds | SuppressNotifications | IsComponentsV2,
  },
  /** PATCH /webhooks/{app}/{token}/messages/{id} */
  webhookEdit: {
    schema: extend(IncomingWebhookUpdateRequestPartialSchema, everywhere),
    flags: SuppressEmbeds | IsComponentsV2,
  },
} satisfies Record<string, { schema: $ZodType; flags: number }>;

/** What the rules must know besides the body: the message as it is (for an edit), and the files at hand. */
export interface MessageSurroundings {
  current?: {
    flags: number;
    content: string;
    embeds: number;
    attachments: readonly { id: string; filename: string }[];
  };
  /** Uploaded with this request, by their number in `files[n]`. */
  files: ReadonlyMap<string, { filename: string }>;
}

/**
 * Checks a message body for its place.
 *
 * @throws DiscordProblem 50035 with the path of every fault.
 */
export function checkMessage(place: MessagePlace, body: unknown, around: MessageSurroundings): MessageBody {
  const rules: Rule<MessageBody>[] = [
    (message) => flagIssues(message, places[place].flags, around),
    (message) => layoutIssues(message, around),
    ({ embeds }) => embedIssues(embeds ?? []),
    mentionIssues,
    (message) => attachmentIssues(message, around),
  ];
  return check<MessageBody>(places[place].schema, withTextIds(body), rules);
}

/** Whether the message, once this body is applied, is one of Components V2. */
export function isComponentsV2(body: MessageBody, current?: { flags: number }): boolean {
  return (((body.flags ?? 0) | (current?.flags ?? 0)) & IsComponentsV2) !== 0;
}

/** Attachment ids may come as numbers (the place in `files[n]`); the published schema knows only strings. */
function withTextIds(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || !('attachments' in body) || !Array.isArray(body.attachments))
    return body;
  const attachments = body.attachments.map((one: unknown) =>
    typeof one === 'object' && one !== null && 'id' in one && Number.isInteger(one.id)
      ? { ...one, id: String(one.id) }
      : one,
  );
  return { ...body, attachments };
}

/**
 * Discord developer documentation, Receiving and Responding, "Messages" (the flags of a callback) and Message Resource, "Create Message" and "Edit
 * Message"; that Components V2 cannot be taken away: Component Reference, introduction.
 */
function* flagIssues({ flags }: MessageBody, allowed: number, { current }: MessageSurroundings): Generator<Issue> {
  if (flags === undefined || flags === null) return;
  // A number of 53 bits: JavaScript's own operators would not see the upper ones.
  if ((BigInt(flags) & ~BigInt(allowed)) !== 0n)
    yield { path: ['flags'], code: 'MESSAGE_FLAGS_NOT_ALLOWED', message: `Only the flags ${allowed} can be set here` };
  if (current && (current.flags & IsComponentsV2) !== 0 && (flags & IsComponentsV2) === 0)
    yield {
      path: ['flags'],
      code: 'MESSAGE_CANNOT_REMOVE_COMPONENTS_V2_FLAG',
      message: 'The IS_COMPONENTS_V2 flag cannot be removed from a message',
    };
}

/** Component Reference, introduction: with Components V2 there is no content, embed, poll or sticker; an edit must clear what is there. */
function* layoutIssues(body: MessageBody, { current }: MessageSurroundings): Generator<Issue> {
  const components = body.components ?? [];
  yield* componentIssues(components);
  if (!isComponentsV2(body, current)) {
    yield* legacyLayoutIssues(components);
    return;
  }
  yield* totalIssues(components);
  const left = {
    content: body.content === undefined ? current?.content : body.content,
    embeds: body.embeds === undefined ? current?.embeds : body.embeds?.length,
    poll: body.poll,
    sticker_ids: body.sticker_ids?.length,
  };
  for (const [field, value] of Object.entries(left))
    if (value)
      yield {
        path: [field],
        code: 'MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2',
        message: `The '${field}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2`,
      };
}

/** Message Resource, "Allowed Mentions Object": a kind is either parsed or listed. The lists are sets; that they may not repeat is not written. */
function* mentionIssues({ allowed_mentions: allowed }: MessageBody): Generator<Issue> {
  for (const kind of ['users', 'roles'] as const)
    if (allowed?.parse?.includes(kind) && (allowed[kind]?.length ?? 0) > 0)
      yield {
        path: ['allowed_mentions'],
        code: 'MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE',
        message: `parse:["${kind}"] and ${kind}: [ids...] are mutually exclusive.`,
      };
  for (const list of ['parse', 'users', 'roles'] as const) yield* repeated(allowed?.[list], ['allowed_mentions', list]);
}

/** API Reference, "Uploading Files": what is listed or referred to was sent; at most ten attachments a message, kept and new. */
function* attachmentIssues(body: MessageBody, { files, current }: MessageSurroundings): Generator<Issue> {
  const listed = body.attachments ?? [];
  const before = current?.attachments ?? [];
  const kept = before.filter(({ id }) => !body.attachments || listed.some((one) => one.id === id));
  if (Math.max(listed.length, kept.length + files.size) > sizeLimits.attachments)
    yield tooLong(['attachments'], sizeLimits.attachments);
  for (const [index, { id }] of listed.entries())
    if (!files.has(id) && !kept.some((one) => one.id === id))
      yield {
        path: ['attachments', index],
        code: 'ATTACHMENT_NOT_FOUND',
        message: `Attachment data with id ${id} not found`,
      };
  const names = new Set([...files.values(), ...kept].map(({ filename }) => filename));
  for (const one of listed) if (one.filename) names.add(one.filename);
  const media = [...walkComponents(body.components ?? [])].flatMap(mediaOf);
  const pictures = (body.embeds ?? []).flatMap((embed, index) => embedPictures(embed, ['embeds', index]));
  const shown = [...media.map(({ media: { url }, path }) => ({ url, path: [...path, 'url'] })), ...pictures];
  for (const { url, path } of shown)
    if (url.startsWith('attachment://') && !names.has(url.slice('attachment://'.length)))
      yield {
        path,
        code: 'UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND',
        message: `The referenced attachment was not found. Attachment: ${url.slice('attachment://'.length)}`,
      };
}

import * as spec from 'discord-api-spec/zod';
import { type APIAllowedMentions, MessageFlags, type RESTPostAPIChannelMessageJSONBody } from 'discord-api-types/v10';
import * as z from 'zod/mini';
import { sizeLimits } from '../limits.ts';
import type { Issue } from '../problem.ts';
import { componentIssues, legacyLayoutIssues, totalIssues } from './componentRules.ts';
import { type ComponentNode, mediaOf, walkComponents } from './components.ts';
import { embedIssues, embedPictures } from './embedRules.ts';
import { brokenRules, check, type FieldRule, repeats } from './schema.ts';

type Nullable<Fields> = { [Key in keyof Fields]?: Fields[Key] | null };

/** A message body of a bot, after its shape was checked. */
export interface MessageBody
  extends Nullable<
    Omit<RESTPostAPIChannelMessageJSONBody, 'components' | 'allowed_mentions' | 'attachments' | 'flags'>
  > {
  flags?: number | null;
  components?: ComponentNode[] | null;
  allowed_mentions?: AllowedMentions | null;
  attachments?: { id: string; filename?: string | null; description?: string | null }[] | null;
}

/** Who may be pinged. */
export type AllowedMentions = Nullable<
  Omit<APIAllowedMentions, 'parse'> & { parse: ('users' | 'roles' | 'everyone')[] }
>;

/** What the rules need besides the body: the message as it is (for an edit), and the files at hand. */
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

/** "Create Message": up to 2,000 characters. The published schema allows a channel's message 4,000. */
const shortContent = { content: z.nullish(z.string().check(z.maxLength(sizeLimits.content))) };

/** What libraries send with every message, also where it means nothing and Discord ignores it. */
const everywhere = z.pick(spec.MessageCreateRequestSchema, { tts: true, nonce: true, enforce_nonce: true }).shape;

/** "Create Followup Message": what only other webhooks have isn't supported; a thread is one of forums. */
const otherWebhooks = { avatar_url: true, username: true, thread_name: true, applied_tags: true } as const;
const followUp = z.omit(spec.IncomingWebhookRequestPartialSchema, otherWebhooks);

/** The flags that may be set: "Edit Message", "Create Message", and for answers "Interaction Callback Data Structure". */
const { Ephemeral, IsComponentsV2 } = MessageFlags;
const onEdit = IsComponentsV2 | MessageFlags.SuppressEmbeds;
const onMessage = onEdit | MessageFlags.SuppressNotifications;
const onAnswer = onMessage | Ephemeral;

/** Where a message body arrives: POST and PATCH in a channel, callbacks 4 and 7, POST and PATCH at an interaction's webhook. */
const places = {
  channelCreate: [z.extend(spec.MessageCreateRequestSchema, shortContent), onMessage],
  channelEdit: [z.extend(spec.MessageEditRequestPartialSchema, { ...everywhere, ...shortContent }), onEdit],
  answer: [z.extend(spec.IncomingWebhookInteractionRequestSchema, everywhere), onAnswer],
  update: [z.extend(spec.IncomingWebhookUpdateForInteractionCallbackRequestPartialSchema, everywhere), onEdit],
  followUp: [z.extend(followUp, everywhere), onAnswer],
  webhookEdit: [z.extend(spec.IncomingWebhookUpdateRequestPartialSchema, everywhere), onEdit],
} as const;

/** The name of a place. */
export type MessagePlace = keyof typeof places;

/** "Interaction Callback Type" 5 and 6: a deferred message may have flags, a deferred update has nothing. */
const deferrals = {
  message: z.pick(spec.IncomingWebhookInteractionRequestSchema, { flags: true }),
  update: z.object({}),
};

/** @throws DiscordProblem 50035 if the message isn't right for its place */
export function checkMessage(place: MessagePlace, body: unknown, around: MessageSurroundings): MessageBody {
  const [schema, flags] = places[place];
  return check<MessageBody>(schema, body, [
    (message) => brokenRules(messageRules(flags, around), message),
    ({ components }) => componentIssues(components ?? []),
    (message) => layoutIssues(message, around),
    ({ embeds }) => embedIssues(embeds ?? []),
    (message) => attachmentIssues(message, around),
  ]);
}

/** Checks the data of a deferral and returns its flags. @throws DiscordProblem 50035 */
export function checkDeferral(kind: keyof typeof deferrals, data: unknown): number {
  const { flags } = check<{ flags?: number | null }>(deferrals[kind], data, [
    (deferral) => brokenRules([['flags', (one) => one.flags && one.flags !== Ephemeral, 'Only EPHEMERAL']], deferral),
  ]);
  return flags ?? 0;
}

/** Whether the message, once this body is applied, is one of Components V2. */
export function isComponentsV2(body: MessageBody, current?: { flags: number }): boolean {
  return (((body.flags ?? 0) | (current?.flags ?? 0)) & IsComponentsV2) !== 0;
}

/** The rules for flags and mentions. */
function messageRules(allowed: number, { current }: MessageSurroundings): FieldRule<MessageBody>[] {
  const hasV2 = (flags: number) => (flags & IsComponentsV2) !== 0;
  const isBoth = (mentions: AllowedMentions | null | undefined, kind: 'users' | 'roles') =>
    mentions?.parse?.includes(kind) && mentions[kind]?.length;
  return [
    // A number of 53 bits, of which JavaScript's own operators see only 32.
    ['flags', ({ flags }) => BigInt(flags ?? 0) & ~BigInt(allowed), "One of these flags can't be set here"],
    // "Component Reference", introduction.
    ['flags', ({ flags }) => flags != null && !hasV2(flags) && hasV2(current?.flags ?? 0), "IS_COMPONENTS_V2 can't go"],
    // "Allowed Mentions Object". Not written there: the lists are sets.
    ['allowed_mentions', (body) => isBoth(body.allowed_mentions, 'users'), 'Users are either parsed or listed'],
    ['allowed_mentions', (body) => isBoth(body.allowed_mentions, 'roles'), 'Roles are either parsed or listed'],
    ...(['parse', 'users', 'roles'] as const).map(
      (list): FieldRule<MessageBody> => [
        `allowed_mentions.${list}`,
        (body) => repeats(body.allowed_mentions?.[list] ?? []).length > 0,
        'A set has each value once',
      ],
    ),
  ];
}

/** "Component Reference", introduction: with Components V2 there is no content, embed, poll or sticker; an edit clears them. */
function layoutIssues(body: MessageBody, { current }: MessageSurroundings): Iterable<Issue> {
  const components = body.components ?? [];
  if (!isComponentsV2(body, current)) return legacyLayoutIssues(components);
  const left = {
    content: body.content === undefined ? current?.content : body.content,
    embeds: body.embeds === undefined ? current?.embeds : body.embeds?.length,
    poll: body.poll,
    sticker_ids: body.sticker_ids?.length,
  };
  const legacy = Object.entries(left).filter(([, value]) => value);
  const message = 'Cannot be used with the flag IS_COMPONENTS_V2';
  return [...totalIssues(components), ...legacy.map(([field]) => ({ path: [field], message }))];
}

/** "Uploading Files": what is listed or referred to was sent; at most ten attachments a message, kept and new. */
function* attachmentIssues(body: MessageBody, { files, current }: MessageSurroundings): Generator<Issue> {
  const listed = body.attachments ?? [];
  const before = current?.attachments ?? [];
  const kept = before.filter(({ id }) => !body.attachments || listed.some((one) => one.id === id));
  if (Math.max(listed.length, kept.length + files.size) > sizeLimits.attachments)
    yield { path: ['attachments'], message: `At most ${sizeLimits.attachments} attachments` };
  for (const [index, { id }] of listed.entries())
    if (!files.has(id) && !kept.some((one) => one.id === id))
      yield { path: ['attachments', index], message: 'Unknown attachment' };
  const names = new Set([...files.values(), ...kept, ...listed].map(({ filename }) => filename));
  const shown = [
    ...[...walkComponents(body.components ?? [])].flatMap(mediaOf),
    ...(body.embeds ?? []).flatMap((embed, index) => embedPictures(embed, ['embeds', index])),
  ];
  for (const { url, path } of shown)
    if (url.startsWith('attachment://') && !names.has(url.slice('attachment://'.length)))
      yield { path, message: 'No attachment has this name' };
}

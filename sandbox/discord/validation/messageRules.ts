import * as spec from 'discord-api-spec/zod';
import { type APIAllowedMentions, MessageFlags } from 'discord-api-types/v10';
import * as z from 'zod/mini';
import { SIZE_LIMITS } from '../limits.ts';
import type { Issue } from '../problem.ts';
import { componentIssues, legacyLayoutIssues, totalIssues } from './componentRules.ts';
import { type ComponentNode, mediaOf, walkComponents } from './components.ts';
import { brokenRules, check, type FieldRule, repeats } from './schema.ts';

type Nullable<Fields> = { [Key in keyof Fields]?: Fields[Key] | null };

export type MessageBody = Nullable<{
  content: string;
  components: ComponentNode[];
  flags: number;
  allowed_mentions: AllowedMentions;
  attachments: { id: string; filename?: string | null; description?: string | null }[];
  tts: boolean;
  nonce: string | number;
  enforce_nonce: boolean;
}>;

export type AllowedMentions = Nullable<
  Omit<APIAllowedMentions, 'parse'> & { parse: ('users' | 'roles' | 'everyone')[] }
>;

export type MessageContext = {
  current?: { flags: number; content: string; attachments: readonly { id: string; filename: string }[] };
  /** Uploaded with this request, by their number in `files[n]`. */
  files: ReadonlyMap<string, { filename: string }>;
};

/** Discord also has embeds, polls, stickers and more, which the stand-in refuses. */
const FIELDS = { content: true, components: true, flags: true, allowed_mentions: true, attachments: true } as const;

/** Fields that libraries send with every message, even if Discord ignores them. */
const ALWAYS = z.pick(spec.MessageCreateRequestSchema, { tts: true, nonce: true, enforce_nonce: true }).shape;

/** "Create Message": up to 2,000 characters; the published schema allows a channel's 4,000. */
const CONTENT = { content: z.nullish(z.string().check(z.maxLength(SIZE_LIMITS.content))) };

const toBody = (schema: z.ZodMiniObject) => z.extend(z.pick(schema, FIELDS), { ...ALWAYS, ...CONTENT });

/** "Edit Message", "Create Message", "Interaction Callback Data Structure". */
const { Ephemeral, IsComponentsV2 } = MessageFlags;
const ON_EDIT = IsComponentsV2 | MessageFlags.SuppressEmbeds;
const ON_MESSAGE = ON_EDIT | MessageFlags.SuppressNotifications;
const ON_ANSWER = ON_MESSAGE | Ephemeral;

/** A channel's POST and PATCH, callbacks 4 and 7, POST and PATCH of an interaction's webhook. */
const PLACES = {
  channelCreate: [toBody(spec.MessageCreateRequestSchema), ON_MESSAGE],
  channelEdit: [toBody(spec.MessageEditRequestPartialSchema), ON_EDIT],
  answer: [toBody(spec.IncomingWebhookInteractionRequestSchema), ON_ANSWER],
  update: [toBody(spec.IncomingWebhookUpdateForInteractionCallbackRequestPartialSchema), ON_EDIT],
  followUp: [toBody(spec.IncomingWebhookRequestPartialSchema), ON_ANSWER],
  webhookEdit: [toBody(spec.IncomingWebhookUpdateRequestPartialSchema), ON_EDIT],
} as const;

export type MessagePlace = keyof typeof PLACES;

/** Callbacks 5 and 6: a deferred message may have flags, a deferred update nothing. */
const DEFERRALS = {
  message: z.pick(spec.IncomingWebhookInteractionRequestSchema, { flags: true }),
  update: z.object({}),
};

/** @throws DiscordProblem 50035 if the message isn't right for its place */
export function checkMessage(place: MessagePlace, body: unknown, around: MessageContext): MessageBody {
  const [schema, flags] = PLACES[place];
  return check<MessageBody>(schema, body, [
    (message) => brokenRules(messageRules(flags, around), message),
    ({ components }) => componentIssues(components ?? []),
    (message) => layoutIssues(message, around),
    (message) => attachmentIssues(message, around),
  ]);
}

/** Returns the flags of a deferral. @throws DiscordProblem 50035 */
export function checkDeferral(kind: keyof typeof DEFERRALS, data: unknown): number {
  const { flags } = check<{ flags?: number | null }>(DEFERRALS[kind], data, [
    (deferral) => brokenRules([['flags', (one) => one.flags && one.flags !== Ephemeral, 'Only EPHEMERAL']], deferral),
  ]);
  return flags ?? 0;
}

/** True if the message uses Components V2 after this edit. */
export function isComponentsV2(body: MessageBody, current?: { flags: number }): boolean {
  return (((body.flags ?? 0) | (current?.flags ?? 0)) & IsComponentsV2) !== 0;
}

function messageRules(allowed: number, { current }: MessageContext): FieldRule<MessageBody>[] {
  const hasV2 = (flags: number) => (flags & IsComponentsV2) !== 0;
  const isBoth = ({ allowed_mentions: mentions }: MessageBody, kind: 'users' | 'roles') =>
    mentions?.parse?.includes(kind) && mentions[kind]?.length;
  return [
    // A number of 53 bits, of which JavaScript's operators see only 32.
    ['flags', ({ flags }) => BigInt(flags ?? 0) & ~BigInt(allowed), "One of these flags can't be set here"],
    // "Component Reference", introduction.
    ['flags', ({ flags }) => flags != null && !hasV2(flags) && hasV2(current?.flags ?? 0), "IS_COMPONENTS_V2 can't go"],
    // "Allowed Mentions Object". No page says that the lists are sets.
    ['allowed_mentions', (body) => isBoth(body, 'users'), 'Users are either parsed or listed'],
    ['allowed_mentions', (body) => isBoth(body, 'roles'), 'Roles are either parsed or listed'],
    ...(['parse', 'users', 'roles'] as const).map(
      (list): FieldRule<MessageBody> => [
        `allowed_mentions.${list}`,
        (body) => repeats(body.allowed_mentions?.[list] ?? []).length > 0,
        'A set has each value once',
      ],
    ),
  ];
}

/** "Component Reference", introduction: Components V2 has no content; an edit must clear it. */
function layoutIssues(body: MessageBody, { current }: MessageContext): Iterable<Issue> {
  const components = body.components ?? [];
  if (!isComponentsV2(body, current)) return legacyLayoutIssues(components);
  const content = body.content === undefined ? current?.content : body.content;
  const message = 'Cannot be used with the flag IS_COMPONENTS_V2';
  return [...totalIssues(components), ...(content ? [{ path: ['content'], message }] : [])];
}

/** "Uploading Files": listed or shown files were sent; ten attachments at most. */
function* attachmentIssues(body: MessageBody, { files, current }: MessageContext): Generator<Issue> {
  const listed = body.attachments ?? [];
  const before = current?.attachments ?? [];
  const kept = before.filter(({ id }) => !body.attachments || listed.some((one) => one.id === id));
  if (Math.max(listed.length, kept.length + files.size) > SIZE_LIMITS.attachments)
    yield { path: ['attachments'], message: `At most ${SIZE_LIMITS.attachments} attachments` };
  for (const [index, { id }] of listed.entries())
    if (!files.has(id) && !kept.some((one) => one.id === id))
      yield { path: ['attachments', index], message: 'Unknown attachment' };
  const names = new Set([...files.values(), ...kept, ...listed].map(({ filename }) => filename));
  for (const { url, path } of [...walkComponents(body.components ?? [])].flatMap(mediaOf))
    if (url.startsWith('attachment://') && !names.has(url.slice('attachment://'.length)))
      yield { path, message: 'No attachment has this name' };
}

import {
  type APIApplicationCommandOptionChoice,
  type APIMessageInteractionMetadata,
  type ApplicationIntegrationType,
  InteractionResponseType,
  InteractionType,
  MessageType,
} from 'discord-api-types/v10';
import type { StoredMessage } from '../messages.ts';
import type { ModalBody } from '../validation/modalRules.ts';
import type { Account, Channel } from '../world.ts';
import type { RegisteredCommand } from './commands.ts';

/** What becomes of an interaction, as its sender hears it. */
export type Progress =
  /** Acknowledged; the answer comes later. */
  | { kind: 'thinking' }
  /** A message was made or changed in answer. */
  | { kind: 'message'; stored: StoredMessage; isFollowUp: boolean }
  | { kind: 'modal'; modal: ModalBody }
  | { kind: 'choices'; choices: APIApplicationCommandOptionChoice[] }
  /** Not acknowledged in time. */
  | { kind: 'missed' }
  /** The token's life is over. */
  | { kind: 'expired' };

/** What is needed to start an interaction. */
export interface InteractionSeed {
  type: InteractionType;
  user: Account;
  channel: Channel;
  /** For the eye: `/credits balance`, or the custom id. */
  name: string;
  /** What is written on what was used; see `InteractionEvent.label`. */
  label: string;
  command: RegisteredCommand | null;
  installations: readonly ApplicationIntegrationType[];
  /** With the user's installation: the id of who authorized it, where that is not the user; see {@link toOwners}. */
  authorizedBy?: string;
  /** The message whose component was used, also for a modal opened from it. */
  source: StoredMessage | null;
  /** The interaction that opened the modal. */
  trigger: InteractionRecord | null;
  target?: { userId?: string; messageId?: string };
  /** For autocomplete: the option's type. */
  focusedType?: number;
  onProgress: (progress: Progress) => void;
}

/** An interaction and how far it has come. */
export interface InteractionRecord extends InteractionSeed {
  id: string;
  token: string;
  startedAt: number;
  metadata: APIMessageInteractionMetadata;
  state: 'waiting' | 'acknowledged' | 'missed';
  acknowledgedBy: InteractionResponseType | null;
  /** What `@original` names. */
  original: StoredMessage | null;
  /** "thinking…" still stands: the first follow-up fills it instead of making a message. */
  isDeferred: boolean;
  followUps: StoredMessage[];
}

const { ApplicationCommand, ApplicationCommandAutocomplete, MessageComponent, ModalSubmit } = InteractionType;
const answers = [
  InteractionResponseType.ChannelMessageWithSource,
  InteractionResponseType.DeferredChannelMessageWithSource,
];
const updates = [InteractionResponseType.DeferredMessageUpdate, InteractionResponseType.UpdateMessage];

/** The callback types that fit an interaction (documentation, "Interaction Callback Type"). */
export function permittedCallbacks(record: InteractionSeed): InteractionResponseType[] {
  switch (record.type) {
    case ApplicationCommand:
      return [...answers, InteractionResponseType.Modal];
    case MessageComponent:
      return [...answers, ...updates, InteractionResponseType.Modal];
    case ModalSubmit:
      return record.source ? [...answers, ...updates] : answers;
    case ApplicationCommandAutocomplete:
      return [InteractionResponseType.ApplicationCommandAutocompleteResult];
    default:
      return [InteractionResponseType.Pong];
  }
}

/** The kind of message an answer is shown as. */
export function answerType({ type, target }: InteractionSeed): MessageType {
  if (type !== ApplicationCommand) return MessageType.Reply;
  return target ? MessageType.ContextMenuCommand : MessageType.ChatInputCommand;
}

/** The installations of an interaction with their owners, as the API words them: the server's id (0 in the bot's DM), and the id of the user who authorized it. */
export function toOwners(seed: InteractionSeed, guildId: string): Record<string, string> {
  return Object.fromEntries(
    seed.installations.map((kind) => [
      kind,
      kind === 0 ? (seed.channel.kind === 'text' ? guildId : '0') : (seed.authorizedBy ?? seed.user.user.id),
    ]),
  );
}

/** `interaction_metadata` of the messages of an interaction. */
export function toMetadata(
  seed: InteractionSeed,
  id: string,
  guildId: string,
  users: ReadonlyMap<string, Account>,
): APIMessageInteractionMetadata {
  const target = seed.target?.userId ? users.get(seed.target.userId) : undefined;
  return {
    id,
    type: seed.type,
    user: seed.user.user,
    authorizing_integration_owners: toOwners(seed, guildId),
    ...(target && { target_user: target.user }),
    ...(seed.target?.messageId && { target_message_id: seed.target.messageId }),
    ...(seed.type === MessageComponent && seed.source && { interacted_message_id: seed.source.message.id }),
    ...(seed.trigger && { triggering_interaction_metadata: seed.trigger.metadata }),
  } as APIMessageInteractionMetadata;
}

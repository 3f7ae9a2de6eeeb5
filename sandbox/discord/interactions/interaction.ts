import {
  type APIApplicationCommandOptionChoice,
  type APIMessageInteractionMetadata,
  ApplicationIntegrationType,
  InteractionResponseType as Callback,
  InteractionType,
  MessageType,
} from 'discord-api-types/v10';
import type { StoredMessage } from '../messages.ts';
import type { ModalBody } from '../validation/modalRules.ts';
import type { Account, Channel, World } from '../world.ts';

/** The stages of an interaction that its sender learns of. */
export type Progress =
  | { kind: 'thinking' }
  /** A message was created or changed in response. */
  | { kind: 'message'; stored: StoredMessage; isFollowUp: boolean }
  | { kind: 'modal'; modal: ModalBody }
  | { kind: 'choices'; choices: APIApplicationCommandOptionChoice[] }
  | { kind: 'missed' }
  | { kind: 'expired' };

export type InteractionSeed = {
  type: InteractionType;
  user: Account;
  channel: Channel;
  /** The command as typed, or the custom id. */
  name: string;
  /** The label of the component that was used; see `InteractionEvent.label`. */
  label: string;
  data: unknown;
  installations: readonly ApplicationIntegrationType[];
  /** The user who authorized the installation, if it's another one; see {@link toOwners}. */
  authorizedBy?: string;
  /** The message with the component that was used, also if that opened a modal. */
  source: StoredMessage | null;
  trigger: InteractionRecord | null;
  target?: { userId?: string; messageId?: string };
  onProgress: (progress: Progress) => void;
};

export type InteractionRecord = InteractionSeed & {
  id: string;
  token: string;
  startedAt: number;
  metadata: APIMessageInteractionMetadata;
  state: 'waiting' | 'acknowledged' | 'missed';
  acknowledgedBy: Callback | null;
  original: StoredMessage | null;
  /** "thinking…" is still shown: the first follow-up fills it instead of creating a message. */
  isDeferred: boolean;
  followUps: StoredMessage[];
};

const ANSWERS = [Callback.ChannelMessageWithSource, Callback.DeferredChannelMessageWithSource];
const UPDATES = [Callback.DeferredMessageUpdate, Callback.UpdateMessage];

/** The callback types that fit an interaction (documentation, "Interaction Callback Type"). */
export function permittedCallbacks({ type, source }: InteractionSeed): Callback[] {
  if (type === InteractionType.ApplicationCommandAutocomplete) return [Callback.ApplicationCommandAutocompleteResult];
  const modal = type === InteractionType.ModalSubmit ? [] : [Callback.Modal];
  return [...ANSWERS, ...(source ? UPDATES : []), ...modal];
}

export function responseType({ type, target }: InteractionSeed): MessageType {
  if (type !== InteractionType.ApplicationCommand) return MessageType.Reply;
  return target ? MessageType.ContextMenuCommand : MessageType.ChatInputCommand;
}

/** The owner of each installation: the server's id (0 in the bot's DM), or who authorized it. */
export function toOwners(seed: InteractionSeed, { guild }: World): Record<string, string> {
  const server = seed.channel.kind === 'text' ? guild.id : '0';
  const user = seed.authorizedBy ?? seed.user.user.id;
  return Object.fromEntries(
    seed.installations.map((kind) => [kind, kind === ApplicationIntegrationType.GuildInstall ? server : user]),
  );
}

/** `interaction_metadata` of the messages of an interaction. */
export function toMetadata(seed: InteractionSeed, id: string, world: World): APIMessageInteractionMetadata {
  const { type, source, trigger, target = {} } = seed;
  return {
    id,
    type,
    user: seed.user.user,
    authorizing_integration_owners: toOwners(seed, world),
    ...(target.userId && { target_user: world.account(target.userId).user }),
    ...(target.messageId && { target_message_id: target.messageId }),
    ...(type === InteractionType.MessageComponent && source && { interacted_message_id: source.message.id }),
    ...(trigger && { triggering_interaction_metadata: trigger.metadata }),
  } as APIMessageInteractionMetadata;
}

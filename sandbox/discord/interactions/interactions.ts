import { randomBytes } from 'node:crypto';
import {
  type APIInteraction,
  ApplicationIntegrationType,
  InteractionResponseType as Callback,
  MessageFlags,
  MessageType,
} from 'discord-api-types/v10';
import { type ComposeContext, composeMessage } from '../compose.ts';
import type { Uploads } from '../files.ts';
import { INTERACTION_LIMITS } from '../limits.ts';
import type { MessageBoard, StoredMessage } from '../messages.ts';
import { problems, within } from '../problem.ts';
import { checkChoices } from '../validation/choiceRules.ts';
import { numberComponents } from '../validation/components.ts';
import { checkDeferral, checkMessage, type MessagePlace } from '../validation/messageRules.ts';
import { checkModal } from '../validation/modalRules.ts';
import { editFields, responseFields, toCallback } from './body.ts';
import {
  type InteractionRecord,
  type InteractionSeed,
  type Progress,
  permittedCallbacks,
  responseType,
  toMetadata,
} from './interaction.ts';
import { toInteraction } from './payload.ts';

/** The life of interactions (documentation, "Receiving and Responding"). */
export class Interactions {
  readonly #context: ComposeContext;
  readonly #board: MessageBoard;
  readonly #dispatch: (payload: APIInteraction) => void;
  readonly #byToken = new Map<string, InteractionRecord>();

  constructor(context: ComposeContext, board: MessageBoard, dispatch: (payload: APIInteraction) => void) {
    this.#context = context;
    this.#board = board;
    this.#dispatch = dispatch;
  }

  /** Starts an interaction, and with it the three seconds. */
  start(seed: InteractionSeed): InteractionRecord {
    const { world } = this.#context;
    const id = world.newId();
    const token = Buffer.from(`interaction:${id}:${randomBytes(96).toString('base64url')}`).toString('base64url');
    const record: InteractionRecord = {
      ...seed,
      id,
      token,
      startedAt: world.clock.now(),
      metadata: toMetadata(seed, id, world),
      state: 'waiting',
      acknowledgedBy: null,
      original: null,
      isDeferred: false,
      followUps: [],
    };
    this.#byToken.set(token, record);
    world.clock.after(INTERACTION_LIMITS.acknowledgeMs, () => {
      if (record.state !== 'waiting') return;
      record.state = 'missed';
      record.onProgress({ kind: 'missed' });
    });
    world.clock.after(INTERACTION_LIMITS.tokenMs, () => record.onProgress({ kind: 'expired' }));
    this.#dispatch(toInteraction(world, record));
    return record;
  }

  /**
   * Takes the first response.
   *
   * @throws DiscordProblem 10062 unknown or too late, 40060 the second time, 50035
   */
  acknowledge(id: string, token: string, body: unknown, uploads: Uploads): InteractionRecord {
    const record = this.#byToken.get(token);
    if (record?.id !== id || record.state === 'missed' || this.#isOver(record)) throw problems.unknownInteraction();
    const { type, data } = toCallback(body);
    const permitted = permittedCallbacks(record);
    if (!permitted.includes(type))
      throw problems.invalidBody([{ path: ['type'], message: `Must be one of ${permitted}` }]);
    const perform = within('data', () => this.#prepare(record, type, data ?? {}, uploads));
    // A malformed body is reported before the interaction's state.
    if (record.state === 'acknowledged') throw problems.alreadyAcknowledged();
    record.state = 'acknowledged';
    record.acknowledgedBy = type;
    record.onProgress(perform());
    return record;
  }

  /**
   * The interaction behind a webhook address.
   *
   * @throws DiscordProblem 10015 unknown or not acknowledged, 50027 after 15 minutes
   */
  webhook(applicationId: string, token: string): InteractionRecord {
    const record = this.#byToken.get(token);
    if (!record || applicationId !== this.#context.world.bot.user.id) throw problems.unknownWebhook();
    if (this.#isOver(record)) throw problems.invalidWebhookToken();
    if (record.state !== 'acknowledged' || record.acknowledgedBy === Callback.ApplicationCommandAutocompleteResult)
      throw problems.unknownWebhook();
    return record;
  }

  /** @throws DiscordProblem 10008 */
  message(record: InteractionRecord, messageId: string): StoredMessage {
    const candidates = [record.original, record.source, ...record.followUps];
    const found =
      messageId === '@original' ? record.original : candidates.find((stored) => stored?.message.id === messageId);
    if (!found || !this.#board.has(found)) throw problems.unknownMessage();
    return found;
  }

  edit(record: InteractionRecord, messageId: string, body: unknown, uploads: Uploads): StoredMessage {
    const stored = this.message(record, messageId);
    this.#edit(stored, 'webhookEdit', body, uploads)();
    if (stored === record.original) record.isDeferred = false;
    record.onProgress({ kind: 'message', stored, isFollowUp: record.followUps.includes(stored) });
    return stored;
  }

  remove(record: InteractionRecord, messageId: string): void {
    this.#board.remove(this.message(record, messageId));
  }

  /**
   * Right after a deferral, a follow-up fills the "thinking…" message, which stays ephemeral or not
   * ("Create Followup Message").
   */
  followUp(record: InteractionRecord, body: unknown, uploads: Uploads): StoredMessage {
    const { original } = record;
    if (record.isDeferred && original && this.#board.has(original)) {
      const { flags } = checkMessage('followUp', body, { files: uploads });
      const edit = { ...(body as object), ...(flags && { flags: flags & ~MessageFlags.Ephemeral }) };
      return this.edit(record, '@original', edit, uploads);
    }
    if (record.acknowledgedBy === Callback.Modal) throw problems.unknownWebhook();
    const isInstalledHere = record.installations.includes(ApplicationIntegrationType.GuildInstall);
    if (!isInstalledHere && record.followUps.length >= INTERACTION_LIMITS.followUpsWithoutServer)
      throw problems.tooManyFollowUps();
    const stored = this.#create(record, 'followUp', body, uploads, MessageType.Reply, original)();
    record.followUps.push(stored);
    record.onProgress({ kind: 'message', stored, isFollowUp: true });
    return stored;
  }

  #isOver(record: InteractionRecord): boolean {
    return this.#context.world.clock.now() - record.startedAt >= INTERACTION_LIMITS.tokenMs;
  }

  /** Checks everything first: a refused callback acknowledges nothing. */
  #prepare(record: InteractionRecord, type: Callback, data: unknown, uploads: Uploads): () => Progress {
    const { source } = record;
    const answered = (stored: StoredMessage): Progress => {
      record.original = stored;
      return { kind: 'message', stored, isFollowUp: false };
    };
    switch (type) {
      case Callback.ChannelMessageWithSource: {
        const create = this.#create(record, 'answer', data, uploads, responseType(record), source);
        return () => answered(create());
      }
      case Callback.DeferredChannelMessageWithSource: {
        const { world } = this.#context;
        const onlyFor = checkDeferral('message', data) & MessageFlags.Ephemeral ? record.user.user.id : null;
        return () => {
          const fields = responseFields(world, record, responseType(record), source);
          const thinking = { ...fields, flags: MessageFlags.Loading };
          record.isDeferred = true;
          record.original = this.#board.post(world.bot, record.channel, thinking, onlyFor);
          return { kind: 'thinking' };
        };
      }
      case Callback.DeferredMessageUpdate:
        checkDeferral('update', data);
        return () => {
          record.original = source;
          return { kind: 'thinking' };
        };
      case Callback.UpdateMessage: {
        if (!source || !this.#board.has(source)) throw problems.unknownMessage();
        const edit = this.#edit(source, 'update', data, uploads);
        return () => answered(edit());
      }
      case Callback.Modal: {
        const modal = structuredClone(checkModal(data));
        numberComponents(modal.components);
        return () => ({ kind: 'modal', modal });
      }
      default: {
        const choices = checkChoices(data);
        return () => ({ kind: 'choices', choices });
      }
    }
  }

  #create(
    record: InteractionRecord,
    place: MessagePlace,
    body: unknown,
    uploads: Uploads,
    type: MessageType,
    repliesTo: StoredMessage | null,
  ): () => StoredMessage {
    const { world } = this.#context;
    const checked = checkMessage(place, body, { files: uploads });
    const flags = checked.flags ?? 0;
    const content = composeMessage(this.#context, world.bot, record.channel, checked, uploads);
    const onlyFor = flags & MessageFlags.Ephemeral ? record.user.user.id : null;
    return () => {
      const fields = { ...responseFields(world, record, type, repliesTo), ...content, flags };
      return this.#board.post(world.bot, record.channel, fields, onlyFor);
    };
  }

  #edit(stored: StoredMessage, place: MessagePlace, body: unknown, uploads: Uploads): () => StoredMessage {
    const fields = editFields(this.#context, stored, place, body, uploads);
    const wasLoading = ((stored.message.flags ?? 0) & MessageFlags.Loading) !== 0;
    return () => this.#board.edit(stored, fields, wasLoading);
  }
}

import {
  type AutocompleteInteraction,
  DiscordAPIError,
  type Interaction,
  type Message,
  type MessageComponentInteraction,
  MessageFlags,
  MessageFlagsBitField,
  type ModalSubmitInteraction,
} from 'discord.js';
import { parseCustomId } from '../../view/customId.ts';
import type { MessageView } from '../../view/message.ts';
import type { Responses, Visibility } from '../connection/responses.ts';
import { noteAcknowledged } from './observe.ts';

/** The raw message, if discord.js doesn't know the channel. */
type Source = ModalSubmitInteraction['message'];

/** True if others see the message of a component or a modal. */
function isPublic(message: Source): boolean {
  return message !== null && !new MessageFlagsBitField(message.flags).has(MessageFlags.Ephemeral);
}

/** True if the modal's message is this person's: others may open one from a public message. */
export function mayChange(userId: string, message: Source): boolean {
  if (message === null || !isPublic(message)) return message !== null;
  // All of its components have the same owner.
  const [, customId = ''] = /"custom_id":"([^"]+)"/.exec(JSON.stringify(message.components)) ?? [];
  return parseCustomId(customId)?.owner === userId;
}

/** The address of a public message. A client may name a component that the message doesn't have. */
export function toPublicUrl({ message, channelId, customId }: MessageComponentInteraction): string | undefined {
  const isShown = isPublic(message) && JSON.stringify(message.components).includes(`"custom_id":"${customId}"`);
  return isShown ? `https://discord.com/channels/@me/${channelId}/${message.id}` : undefined;
}

export type Answerable = Exclude<Interaction, AutocompleteInteraction> | MessageComponentInteraction;

const ALREADY_ACKNOWLEDGED = 40060;

/** Answers one interaction: by its first response, or by a deferral and edits. */
export class Reply {
  readonly #interaction: Answerable;
  readonly #visibility: Visibility;
  readonly #responses: Responses;
  /** The first response; false if another process sent it. */
  #first: Promise<boolean> | undefined;
  #note: Promise<string> | undefined;
  #edits: Promise<unknown> = Promise.resolve();
  /** Requests that Discord hasn't answered yet. */
  #pending = 0;
  /** True once the public placeholder was deleted for a private error. */
  #isDeleted = false;
  /** True if progress was shown, which the result replaces. */
  #hasProgress = false;

  constructor(interaction: Answerable, visibility: Visibility, responses: Responses) {
    this.#interaction = interaction;
    this.#responses = responses;
    // A modal that a command opened has no message to update.
    const hasMessage = interaction.isMessageComponent() || (interaction.isModalSubmit() && interaction.isFromMessage());
    this.#visibility = visibility === 'update' && !hasMessage ? 'private' : visibility;
  }

  get isPrivate(): boolean {
    const { message } = this.#interaction as { message?: Message | null };
    return this.#visibility === 'private' || (this.#visibility === 'update' && !isPublic(message ?? null));
  }

  get isPending(): boolean {
    return this.#pending > 0;
  }

  /** Defers the response, once. False if another process already has. */
  defer(): Promise<boolean> {
    return this.respond(() => this.#responses.defer(this.#interaction, this.#visibility));
  }

  async show(view: MessageView): Promise<void> {
    if (!(await this.#answerFirst(() => this.#responses.show(this.#interaction, this.#visibility, view))))
      await this.#edit(view);
    await this.#dropNote();
  }

  /** Shows an error privately. Returns its id unless it's the response itself. */
  async showError(view: MessageView): Promise<string | undefined> {
    const interaction = this.#interaction;
    let messageId: string | undefined;
    if (!(await this.#answerFirst(() => this.#responses.show(interaction, 'private', view)))) {
      // The first follow-up to a public placeholder would be public too.
      if (this.#visibility === 'public' && !this.#isDeleted)
        this.#isDeleted = await this.#responses.delete(interaction).then(
          () => true,
          () => false,
        );
      if (this.#isDeleted || this.#visibility === 'update') messageId = await this.followUp(view);
      else await this.#edit(view);
    }
    await this.#dropNote();
    return messageId;
  }

  /** Responds privately and changes no message; false if another process responded. */
  notify(view: MessageView): Promise<boolean> {
    return this.respond(() => this.#responses.show(this.#interaction, 'private', view));
  }

  followUp(view: MessageView): Promise<string> {
    return this.#responses.followUp(this.#interaction, view);
  }

  async showProgress(view: MessageView): Promise<void> {
    await this.defer();
    this.#hasProgress = true;
    await this.#edit(view);
  }

  /** Shows a temporary note. Returns its id if it's a separate message. */
  async showNote(view: MessageView): Promise<string | undefined> {
    if (this.#visibility !== 'update' || this.#hasProgress) return void (await this.showProgress(view));
    await this.defer();
    await this.#dropNote();
    this.#note = this.followUp(view);
    return await this.#note;
  }

  async #dropNote(): Promise<void> {
    const note = await this.#note?.catch(() => undefined);
    this.#note = undefined;
    if (note) await this.#responses.delete(this.#interaction, note).catch(() => {});
  }

  /** Edits in order, so that a slow earlier edit can't replace a later one. */
  #edit(view: MessageView): Promise<unknown> {
    const edit = (): Promise<unknown> => this.#noted(this.#responses.edit(this.#interaction, view));
    this.#edits = this.#edits.then(edit, edit);
    return this.#edits;
  }

  /** Sends the first response, once. False if Discord already has one: from another process, or
   * from this one after a lost answer. A refused response doesn't count. */
  respond(respond: () => Promise<unknown>): Promise<boolean> {
    this.#first ??= this.#noted(respond()).then(
      () => {
        noteAcknowledged();
        return true;
      },
      (error: unknown) => {
        this.#first = undefined;
        if (!(error instanceof DiscordAPIError) || error.code !== ALREADY_ACKNOWLEDGED) throw error;
        this.#first = Promise.resolve(false);
        return false;
      },
    );
    return this.#first;
  }

  #noted<T>(sending: Promise<T>): Promise<T> {
    this.#pending += 1;
    return sending.finally(() => {
      this.#pending -= 1;
    });
  }

  async #answerFirst(respond: () => Promise<unknown>): Promise<boolean> {
    // After a failed deferral, there may be time for another first response.
    const isAnswered = await this.#first?.then(
      () => true,
      () => false,
    );
    return !isAnswered && (await this.respond(respond));
  }
}

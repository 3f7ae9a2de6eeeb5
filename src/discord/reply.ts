import {
  type ChatInputCommandInteraction,
  DiscordAPIError,
  type MessageComponentInteraction,
  MessageFlags,
  type ModalSubmitInteraction,
  type UserContextMenuCommandInteraction,
} from 'discord.js';
import type { MessageView } from '../view/message.ts';
import { toPayload, toPrivatePayload, toPublicPayload } from './payload.ts';

/** The interactions that are answered with a message. */
export type Answerable =
  | ChatInputCommandInteraction
  | UserContextMenuCommandInteraction
  | MessageComponentInteraction
  | ModalSubmitInteraction;

/** Where a view goes: a message for the person alone, one for everyone, or into the component's message. */
export type Place = 'private' | 'public' | 'update';

/** Discord's code for an interaction that was acknowledged before. */
const ALREADY_ACKNOWLEDGED = 40060;

/** Answers one interaction: with its first response, or by a deferral and edits where that takes longer. */
export class Reply {
  readonly #interaction: Answerable;
  readonly #place: Place;
  readonly #render: (view: MessageView) => MessageView;
  /** The first response; false where another process had given one. */
  #first: Promise<boolean> | undefined;
  #note: { id: string } | undefined;
  /** Whether a view was shown that the final one replaces. */
  #hasProgress = false;

  /** `render` prepares every view that is shown. */
  constructor(interaction: Answerable, place: Place, render: (view: MessageView) => MessageView) {
    this.#interaction = interaction;
    this.#render = render;
    // A modal that a command opened has no message to update.
    const hasMessage = interaction.isMessageComponent() || (interaction.isModalSubmit() && interaction.isFromMessage());
    this.#place = place === 'update' && !hasMessage ? 'private' : place;
  }

  /** Says that the answer follows, once; false if another process had said so. */
  defer(): Promise<boolean> {
    const interaction = this.#interaction;
    return this.respond(async () => {
      if (this.#place === 'update' && 'deferUpdate' in interaction) await interaction.deferUpdate();
      else await interaction.deferReply(this.#place === 'public' ? {} : { flags: MessageFlags.Ephemeral });
    });
  }

  /** Shows the result. */
  async show(view: MessageView): Promise<void> {
    const interaction = this.#interaction;
    const isShown = await this.#answerFirst(async () => {
      if (this.#place === 'update' && 'update' in interaction) await interaction.update(toPayload(this.#render(view)));
      else
        await interaction.reply(
          this.#place === 'public' ? toPublicPayload(this.#render(view)) : toPrivatePayload(this.#render(view)),
        );
    });
    if (!isShown) await interaction.editReply(toPayload(this.#render(view)));
    await this.#dropNote();
  }

  /** Tells the person alone what went wrong; beside a component's message, whose buttons stay. */
  async showError(view: MessageView): Promise<void> {
    const interaction = this.#interaction;
    if (!(await this.#answerFirst(() => interaction.reply(toPrivatePayload(this.#render(view)))))) {
      // Beside a public placeholder the first message would be public too.
      const problem =
        this.#place === 'public' ? await interaction.deleteReply().catch((err: Error) => err) : this.#place;
      if (problem === undefined || problem === 'update') await this.followUp(view);
      else await interaction.editReply(toPayload(this.#render(view)));
    }
    await this.#dropNote();
  }

  /** Answers the person alone and leaves the rest as it is; false if another process had answered. */
  notify(view: MessageView): Promise<boolean> {
    return this.respond(() => this.#interaction.reply(toPrivatePayload(this.#render(view))));
  }

  /** Sends the person another private message. */
  async followUp(view: MessageView): Promise<{ id: string }> {
    return await this.#interaction.followUp(toPrivatePayload(this.#render(view)));
  }

  /** Shows how far it is. */
  async showProgress(view: MessageView): Promise<void> {
    await this.defer();
    this.#hasProgress = true;
    await this.#interaction.editReply(toPayload(this.#render(view)));
  }

  /** Says something meanwhile, without losing the message of a component that nothing has replaced yet. */
  async showNote(view: MessageView): Promise<void> {
    if (this.#place !== 'update' || this.#hasProgress) return await this.showProgress(view);
    await this.defer();
    this.#note = await this.followUp(view);
  }

  async #dropNote(): Promise<void> {
    const note = this.#note;
    this.#note = undefined;
    if (note) await this.#interaction.deleteReply(note.id).catch(() => {});
  }

  /**
   * Gives the first response, unless there is one: false if it came from another process, or from this one, whose request was applied
   * and its answer lost. One that Discord refused is none.
   */
  respond(respond: () => Promise<unknown>): Promise<boolean> {
    this.#first ??= respond().then(
      () => true,
      (error: unknown) => {
        this.#first = undefined;
        if (!(error instanceof DiscordAPIError) || error.code !== ALREADY_ACKNOWLEDGED) throw error;
        // discord.js lets nothing be answered that it did not see acknowledged.
        this.#interaction.deferred = true;
        this.#first = Promise.resolve(false);
        return false;
      },
    );
    return this.#first;
  }

  /** Whether this became the first response. */
  async #answerFirst(respond: () => Promise<unknown>): Promise<boolean> {
    if (!this.#first) return await this.respond(respond);
    await this.#first;
    return false;
  }
}

import {
  type ChatInputCommandInteraction,
  DiscordAPIError,
  type MessageComponentInteraction,
  MessageFlags,
  type ModalSubmitInteraction,
  type UserContextMenuCommandInteraction,
} from 'discord.js';
import type { MessageView } from '../view/message.ts';
import { noteAcknowledged } from './observe.ts';

/** Interactions that we answer with a message. */
export type Answerable =
  | ChatInputCommandInteraction
  | UserContextMenuCommandInteraction
  | MessageComponentInteraction
  | ModalSubmitInteraction;

/** Where a view goes: a private message, a public one, or the component's own message. */
export type Place = 'private' | 'public' | 'update';

/** Discord's code for an interaction that is already acknowledged. */
const ALREADY_ACKNOWLEDGED = 40060;

/** Answers one interaction: by its first response, or by a deferral and edits. */
export class Reply {
  readonly #interaction: Answerable;
  readonly #place: Place;
  readonly #render: (view: MessageView) => MessageView;
  /** The first response; false if another process sent it. */
  #first: Promise<boolean> | undefined;
  #note: Promise<{ id: string }> | undefined;
  #edits: Promise<unknown> = Promise.resolve();
  /** Whether progress was shown that the result replaces. */
  #hasProgress = false;

  /** `render` prepares every view before it's shown. */
  constructor(interaction: Answerable, place: Place, render: (view: MessageView) => MessageView) {
    this.#interaction = interaction;
    this.#render = render;
    // A modal that a command opened has no message to update.
    const hasMessage = interaction.isMessageComponent() || (interaction.isModalSubmit() && interaction.isFromMessage());
    this.#place = place === 'update' && !hasMessage ? 'private' : place;
  }

  /** Tells Discord once that the answer follows; false if another process did. */
  defer(): Promise<boolean> {
    const interaction = this.#interaction;
    return this.respond(async () => {
      if (this.#place === 'update' && 'deferUpdate' in interaction) await interaction.deferUpdate();
      else await interaction.deferReply(this.#place === 'public' ? {} : { flags: MessageFlags.Ephemeral });
    });
  }

  async show(view: MessageView): Promise<void> {
    const interaction = this.#interaction;
    const rendered = this.#render(view);
    const isShown = await this.#answerFirst(async () => {
      if (this.#place === 'update' && 'update' in interaction) await interaction.update(toPayload(rendered));
      else await interaction.reply(this.#place === 'public' ? toPublicPayload(rendered) : toPrivatePayload(rendered));
    });
    if (!isShown) await this.#edit(view);
    await this.#dropNote();
  }

  /** Shows an error to the person only. A component's message keeps its buttons. */
  async showError(view: MessageView): Promise<void> {
    const interaction = this.#interaction;
    if (!(await this.#answerFirst(() => interaction.reply(toPrivatePayload(this.#render(view)))))) {
      // The first follow-up to a public placeholder would be public too.
      const problem =
        this.#place === 'public' ? await interaction.deleteReply().catch((err: Error) => err) : this.#place;
      if (problem === undefined || problem === 'update') await this.followUp(view);
      else await this.#edit(view);
    }
    await this.#dropNote();
  }

  /** Answers in private and changes no message; false if another process answered. */
  notify(view: MessageView): Promise<boolean> {
    return this.respond(() => this.#interaction.reply(toPrivatePayload(this.#render(view))));
  }

  /** Sends the person another private message. */
  async followUp(view: MessageView): Promise<{ id: string }> {
    return await this.#interaction.followUp(toPrivatePayload(this.#render(view)));
  }

  async showProgress(view: MessageView): Promise<void> {
    await this.defer();
    this.#hasProgress = true;
    await this.#edit(view);
  }

  /** Shows a temporary note and keeps a component's message if progress hasn't replaced it. */
  async showNote(view: MessageView): Promise<void> {
    if (this.#place !== 'update' || this.#hasProgress) return await this.showProgress(view);
    await this.defer();
    await this.#dropNote();
    this.#note = this.followUp(view);
    await this.#note;
  }

  async #dropNote(): Promise<void> {
    const note = await this.#note?.catch(() => undefined);
    this.#note = undefined;
    if (note) await this.#interaction.deleteReply(note.id).catch(() => {});
  }

  /** One edit after the other: an earlier one that Discord took late must not replace a later one. */
  #edit(view: MessageView): Promise<unknown> {
    const edit = (): Promise<unknown> => this.#interaction.editReply(toPayload(this.#render(view)));
    this.#edits = this.#edits.then(edit, edit);
    return this.#edits;
  }

  /** Sends the first response unless there is one. False if Discord already has one: from another
   * process, or from this one if Discord's answer was lost. A refused response doesn't count. */
  respond(respond: () => Promise<unknown>): Promise<boolean> {
    this.#first ??= respond().then(
      () => {
        noteAcknowledged();
        return true;
      },
      (error: unknown) => {
        this.#first = undefined;
        if (!(error instanceof DiscordAPIError) || error.code !== ALREADY_ACKNOWLEDGED) throw error;
        // discord.js refuses to edit an answer that it didn't see acknowledged.
        this.#interaction.deferred = true;
        this.#first = Promise.resolve(false);
        return false;
      },
    );
    return this.#first;
  }

  /** Whether this was the first response. */
  async #answerFirst(respond: () => Promise<unknown>): Promise<boolean> {
    // A deferral that failed may leave time for another first response.
    const isAnswered = await this.#first?.then(
      () => true,
      () => false,
    );
    return !isAnswered && (await this.respond(respond));
  }
}

/** A view as discord.js sends it, without pings. Removes the message's earlier files. */
function toPayload({ components, files = [] }: MessageView) {
  return {
    components,
    files: files.map(({ name, data, description }) => ({
      name,
      attachment: Buffer.from(data),
      ...(description && { description }),
    })),
    attachments: [],
    flags: MessageFlags.IsComponentsV2,
    allowedMentions: { parse: [] },
  } as const;
}

/** A new public message, which has no earlier files. */
export function toPublicPayload(view: MessageView) {
  const { attachments: _, ...payload } = toPayload(view);
  return payload;
}

/** A new message that only one person sees. */
function toPrivatePayload(view: MessageView) {
  return { ...toPublicPayload(view), flags: MessageFlags.Ephemeral | MessageFlags.IsComponentsV2 } as const;
}

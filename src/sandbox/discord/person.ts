import {
  type APIApplicationCommandOptionChoice,
  type APIMessage,
  ApplicationCommandType,
  InteractionType,
  type Locale,
  MessageType,
} from 'discord-api-types/v10';
import type { Clock } from './clock.ts';
import type { CommandPath, RegisteredCommand } from './commands.ts';
import { findCommand, findCommandById, nameOf, toCommandData } from './commandUse.ts';
import { checkSelection, findComponent } from './componentInput.ts';
import type { IncomingFile } from './files.ts';
import type { InteractionRecord, InteractionSeed, Progress } from './interaction.ts';
import { InteractionHandle, type OpenModal } from './interactionHandle.ts';
import { toInteraction } from './interactionPayload.ts';
import { findMentions } from './mentions.ts';
import type { StoredMessage } from './messages.ts';
import { fillModal } from './modalInput.ts';
import { fillOptions, type OptionValue } from './optionInput.ts';
import type { ModalValue, PageEvent } from './pageProtocol.ts';
import { PersonProgress } from './personProgress.ts';
import { PersonView } from './personView.ts';
import { Refusal } from './refusal.ts';
import { createResolver } from './resolved.ts';
import type { Services } from './rest/route.ts';
import type { Account, Channel } from './world.ts';

/** Where something is done: a channel's name or id, or `dm` (with the bot). Default `general`. */
export interface Where {
  channel?: string;
}

type MessageRef = Pick<APIMessage, 'id' | 'channel_id'>;

/**
 * Somebody who uses the server by hand: the page's sockets and the tests go this same way. Everything Discord's client would not offer throws a
 * {@link Refusal} at once, and nothing reaches the bot.
 */
export class Person {
  readonly account: Account;
  readonly view: PersonView;
  readonly #services: Services;
  readonly #progress: PersonProgress;

  constructor(account: Account, services: Services, clock: Clock) {
    this.account = account;
    this.#services = services;
    this.view = new PersonView(account, services.world, services.board, clock);
    this.#progress = new PersonProgress(this.view);
    services.commands.subscribe(() => this.view.tell({ type: 'commandsChanged' }));
  }

  get id(): string {
    return this.account.user.id;
  }

  get username(): string {
    return this.account.user.username;
  }

  get displayName(): string {
    return this.account.user.global_name ?? this.username;
  }

  /** The commands offered in a channel. */
  commands(where: Where = {}): RegisteredCommand[] {
    return this.#services.commands.usable(this.account, this.#channel(where));
  }

  /** Runs a slash command by its full name, `'credits balance'`, with options by name. */
  run(command: string, options: Readonly<Record<string, OptionValue>> = {}, where: Where = {}): InteractionHandle {
    return this.#runPath(this.#path(command, where), options, this.#channel(where));
  }

  /** As {@link run}, by the command's id and the way through its subcommands. */
  runById(
    commandId: string,
    subcommand: readonly string[],
    options: Readonly<Record<string, OptionValue>>,
    where: Where,
  ): InteractionHandle {
    return this.#runPath(this.#pathById(commandId, subcommand, where), options, this.#channel(where));
  }

  /** Asks for choices of the option `focused`, whose text so far is among the options. @throws NoAnswer after 3 s */
  autocomplete(
    command: string | { id: string; subcommand: readonly string[] },
    options: Readonly<Record<string, OptionValue>>,
    focused: string,
    where: Where = {},
  ): Promise<APIApplicationCommandOptionChoice[]> {
    const channel = this.#channel(where);
    const path =
      typeof command === 'string' ? this.#path(command, where) : this.#pathById(command.id, command.subcommand, where);
    const option = path.options.find(({ name }) => name === focused);
    if (!option?.autocomplete) throw new Refusal('invalid_option', `"${focused}" has no autocomplete`, focused);
    const resolver = createResolver(this.#services.world, this.#services.files, this.id, channel);
    const filled = fillOptions(path, options, resolver, focused);
    const type = InteractionType.ApplicationCommandAutocomplete;
    const seed = { ...this.#commandSeed(path.command, channel, nameOf(path)), type, focusedType: option.type };
    return this.#start(seed, () => toCommandData(path.command, filled)).choices();
  }

  /** Uses a context-menu command (User or Message) by name or id on a user or a message. */
  runOn(command: string, targetId: string, where: Where = {}): InteractionHandle {
    const channel = this.#channel(where);
    const found = this.commands(where).find(
      ({ id, type, body }) => type !== ApplicationCommandType.ChatInput && (id === command || body.name === command),
    );
    if (!found) throw new Refusal('not_found', `There is no context-menu command "${command}" here`);
    const resolver = createResolver(this.#services.world, this.#services.files, this.id, channel);
    const isUser = found.type === ApplicationCommandType.User;
    const messages = isUser ? {} : { [targetId]: this.view.message(channel.id, targetId).message };
    if (isUser && !resolver.user(targetId)) throw new Refusal('not_found', 'That user is not here');
    const resolved = isUser ? resolver.resolved : { messages };
    const seed: InteractionSeed = {
      ...this.#commandSeed(found, channel, found.body.name),
      target: isUser ? { userId: targetId } : { messageId: targetId },
    };
    return this.#start(seed, () => toCommandData(found, { options: [], resolved }, targetId));
  }

  /** Uses a user context-menu command on somebody. */
  runOnUser(command: string, user: { id: string }, where: Where = {}): InteractionHandle {
    return this.runOn(command, user.id, where);
  }

  /** Presses a button by custom id or label, in the message as it is now. */
  press(message: MessageRef, customIdOrLabel: string): InteractionHandle {
    const stored = this.view.message(message.channel_id, message.id);
    const { type, id, custom_id } = findComponent(stored.message, customIdOrLabel, 'button');
    return this.#useComponent(stored, custom_id ?? '', () => ({ component_type: type, id, custom_id }));
  }

  /** Chooses in a select. */
  select(message: MessageRef, customId: string, values: readonly string[]): InteractionHandle {
    const stored = this.view.message(message.channel_id, message.id);
    const { type, id, custom_id, ...rest } = findComponent(stored.message, customId, 'select');
    const resolver = createResolver(this.#services.world, this.#services.files, this.id, stored.channel);
    checkSelection({ type, custom_id: custom_id ?? customId, ...rest }, values, resolver);
    const data = { component_type: type, id, custom_id, values, resolved: resolver.resolved };
    return this.#useComponent(stored, custom_id ?? customId, () => data);
  }

  /** Sends an open modal's fields, by custom id; what is left out keeps its default. */
  submit(modal: Pick<OpenModal, 'id'>, fields: Readonly<Record<string, ModalValue>>): InteractionHandle {
    const open = this.#progress.modal(modal.id);
    if (!open) throw new Refusal('not_found', 'The modal is not open');
    const { record } = open;
    const { data } = open.modal;
    const resolver = createResolver(this.#services.world, this.#services.files, this.id, record.channel);
    const components = fillModal(data.components, fields, resolver);
    this.#progress.closeModal(modal.id);
    const seed: InteractionSeed = {
      ...record,
      type: InteractionType.ModalSubmit,
      name: data.custom_id,
      trigger: record,
      onProgress: () => {},
    };
    delete seed.target;
    return this.#start(seed, () => ({ custom_id: data.custom_id, components, resolved: resolver.resolved }));
  }

  /** Closes a modal; the bot is not told. */
  closeModal(modalId: string): void {
    this.#progress.closeModal(modalId);
  }

  /** Writes a plain message. */
  send(content: string, options: Where & { replyToId?: string; uploadIds?: readonly string[] } = {}): APIMessage {
    const channel = this.#channel(options);
    const { world, board, files } = this.#services;
    if ([...content].length > 2_000) throw new Refusal('invalid_option', 'A message has at most 2000 characters');
    const attachments = (options.uploadIds ?? []).map((id) => {
      const file = files.get(id);
      if (!file) throw new Refusal('not_found', 'The upload is not there');
      return file.attachment;
    });
    if (!content.trim() && attachments.length === 0) throw new Refusal('invalid_option', 'The message is empty');
    const replied = options.replyToId ? this.view.message(channel.id, options.replyToId).message : null;
    const found = findMentions(content, undefined, world, this.account, replied?.author);
    const reply = replied && {
      type: MessageType.Reply,
      message_reference: { type: 0, message_id: replied.id, channel_id: channel.id },
      referenced_message: replied,
    };
    return board.post(this.account, channel, { content, attachments, ...found, ...reply }).message;
  }

  /** Puts a file where options, modals and messages can refer to it by the returned attachment's id. */
  upload(file: IncomingFile) {
    return this.#services.files.put(this.id, file);
  }

  /** The messages of a channel this person sees, oldest first. */
  messages(channel = 'general'): APIMessage[] {
    return this.view.messages(this.view.channel(channel));
  }

  /** The messages of the DM with the bot. */
  dm(): APIMessage[] {
    return this.messages('dm');
  }

  /** Chooses their Discord language: interactions carry it as `locale`, and their pages offer commands in it. */
  chooseLanguage(locale: Locale): void {
    this.account.locale = locale;
    this.view.tell({ type: 'locale', locale });
    this.view.tell({ type: 'commandsChanged' });
  }

  closeDms(): void {
    this.account.dmsOpen = false;
  }

  openDms(): void {
    this.account.dmsOpen = true;
  }

  /** The first message, there already or still to come or to be edited, in any channel, that this person sees and that fits. */
  waitForMessage(fits: (message: APIMessage) => boolean): Promise<APIMessage> {
    const there = this.view
      .channels()
      .flatMap(({ id }) => this.messages(id))
      .find(fits);
    if (there) return Promise.resolve(there);
    return new Promise((resolve) => {
      const stop = this.view.subscribe((event: PageEvent) => {
        if ((event.type !== 'messageCreate' && event.type !== 'messageUpdate') || !fits(event.message)) return;
        stop();
        resolve(event.message);
      });
    });
  }

  #channel({ channel = 'general' }: Where): Channel {
    return this.view.channel(channel);
  }

  #path(name: string, where: Where): CommandPath {
    return findCommand(this.commands(where), name);
  }

  #pathById(id: string, subcommand: readonly string[], where: Where): CommandPath {
    return findCommandById(this.commands(where), id, subcommand);
  }

  #runPath(path: CommandPath, options: Readonly<Record<string, OptionValue>>, channel: Channel): InteractionHandle {
    const resolver = createResolver(this.#services.world, this.#services.files, this.id, channel);
    const filled = fillOptions(path, options, resolver);
    return this.#start(this.#commandSeed(path.command, channel, nameOf(path)), () =>
      toCommandData(path.command, filled),
    );
  }

  #commandSeed(command: RegisteredCommand, channel: Channel, name: string): InteractionSeed {
    return {
      type: InteractionType.ApplicationCommand,
      user: this.account,
      channel,
      name,
      command,
      installations: this.#services.commands.installations(command, this.account, channel),
      source: null,
      trigger: null,
      onProgress: () => {},
    };
  }

  #useComponent(stored: StoredMessage, name: string, data: () => unknown): InteractionHandle {
    const { world } = this.#services;
    // A component acts for whoever its message was made for: the owners stand in the message's own metadata.
    const owners = stored.message.interaction_metadata?.authorizing_integration_owners;
    const installations = owners
      ? Object.keys(owners).map(Number)
      : [world.contextOf(stored.channel) === 'private' ? 1 : 0];
    const type = InteractionType.MessageComponent;
    const seed = {
      type,
      user: this.account,
      channel: stored.channel,
      name,
      command: null,
      installations,
      source: stored,
    };
    return this.#start({ ...seed, trigger: null, onProgress: () => {} }, data);
  }

  #start(seed: InteractionSeed, data: () => unknown): InteractionHandle {
    const { interactions, world } = this.#services;
    const handle = new InteractionHandle();
    let record: InteractionRecord | null = null;
    const onProgress = (progress: Progress): void => {
      const modal = progress.kind === 'modal' && record ? this.#progress.openModal(record, progress) : undefined;
      handle.tell(progress, modal);
      if (record) this.#progress.report(record, progress, modal);
    };
    record = interactions.start({ ...seed, onProgress }, (started) => {
      record = started;
      handle.begin(started);
      this.#progress.sent(started);
      return toInteraction(world, started, data());
    });
    return handle.begin(record);
  }
}

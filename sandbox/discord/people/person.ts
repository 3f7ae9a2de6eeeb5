import {
  type APIApplicationCommandOptionChoice,
  type APIMessage,
  type Locale,
  MessageType,
} from 'discord-api-types/v10';
import type { Clock } from '../clock.ts';
import type { IncomingFile } from '../files.ts';
import type { RegisteredCommand } from '../interactions/commands.ts';
import { findMentions } from '../mentions.ts';
import type { DmRefusalCode } from '../problem.ts';
import type { Services } from '../rest/route.ts';
import type { Account, Channel, DmRefusal } from '../world.ts';
import type { InteractionHandle, OpenModal } from './interactionHandle.ts';
import type { OptionValue } from './optionInput.ts';
import type { ModalValue, PageEvent } from './pageProtocol.ts';
import { type CommandRef, PersonCommands } from './personCommands.ts';
import { type MessageRef, PersonComponents } from './personComponents.ts';
import { PersonInteractions } from './personInteractions.ts';
import { PersonView } from './personView.ts';
import { Refusal } from './refusal.ts';

/** Where something is done: a channel's name or id, or `dm` (with the bot). Default `general`. */
export interface Where {
  channel?: string;
}

/**
 * Somebody who uses the server by hand: the page's sockets and the tests go this same way. Everything Discord's client would not offer throws a
 * {@link Refusal} at once, and nothing reaches the bot.
 */
export class Person {
  readonly account: Account;
  readonly view: PersonView;
  readonly #services: Services;
  readonly #interactions: PersonInteractions;
  readonly #commands: PersonCommands;
  readonly #components: PersonComponents;

  /** `tellEveryone`: for what happens to this person's interactions, which everyone's panel shows. */
  constructor(account: Account, services: Services, clock: Clock, tellEveryone: (event: PageEvent) => void) {
    this.account = account;
    this.#services = services;
    this.view = new PersonView(account, services.world, services.board, clock);
    this.#interactions = new PersonInteractions(account, this.view, services, tellEveryone);
    this.#commands = new PersonCommands(account, this.view, services, this.#interactions);
    this.#components = new PersonComponents(account, this.view, services, this.#interactions);
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
    return this.#commands.offered(this.#channel(where));
  }

  /** Runs a slash command by its full name, `'credits balance'`, with options by name. */
  run(command: string, options: Readonly<Record<string, OptionValue>> = {}, where: Where = {}): InteractionHandle {
    return this.#commands.run(command, options, this.#channel(where));
  }

  /** As {@link run}, by the command's id and the way through its subcommands. */
  runById(
    commandId: string,
    subcommand: readonly string[],
    options: Readonly<Record<string, OptionValue>>,
    where: Where,
  ): InteractionHandle {
    return this.#commands.run({ id: commandId, subcommand }, options, this.#channel(where));
  }

  /** Asks for choices of the option `focused`, whose text so far is among the options. @throws NoAnswer after 3 s */
  autocomplete(
    command: CommandRef,
    options: Readonly<Record<string, OptionValue>>,
    focused: string,
    where: Where = {},
  ): Promise<APIApplicationCommandOptionChoice[]> {
    return this.#commands.autocomplete(command, options, focused, this.#channel(where));
  }

  /** Uses a context-menu command (User or Message) by name or id on a user or a message. */
  runOn(command: string, targetId: string, where: Where = {}): InteractionHandle {
    return this.#commands.runOn(command, targetId, this.#channel(where));
  }

  /** Uses a user context-menu command on somebody. */
  runOnUser(command: string, user: { id: string }, where: Where = {}): InteractionHandle {
    return this.runOn(command, user.id, where);
  }

  /** Presses a button by custom id or label, in the message as it is now. */
  press(message: MessageRef, customIdOrLabel: string): InteractionHandle {
    return this.#components.press(message, customIdOrLabel);
  }

  /** Chooses in a select. */
  select(message: MessageRef, customId: string, values: readonly string[]): InteractionHandle {
    return this.#components.select(message, customId, values);
  }

  /** Sends an open modal's fields, by custom id; what is left out keeps its default. */
  submit(modal: Pick<OpenModal, 'id'>, fields: Readonly<Record<string, ModalValue>>): InteractionHandle {
    return this.#components.submit(modal, fields);
  }

  /** Closes a modal; the bot is not told. */
  closeModal(modalId: string): void {
    this.#interactions.closeModal(modalId);
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

  /** From now on the bot's direct messages are refused with this code: when it writes, or (`channel`) already when it opens the conversation. */
  refuseDirectMessages(code: DmRefusalCode, at: DmRefusal['at'] = 'message'): void {
    this.account.dmRefusal = { code, at };
  }

  /** As in Discord's privacy settings. */
  closeDms(): void {
    this.refuseDirectMessages(50007);
  }

  openDms(): void {
    this.account.dmRefusal = null;
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
}

// A person's view of Discord's client and their actions, from the page or from a test.
import {
  type APIApplicationCommandOptionChoice,
  type APIMessage,
  ApplicationCommandType,
  InteractionContextType,
  InteractionType,
  type Locale,
} from 'discord-api-types/v10';
import type { IncomingFile } from '../files.ts';
import type { RegisteredCommand } from '../interactions/commands.ts';
import { findMentions } from '../mentions.ts';
import type { StoredMessage } from '../messages.ts';
import type { DmRefusalCode } from '../problem.ts';
import type { Services } from '../rest/route.ts';
import type { ComponentNode } from '../validation/components.ts';
import type { Account, Channel, DmRefusal } from '../world.ts';
import { type CommandRef, type Filled, findCommand, findMenuCommand, toCommandData, toTyped } from './commandUse.ts';
import { checkSelection, findComponent, labelOf } from './componentInput.ts';
import type { InteractionHandle, OpenModal } from './interactionHandle.ts';
import { fillModal } from './modalInput.ts';
import { fillOptions, type OptionValues } from './optionInput.ts';
import type { ModalValue, PageEvent } from './pageProtocol.ts';
import { PersonInteractions, type PersonSeed } from './personInteractions.ts';
import { PersonView } from './personView.ts';
import { Refusal } from './refusal.ts';
import { createResolver, type Resolver } from './resolved.ts';

const MAX_MESSAGE_LENGTH = 2_000;

/** The channel of an action: a name or id, or `dm` (with the bot). Default `general`. */
export type Where = { channel?: string };

export type MessageRef = Pick<APIMessage, 'id' | 'channel_id'>;

/**
 * A person who uses the server, on the page or in a test. Actions that Discord's client wouldn't
 * offer throw a {@link Refusal} at once, and nothing reaches the bot.
 */
export class Person {
  readonly account: Account;
  readonly view: PersonView;
  readonly #services: Services;
  readonly #interactions: PersonInteractions;

  /** `notifyEveryone` gets this person's interactions. */
  constructor(account: Account, services: Services, notifyEveryone: (event: PageEvent) => void) {
    this.account = account;
    this.#services = services;
    this.view = new PersonView(account, services);
    this.#interactions = new PersonInteractions({
      account,
      view: this.view,
      interactions: services.interactions,
      notifyEveryone,
    });
    services.commands.subscribe(() => this.view.notify({ type: 'commandsChanged' }));
  }

  get id(): string {
    return this.account.user.id;
  }

  get username(): string {
    return this.account.user.username;
  }

  commands(where: Where = {}): RegisteredCommand[] {
    return this.#services.commands.usable(this.account, this.#channel(where));
  }

  run(command: CommandRef, options: OptionValues = {}, where: Where = {}): InteractionHandle {
    return this.#useSlashCommand(command, options, where);
  }

  /** The options include the text so far. @throws NoAnswer after 3 s */
  autocomplete(
    command: CommandRef,
    options: OptionValues,
    focused: string,
    where: Where = {},
  ): Promise<APIApplicationCommandOptionChoice[]> {
    return this.#useSlashCommand(command, options, where, focused).choices();
  }

  /** Uses a context-menu command, by name or id, on a user or a message. */
  runOn(command: string, targetId: string, where: Where = {}): InteractionHandle {
    const channel = this.#channel(where);
    const found = findMenuCommand(this.commands(where), command);
    const isOnUser = found.type === ApplicationCommandType.User;
    const resolver = this.#resolver(channel);
    if (isOnUser && !resolver.user(targetId)) throw new Refusal('not_found', "That user isn't here");
    const messages = isOnUser ? {} : { [targetId]: this.view.message(channel.id, targetId).message };
    const resolved = isOnUser ? resolver.resolved : { messages };
    const target = isOnUser ? { userId: targetId } : { messageId: targetId };
    return this.#useCommand(found, found.body.name, channel, { options: [], resolved, targetId }, { target });
  }

  runOnUser(command: string, user: { id: string }, where: Where = {}): InteractionHandle {
    return this.runOn(command, user.id, where);
  }

  press(message: MessageRef, customIdOrLabel: string): InteractionHandle {
    const stored = this.view.message(message.channel_id, message.id);
    return this.#useComponent(stored, findComponent(stored.message, customIdOrLabel, 'button'));
  }

  select(message: MessageRef, customId: string, values: readonly string[]): InteractionHandle {
    const stored = this.view.message(message.channel_id, message.id);
    const select = findComponent(stored.message, customId, 'select');
    const resolver = this.#resolver(stored.channel);
    checkSelection(select, values, resolver);
    return this.#useComponent(stored, select, { values, resolved: resolver.resolved });
  }

  /** Submits an open modal, fields by custom id; the others keep their defaults. */
  submit(modal: Pick<OpenModal, 'id'>, fields: Readonly<Record<string, ModalValue>>): InteractionHandle {
    const { data, record } = this.#interactions.modal(modal.id);
    const resolver = this.#resolver(record.channel);
    const components = fillModal(data.components, fields, resolver);
    this.closeModal(modal.id);
    const { target: _target, ...seed } = record;
    return this.#interactions.start({
      ...seed,
      type: InteractionType.ModalSubmit,
      name: data.custom_id,
      label: data.title,
      data: { custom_id: data.custom_id, components, resolved: resolver.resolved },
      trigger: record,
    });
  }

  closeModal(modalId: string): void {
    this.#interactions.closeModal(modalId);
  }

  send(content: string, options: Where & { uploadIds?: readonly string[] } = {}): APIMessage {
    const { world, board, files } = this.#services;
    const channel = this.#channel(options);
    if ([...content].length > MAX_MESSAGE_LENGTH)
      throw new Refusal('invalid_option', `A message has at most ${MAX_MESSAGE_LENGTH} characters`);
    const attachments = (options.uploadIds ?? []).map((id) => {
      const file = files.get(id);
      if (!file) throw new Refusal('not_found', "The upload doesn't exist");
      return file.attachment;
    });
    if (!content.trim() && attachments.length === 0) throw new Refusal('invalid_option', 'The message is empty');
    const mentions = findMentions(content, undefined, world, this.account);
    return board.post(this.account, channel, { content, attachments, ...mentions }).message;
  }

  /** Modals and messages refer to the file by the id of the attachment. */
  upload(file: IncomingFile) {
    return this.#services.files.put(this.id, file);
  }

  /** Oldest first. */
  messages(channel = 'general'): APIMessage[] {
    return this.view.messages(this.view.channel(channel));
  }

  dm(): APIMessage[] {
    return this.messages('dm');
  }

  chooseLanguage(locale: Locale): void {
    this.account.locale = locale;
    this.view.notify({ type: 'locale', locale });
    this.view.notify({ type: 'commandsChanged' });
  }

  /** Refuses the bot's direct messages when it writes, or when it opens the channel. */
  refuseDirectMessages(code: DmRefusalCode, at: DmRefusal['at'] = 'message'): void {
    this.account.dmRefusal = { code, at };
  }

  closeDms(): void {
    this.refuseDirectMessages(50007);
  }

  openDms(): void {
    this.account.dmRefusal = null;
  }

  /** A message in any channel of this person: an earlier, a new or an edited one. */
  waitForMessage(fits: (message: APIMessage) => boolean): Promise<APIMessage> {
    const there = this.view
      .channels()
      .flatMap(({ id }) => this.messages(id))
      .find(fits);
    if (there) return Promise.resolve(there);
    return new Promise((resolve) => {
      const stop = this.view.subscribe((event) => {
        if ((event.type !== 'messageCreate' && event.type !== 'messageUpdate') || !fits(event.message)) return;
        stop();
        resolve(event.message);
      });
    });
  }

  #channel({ channel = 'general' }: Where): Channel {
    return this.view.channel(channel);
  }

  #resolver(channel: Channel): Resolver {
    return createResolver(this.#services, this.id, channel);
  }

  #useSlashCommand(ref: CommandRef, values: OptionValues, where: Where, focused?: string): InteractionHandle {
    const channel = this.#channel(where);
    const path = findCommand(this.commands(where), ref);
    const option = path.options.find(({ name }) => name === focused);
    if (focused !== undefined && !option?.autocomplete)
      throw new Refusal('invalid_option', `"${focused}" has no autocomplete`, focused);
    const resolver = this.#resolver(channel);
    const filled = { options: fillOptions(path, values, resolver, focused), resolved: resolver.resolved };
    const seed = option && { type: InteractionType.ApplicationCommandAutocomplete };
    return this.#useCommand(path.command, toTyped(path), channel, filled, seed);
  }

  #useCommand(
    command: RegisteredCommand,
    name: string,
    channel: Channel,
    filled: Filled,
    more: Partial<PersonSeed> = {},
  ): InteractionHandle {
    return this.#interactions.start({
      type: InteractionType.ApplicationCommand,
      channel,
      name,
      label: name,
      data: toCommandData(command, filled),
      installations: this.#services.commands.installations(command, this.account, channel),
      source: null,
      trigger: null,
      ...more,
    });
  }

  #useComponent(stored: StoredMessage, component: ComponentNode, chosen: object = {}): InteractionHandle {
    const { type, id, custom_id } = component;
    // A component acts with the installation that its message names.
    const owners = stored.message.interaction_metadata?.authorizing_integration_owners;
    const isPrivate = this.#services.world.contextOf(stored.channel) === InteractionContextType.PrivateChannel;
    return this.#interactions.start({
      type: InteractionType.MessageComponent,
      channel: stored.channel,
      name: custom_id ?? '',
      label: labelOf(component),
      data: { component_type: type, id, custom_id, ...chosen },
      installations: owners ? Object.keys(owners).map(Number) : [isPrivate ? 1 : 0],
      ...(owners?.[1] && { authorizedBy: owners[1] }),
      source: stored,
      trigger: null,
    });
  }
}

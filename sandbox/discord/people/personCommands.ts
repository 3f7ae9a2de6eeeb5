import { type APIApplicationCommandOptionChoice, ApplicationCommandType, InteractionType } from 'discord-api-types/v10';
import type { CommandPath, RegisteredCommand } from '../interactions/commands.ts';
import type { Services } from '../rest/route.ts';
import type { Account, Channel } from '../world.ts';
import { findCommand, findCommandById, nameOf, toCommandData } from './commandUse.ts';
import type { InteractionHandle } from './interactionHandle.ts';
import { fillOptions, type OptionValue } from './optionInput.ts';
import type { PersonInteractions, PersonSeed } from './personInteractions.ts';
import type { PersonView } from './personView.ts';
import { Refusal } from './refusal.ts';
import { createResolver, type Resolver } from './resolved.ts';

/** A slash command: by its full name, `'credits balance'`, or by its id and the way through its subcommands. */
export type CommandRef = string | { id: string; subcommand: readonly string[] };

/** What a person does with commands: run one, have an option suggested, use one on somebody or something. */
export class PersonCommands {
  readonly #account: Account;
  readonly #view: PersonView;
  readonly #services: Services;
  readonly #interactions: PersonInteractions;

  constructor(account: Account, view: PersonView, services: Services, interactions: PersonInteractions) {
    this.#account = account;
    this.#view = view;
    this.#services = services;
    this.#interactions = interactions;
  }

  /** The commands offered in a channel. */
  offered(channel: Channel): RegisteredCommand[] {
    return this.#services.commands.usable(this.#account, channel);
  }

  /** Runs a slash command with options by name. */
  run(command: CommandRef, options: Readonly<Record<string, OptionValue>>, channel: Channel): InteractionHandle {
    const path = this.#path(command, channel);
    const filled = fillOptions(path, options, this.#resolver(channel));
    return this.#interactions.start(this.#seed(path.command, channel, nameOf(path)), () =>
      toCommandData(path.command, filled),
    );
  }

  /** Asks for choices of the option `focused`, whose text so far is among the options. @throws NoAnswer after 3 s */
  autocomplete(
    command: CommandRef,
    options: Readonly<Record<string, OptionValue>>,
    focused: string,
    channel: Channel,
  ): Promise<APIApplicationCommandOptionChoice[]> {
    const path = this.#path(command, channel);
    const option = path.options.find(({ name }) => name === focused);
    if (!option?.autocomplete) throw new Refusal('invalid_option', `"${focused}" has no autocomplete`, focused);
    const filled = fillOptions(path, options, this.#resolver(channel), focused);
    const type = InteractionType.ApplicationCommandAutocomplete;
    const seed = { ...this.#seed(path.command, channel, nameOf(path)), type, focusedType: option.type };
    return this.#interactions.start(seed, () => toCommandData(path.command, filled)).choices();
  }

  /** Uses a context-menu command (User or Message) by name or id on a user or a message. */
  runOn(command: string, targetId: string, channel: Channel): InteractionHandle {
    const found = this.offered(channel).find(
      ({ id, type, body }) => type !== ApplicationCommandType.ChatInput && (id === command || body.name === command),
    );
    if (!found) throw new Refusal('not_found', `There is no context-menu command "${command}" here`);
    const resolver = this.#resolver(channel);
    const isUser = found.type === ApplicationCommandType.User;
    const messages = isUser ? {} : { [targetId]: this.#view.message(channel.id, targetId).message };
    if (isUser && !resolver.user(targetId)) throw new Refusal('not_found', 'That user is not here');
    const resolved = isUser ? resolver.resolved : { messages };
    const target = isUser ? { userId: targetId } : { messageId: targetId };
    return this.#interactions.start({ ...this.#seed(found, channel, found.body.name), target }, () =>
      toCommandData(found, { options: [], resolved }, targetId),
    );
  }

  #path(command: CommandRef, channel: Channel): CommandPath {
    const offered = this.offered(channel);
    return typeof command === 'string'
      ? findCommand(offered, command)
      : findCommandById(offered, command.id, command.subcommand);
  }

  #resolver(channel: Channel): Resolver {
    return createResolver(this.#services.world, this.#services.files, this.#account.user.id, channel);
  }

  #seed(command: RegisteredCommand, channel: Channel, name: string): PersonSeed {
    return {
      type: InteractionType.ApplicationCommand,
      channel,
      name,
      label: name,
      command,
      installations: this.#services.commands.installations(command, this.#account, channel),
      source: null,
      trigger: null,
    };
  }
}

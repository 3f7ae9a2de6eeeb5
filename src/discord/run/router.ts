import type {
  Attachment,
  AutocompleteInteraction,
  ChatInputCommandInteraction,
  Interaction,
  MessageComponentInteraction,
  MessageContextMenuCommandInteraction,
  ModalSubmitInteraction,
  UserContextMenuCommandInteraction,
} from 'discord.js';
import { type AnyValues, IdTooLong, parseCustomId, readArgs } from '../../view/customId.ts';
import { AlreadyUsed, Expired, UserError } from '../../view/errorView.ts';
import { KIT_TEXTS, languageOf } from '../../view/language.ts';
import type { MessageView, ModalView } from '../../view/message.ts';
import type { Confirmed } from '../../writes/kind.ts';
import {
  type Action,
  type Command,
  type FormContext,
  type Runnable,
  runnablesOf,
  type Target,
} from '../declare/command.ts';
import type { GivenFile, HandlerContext, Needs, Press, Run } from '../declare/context.ts';
import { isTyped, readOptions } from '../declare/options.ts';
import { AGAIN, amountView, correctionModal, unreadable } from './again.ts';
import { type Attempt, CommandFailed, PENDING_COMMAND, type Typed } from './attempt.ts';
import { CHANGES } from './changes/changes.ts';
import { type ContextSources, createHandlerContext, findLink } from './handlerContext.ts';
import { noteResult, observe } from './observe.ts';
import { type Answerable, mayChange, toPublicUrl } from './reply.ts';
import { InteractionRunner } from './runner.ts';
import { suggest, toLeafOptions } from './suggest.ts';

/** Shorter texts of a failed modal aren't given back. */
const MIN_KEPT_LENGTH = 40;

export type RouterOptions = ContextSources & { commands: readonly Command[] };

type MenuCommand = Extract<Command, { menu: unknown }>;

/** Finds the handler of each interaction and checks the link, the scopes and a button's owner. */
export class Router {
  readonly #commands: readonly Command[];
  readonly #menus: ReadonlyMap<string, MenuCommand>;
  /** The key is the path, joined with spaces. */
  readonly #runnables: ReadonlyMap<string, Runnable>;
  readonly #sources: ContextSources;
  readonly #runner: InteractionRunner;

  constructor({ commands, ...sources }: RouterOptions) {
    this.#sources = sources;
    this.#runner = new InteractionRunner(sources);
    this.#commands = [...commands, AGAIN, CHANGES];
    this.#runnables = new Map(commands.flatMap(runnablesOf).map((one) => [one.path.join(' '), one]));
    const menus = commands.filter((command) => 'menu' in command);
    this.#menus = new Map(menus.map((command) => [command.menu.label(command.texts.en), command]));
  }

  /** Answers the interaction. Never rejects. */
  async route(interaction: Interaction): Promise<void> {
    await observe(
      interaction,
      (name) => this.#commands.some((command) => command.name === name) || this.#menus.has(name),
      () => this.#dispatch(interaction),
    );
  }

  async #dispatch(interaction: Interaction): Promise<void> {
    try {
      if (interaction.isAutocomplete()) await suggest(this.#sources, this.#find(toPath(interaction)), interaction);
      else if (interaction.isChatInputCommand()) await this.#runCommand(interaction);
      else if (interaction.isContextMenuCommand()) await this.#runMenu(interaction);
      else if (interaction.isMessageComponent() || interaction.isModalSubmit()) await this.#runAction(interaction);
    } catch (err) {
      // The response itself failed, so the person can't be told.
      noteResult('unanswered');
      this.#sources.log.error({ err }, 'could not answer an interaction');
    }
  }

  async #runCommand(interaction: ChatInputCommandInteraction): Promise<void> {
    const path = toPath(interaction);
    const found = this.#find(path);
    if (!found) return await this.#runner.notify(interaction, ({ errors }) => errors.unknownCommand);
    const { command, execute } = found;
    const language = languageOf(interaction.locale);
    const values = toValues(interaction);
    const read = readOptions(execute.options ?? {}, values, language);
    const modal = execute.modal?.({ texts: command.texts[language], options: read.values });
    if (modal) return await this.#runner.openModal(interaction, () => modal);
    const run = { path, values };
    const { visibility = 'private' } = execute;
    const shown = typeof visibility === 'function' ? visibility(read.values) : visibility;
    const expected = execute.writes && { kind: execute.writes };
    const work = (attempt: Attempt) => this.#execute(interaction, run, attempt, { read });
    const options = { needsNoStore: command.needsNoStore, typed: toTyped(execute, run) };
    await this.#runner.run(interaction, shown, expected, work, options);
  }

  async #runMenu(interaction: MenuInteraction): Promise<void> {
    const command = this.#menus.get(interaction.commandName);
    if (command?.menu.of === 'user' && 'modal' in command.menu && interaction.isUserContextMenuCommand()) {
      const { needs, modal } = command.menu;
      return await this.#openModal(interaction, command, async (context) => {
        await findLink(this.#sources, interaction.user.id, needs);
        return await modal({ ...context, target: toTarget(interaction) });
      });
    }
    const work = command && toMenuWork(command.menu, interaction);
    if (!work) return await this.#runner.notify(interaction, ({ errors }) => errors.unknownCommand);
    await this.#runner.run(interaction, 'private', undefined, async (attempt) =>
      work(await this.#createContext(interaction, command, command.menu.needs, attempt)),
    );
  }

  async #runAction(interaction: MessageComponentInteraction | ModalSubmitInteraction): Promise<void> {
    const found = this.#findAction(interaction.customId);
    if (!found) return await this.#runner.notify(interaction, ({ errors }) => errors.outdated);
    const { command, action, args, owner } = found;
    const isOwn = owner === undefined || owner === interaction.user.id;
    if (!isOwn && !action.isForAnyone)
      return await this.#runner.notify(interaction, ({ errors }) => errors.notYours(`</${nameOf(command, action)}>`));
    const values = interaction.isMessageComponent() && interaction.isAnySelectMenu() ? interaction.values : [];
    if (action.answer === 'modal') {
      if (interaction.isModalSubmit()) return;
      return await this.#openModal(interaction, command, (context) => action.run({ ...context, args, values }));
    }
    const mayUpdate =
      isOwn && (interaction.isMessageComponent() || mayChange(interaction.user.id, interaction.message));
    const visibility = { post: 'public', reply: 'private', update: mayUpdate ? 'update' : 'private' } as const;
    const expected = action.writes && { kind: action.writes, confirms: action.confirms?.(args) };
    const press = { customId: interaction.customId, values, ...readModal(interaction) };
    const messageUrl = interaction.isMessageComponent() ? toPublicUrl(interaction) : undefined;
    const work = (attempt: Attempt) => this.#act(interaction, press, attempt, messageUrl);
    const ticketIn = 'ticket' in args ? interaction.message?.id : undefined;
    const { needsNoStore } = command;
    const options = { needsNoStore, typed: toLongTexts(press), replacesErrors: command === AGAIN, ticketIn };
    await this.#runner.run(interaction, visibility[action.answer], expected, work, options);
  }

  /** Runs a press. After a failure, it can be retried, here or with the message's own button. */
  async #act(interaction: Answerable, press: Press, attempt: Attempt, messageUrl?: string): Promise<MessageView> {
    const found = this.#findAction(press.customId);
    if (found?.action.answer === 'modal' || !found)
      throw new UserError(KIT_TEXTS[languageOf(interaction.locale)].errors.outdated);
    const { command, action, args } = found;
    try {
      const context = await this.#createContext(interaction, command, action.needs, attempt);
      const run = () => action.run({ ...context, ...press, args, messageUrl });
      return await this.#runner.expiries.suspendWhile(args['ticket'], run);
    } catch (error) {
      if (error instanceof CommandFailed || action.writes || command === CHANGES) throw error;
      const path = nameOf(command, action).split(' ');
      if (!(error instanceof Expired)) throw new CommandFailed({ path, values: {}, press }, error, toLongTexts(press));
      const hasForm = this.#find(path)?.execute.modal !== undefined;
      throw new CommandFailed({ path, values: {} }, error, { texts: hasForm ? [''] : [] });
    }
  }

  /** `read`: the run's values, if they're known. */
  async #execute(
    interaction: Answerable,
    run: Run,
    attempt: Attempt,
    { confirmed, read }: { confirmed?: Confirmed | undefined; read?: ReturnType<typeof readOptions> },
  ): Promise<MessageView> {
    if (run.press) return await this.#act(interaction, run.press, attempt);
    const found = this.#find(run.path);
    if (!found) throw new UserError(KIT_TEXTS[languageOf(interaction.locale)].errors.unknownCommand);
    const { command, execute } = found;
    const waiting = { ...run, writeId: confirmed?.id };
    try {
      const context = await this.#createContext(interaction, command, execute.needs, attempt);
      const { services, person, language, texts } = context;
      const { values: options, unclear } = read ?? readOptions(execute.options ?? {}, run.values, language);
      if (unclear?.readings.length === 0) throw new UserError(unreadable(texts, unclear));
      if (unclear) return amountView(texts, unclear, await services.tickets.issue(PENDING_COMMAND, person, waiting));
      return await execute.run({ ...context, confirmed, options, isAsked: run.isAsked });
    } catch (error) {
      throw error instanceof CommandFailed ? error : new CommandFailed(waiting, error, toTyped(execute, run));
    }
  }

  #createContext(interaction: Answerable, command: Command, needs: Needs, attempt: Attempt) {
    return createHandlerContext(this.#sources, interaction, command, needs, attempt, {
      needsOf: ({ path }) => this.#find(path)?.execute.needs,
      // A login may have replaced the link by then.
      execute: (run, confirmed) => this.#execute(interaction, run, { ...attempt, link: undefined }, { confirmed }),
    });
  }

  async #openModal(
    interaction: Answerable,
    command: Command,
    make: (context: FormContext) => ModalView | Promise<ModalView>,
  ): Promise<void> {
    const { services } = this.#sources;
    const { user: person, locale } = interaction;
    const language = languageOf(locale);
    const formOf = (ticket: string) => this.#formOf(interaction, ticket);
    const formFor = async (run: Run) => await formOf(await services.tickets.issue(PENDING_COMMAND, person, run));
    await this.#runner.openModal(interaction, async () => {
      try {
        return await make({ texts: command.texts[language], language, person, services, formOf, formFor });
      } catch (error) {
        // Only a forged id can be too long here.
        throw error instanceof IdTooLong ? new UserError(KIT_TEXTS[language].errors.outdated) : error;
      }
    });
  }

  async #formOf({ user, locale }: Answerable, ticket: string): Promise<ModalView> {
    const run = await this.#sources.services.tickets.peek(PENDING_COMMAND, ticket, user.id);
    const found = run && this.#find(run.path);
    const language = languageOf(locale);
    if (!found) throw new AlreadyUsed(KIT_TEXTS[language].errors.ticketGone);
    return correctionModal(found.command.texts[language], found.execute.options, run, ticket);
  }

  #find(path: readonly string[]): Runnable | undefined {
    return this.#runnables.get(path.join(' '));
  }

  /** Undefined for an id that isn't ours, or is from a release with other arguments. */
  #findAction(text: string): FoundAction | undefined {
    const customId = parseCustomId(text);
    // A forged id may name a property that every object has, such as `constructor`.
    const command = this.#commands.find(
      ({ name, actions = {} }) => name === customId?.command && Object.hasOwn(actions, customId.action),
    );
    const action = customId && command?.actions?.[customId.action];
    if (!action) return undefined;
    const args = customId.layout === action.id.layout ? readArgs(action.id.args, customId.parts) : undefined;
    return args && { command, action, args, owner: customId.owner };
  }
}

type FoundAction = { command: Command; action: Action; args: AnyValues; owner: string | undefined };

function toTyped({ options = {}, writes }: Runnable['execute'], { values }: Run): Typed {
  const texts = Object.entries(options).map(([name, option]) => (isTyped(option) ? String(values[name] ?? '') : ''));
  return { texts: texts.filter(Boolean), isSent: writes !== undefined };
}

/** Longer texts of a failed modal. */
function toLongTexts({ fields }: Press): Typed {
  return { texts: Object.values(fields).filter(({ length }) => length > MIN_KEPT_LENGTH) };
}

/** The command that gives people their own components. */
function nameOf(command: Command, { subcommand }: Action): string {
  const main = 'subcommands' in command ? (subcommand ?? command.main) : undefined;
  // Others can't know whose command would run again.
  return command === AGAIN ? 'help' : [command.name, main].filter(Boolean).join(' ');
}

function toValues(interaction: ChatInputCommandInteraction): Run['values'] {
  const given = toLeafOptions(interaction).map(({ name, value }) => [name, value]);
  return Object.fromEntries(given.filter(([, value]) => value !== undefined));
}

function toPath({ commandName, options }: ChatInputCommandInteraction | AutocompleteInteraction): string[] {
  return [commandName, options.getSubcommandGroup(false), options.getSubcommand(false)].filter((part) => part !== null);
}

type MenuInteraction = UserContextMenuCommandInteraction | MessageContextMenuCommandInteraction;

/** The entry's handler; undefined if it belongs to another menu. */
function toMenuWork(menu: MenuCommand['menu'], interaction: MenuInteraction) {
  if (!('run' in menu)) return undefined;
  if (menu.of === 'user' && interaction.isUserContextMenuCommand())
    return (context: HandlerContext<Needs>) => menu.run({ ...context, target: toTarget(interaction) });
  if (menu.of !== 'message' || !interaction.isMessageContextMenuCommand()) return undefined;
  const { content, attachments } = interaction.targetMessage;
  return (context: HandlerContext<Needs>) => menu.run({ ...context, target: { content, files: toFiles(attachments) } });
}

function toTarget({ targetUser: { id, displayName: name } }: UserContextMenuCommandInteraction): Target {
  return { id, name, mention: `<@${id}>` };
}

function toFiles(attachments: ReadonlyMap<string, Attachment>): GivenFile[] {
  return [...attachments.values()].map(({ name, url, size }) => ({ name, url, bytes: size }));
}

/** A modal's texts and files, by custom id. */
function readModal(interaction: MessageComponentInteraction | ModalSubmitInteraction) {
  const fields: Record<string, string> = {};
  const files: Record<string, GivenFile[]> = {};
  if (!interaction.isModalSubmit()) return { fields, files };
  for (const [customId, field] of interaction.fields.fields) {
    if ('value' in field && typeof field.value === 'string') fields[customId] = field.value;
    if ('attachments' in field && field.attachments) files[customId] = toFiles(field.attachments);
  }
  return { fields, files };
}

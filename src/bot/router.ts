import { randomBytes } from 'node:crypto';
import {
  type AutocompleteInteraction,
  type ChatInputCommandInteraction,
  DiscordAPIError,
  type Interaction,
  type MessageComponentInteraction,
  MessageFlags,
  type ModalSubmitInteraction,
  type UserContextMenuCommandInteraction,
} from 'discord.js';
import { z } from 'zod';
import type { Scope } from '../game/scopes.ts';
import { explain, explanationView, Mistake, noticeView } from '../view/errorView.ts';
import type { MessageView } from '../view/message.ts';
import { type Words, wordsFor } from '../view/words/wordsFor.ts';
import type { Command, Executable, Target } from './command.ts';
import type { HandlerContext, Needs } from './context.ts';
import { formatCustomId, parseCustomId } from './customId.ts';
import { type Answerable, type ContextSources, createHandlerContext, createIdFor } from './handlerContext.ts';
import { readModal, readSelected } from './inputs.ts';
import { readValues, type Values } from './options.ts';
import { toPayload, toPrivatePayload } from './payload.ts';
import { suggest } from './suggest.ts';
import type { TicketKind } from './tickets.ts';

export type RouterOptions = ContextSources & { commands: readonly Command[] };

type MenuCommand = Extract<Command, { userMenu: unknown }>;
type Outcome = { view: MessageView; hasFailed: boolean };
/** A run of a slash command, as it can be repeated after a login. */
type Run = { path: string[]; values: Record<string, string | number | boolean> };

/** Discord's codes for an interaction that somebody else answered, or that is too old. */
const NOT_OURS_TO_ANSWER = new Set<number | string>([10062, 40060]);
const INVALID_FORM_BODY = 50035;

/** The action that begins a login, in commands/login.ts; error replies lead there. */
const LOGIN = { command: 'login', action: 'start' };
const WITHOUT_TICKET = '-';

const AGAIN: TicketKind<Run> = {
  name: 'again',
  schema: z.object({
    path: z.array(z.string()),
    values: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  }),
  ttlMs: 30 * 60_000,
};

/**
 * Answers every interaction of the bot. It acknowledges before anything slow, checks the link and the scopes that the
 * command needs, runs it, and turns what it throws into a reply. Never rejects.
 */
export function createRouter(options: RouterOptions): (interaction: Interaction) => Promise<void> {
  const router = new Router(options);
  return (interaction) => router.route(interaction);
}

class Router {
  readonly #commands: ReadonlyMap<string, Command>;
  readonly #menus: ReadonlyMap<string, MenuCommand>;
  readonly #sources: ContextSources;

  constructor({ commands, ...sources }: RouterOptions) {
    this.#sources = sources;
    this.#commands = new Map(commands.map((command) => [command.name, command]));
    const menus = commands.filter((command) => 'userMenu' in command);
    this.#menus = new Map(menus.map((command) => [command.userMenu.label(wordsFor('en-US')), command]));
  }

  async route(interaction: Interaction): Promise<void> {
    const { log } = this.#sources;
    try {
      if (interaction.isAutocomplete())
        await suggest(this.#sources, this.#findExecutable(toPath(interaction)), interaction);
      else if (interaction.isChatInputCommand()) await this.#runCommand(interaction);
      else if (interaction.isUserContextMenuCommand()) await this.#runMenu(interaction);
      else if (interaction.isMessageComponent() || interaction.isModalSubmit()) await this.#runAction(interaction);
    } catch (err) {
      // Only acknowledging or answering throws here: there is nobody left to tell.
      const isExpected = err instanceof DiscordAPIError && NOT_OURS_TO_ANSWER.has(err.code);
      log[isExpected ? 'warn' : 'error']({ err, interactionId: interaction.id }, 'could not answer an interaction');
    }
  }

  async #runCommand(interaction: ChatInputCommandInteraction): Promise<void> {
    const words = wordsFor(interaction.locale);
    const path = toPath(interaction);
    const execute = this.#findExecutable(path);
    if (!execute) {
      await interaction.reply(toPrivatePayload(noticeView(words.errors.unknownCommand, 'warning')));
      return;
    }
    const options = readValues(execute.options ?? {}, interaction.options);
    const modal = execute.modal?.({ words, options, idFor: createIdFor(interaction.commandName, interaction.user.id) });
    if (modal) {
      await interaction.showModal(modal);
      return;
    }
    const visibility = typeof execute.visibility === 'function' ? execute.visibility(options) : execute.visibility;
    await interaction.deferReply(visibility === 'public' ? {} : { flags: MessageFlags.Ephemeral });
    const run = { path, values: withoutUndefined(options) };
    const { view } = await this.#attempt(interaction, words, (waits) => this.#execute(interaction, words, run, waits));
    await this.#show(interaction, words, view);
  }

  async #runMenu(interaction: UserContextMenuCommandInteraction): Promise<void> {
    const words = wordsFor(interaction.locale);
    const command = this.#menus.get(interaction.commandName);
    if (!command) {
      await interaction.reply(toPrivatePayload(noticeView(words.errors.unknownCommand, 'warning')));
      return;
    }
    const { userMenu } = command;
    const { targetUser } = interaction;
    const target: Target = { id: targetUser.id, name: targetUser.displayName, mention: `<@${targetUser.id}>` };
    const modal = userMenu.modal?.({ words, target, idFor: createIdFor(command.name, interaction.user.id) });
    if (modal) {
      await interaction.showModal(modal);
      return;
    }
    await interaction.deferReply({ flags: MessageFlags.Ephemeral });
    const { view } = await this.#attempt(interaction, words, async (waits) => {
      const context = await this.#createContext(interaction, words, command.name, userMenu.needs, waits);
      return await userMenu.run({ ...context, target });
    });
    await this.#show(interaction, words, view);
  }

  async #runAction(interaction: MessageComponentInteraction | ModalSubmitInteraction): Promise<void> {
    const words = wordsFor(interaction.locale);
    const customId = parseCustomId(interaction.customId);
    const action = customId && this.#commands.get(customId.command)?.actions?.[customId.action];
    if (!customId || !action) {
      await interaction.reply(toPrivatePayload(noticeView(words.errors.outdated, 'warning')));
      return;
    }
    const { command, owner, args } = customId;
    if (owner !== undefined && owner !== interaction.user.id) {
      await interaction.reply(toPrivatePayload(noticeView(words.errors.notYours, 'warning')));
      return;
    }
    const values = readSelected(interaction);
    if (action.answer === 'modal') {
      if (interaction.isModalSubmit()) return;
      await interaction.showModal(
        action.run({ args, values, words, idFor: createIdFor(command, interaction.user.id) }),
      );
      return;
    }
    const isUpdate = action.answer === 'update' && (interaction.isMessageComponent() || interaction.isFromMessage());
    if (isUpdate) await interaction.deferUpdate();
    else await interaction.deferReply({ flags: MessageFlags.Ephemeral });

    const { view, hasFailed } = await this.#attempt(interaction, words, async (waits) => {
      const context = await this.#createContext(interaction, words, command, action.needs, waits);
      return await action.run({ ...context, args, values, ...readModal(interaction) });
    });
    // What went wrong is said beside the message, whose buttons stay.
    if (hasFailed && isUpdate) await interaction.followUp(toPrivatePayload(view));
    else await this.#show(interaction, words, view);
  }

  async #execute(interaction: Answerable, words: Words, run: Run, waits: (run: Run) => void): Promise<MessageView> {
    waits(run);
    const execute = this.#findExecutable(run.path);
    if (!execute) throw new Mistake(({ errors }) => errors.unknownCommand);
    const context = await this.#createContext(interaction, words, run.path[0] ?? '', execute.needs, waits);
    return await execute.run({ ...context, options: run.values as Values<Record<string, never>> });
  }

  async #createContext(
    interaction: Answerable,
    words: Words,
    command: string,
    needs: Needs,
    waits: (run: Run) => void,
  ): Promise<HandlerContext<Needs>> {
    const context = await createHandlerContext(this.#sources, interaction, words, command, needs);
    return {
      ...context,
      needsOf: async (ticketId) => {
        const run = await this.#sources.services.tickets.look(AGAIN, ticketId, interaction.user.id);
        return (run && this.#findExecutable(run.path)?.needs) ?? [];
      },
      runCommand: (path, values) => this.#execute(interaction, words, { path, values }, waits),
      runAgain: async (ticketId) => {
        const run = await this.#sources.services.tickets.take(AGAIN, ticketId, interaction.user.id);
        if (!run) throw new Mistake(({ errors }) => errors.ticketGone);
        return await this.#execute(interaction, words, run, waits);
      },
    };
  }

  /**
   * The view, or the reply for what was thrown; what nobody foresaw gets a reference that stands in the log. The work
   * tells which command waits should a login be missing.
   */
  async #attempt(
    interaction: Answerable,
    words: Words,
    work: (waits: (run: Run) => void) => Promise<MessageView>,
  ): Promise<Outcome> {
    const { log } = this.#sources;
    let waiting: Run | undefined;
    try {
      return { view: await work((run) => (waiting = run)), hasFailed: false };
    } catch (err) {
      const where = { userId: interaction.user.id, interaction: nameOf(interaction) };
      const explanation = explain(words, err);
      if (!explanation) {
        return { view: this.#toUnforeseen(interaction, words, err), hasFailed: true };
      }
      log[explanation.tone === 'bad' ? 'warn' : 'info']({ err, ...where }, 'an interaction ended with an explanation');
      const logInId = explanation.mend ? await this.#createLogInId(interaction.user.id, waiting) : () => '';
      return { view: explanationView(explanation, logInId), hasFailed: true };
    }
  }

  /** Shows the result. One that Discord does not take must not leave the person with "thinking" for ever. */
  async #show(interaction: Answerable, words: Words, view: MessageView): Promise<void> {
    try {
      await interaction.editReply(toPayload(view));
    } catch (err) {
      if (!(err instanceof DiscordAPIError) || err.code !== INVALID_FORM_BODY) throw err;
      await interaction.editReply(toPayload(this.#toUnforeseen(interaction, words, err)));
    }
  }

  /** A neutral sentence, whose reference stands in the log beside what happened. */
  #toUnforeseen(interaction: Answerable, words: Words, err: unknown): MessageView {
    const reference = randomBytes(4).toString('hex');
    const where = { userId: interaction.user.id, interaction: nameOf(interaction) };
    this.#sources.log.error({ err, reference, ...where }, 'an interaction failed');
    return noticeView(words.errors.unknown(reference), 'bad');
  }

  /** The custom id of the button that mends a missing login. */
  async #createLogInId(owner: string, waiting: Run | undefined): Promise<(scopes: Scope[]) => string> {
    const issuing = waiting
      ? this.#sources.services.tickets.issue(AGAIN, owner, waiting)
      : Promise.resolve(WITHOUT_TICKET);
    const ticket = await issuing.catch(() => WITHOUT_TICKET);
    return (scopes) => formatCustomId({ ...LOGIN, owner, args: [ticket, ...scopes] });
  }

  #findExecutable([name = '', ...rest]: readonly string[]): Executable | undefined {
    const command = this.#commands.get(name);
    if (!command || 'userMenu' in command) return undefined;
    if ('execute' in command) return command.execute;
    const [first = '', second = ''] = rest;
    const entry = Object.hasOwn(command.subcommands, first) ? command.subcommands[first] : undefined;
    if (!entry || !('subcommands' in entry)) return entry;
    return Object.hasOwn(entry.subcommands, second) ? entry.subcommands[second] : undefined;
  }
}

function toPath({ commandName, options }: ChatInputCommandInteraction | AutocompleteInteraction): string[] {
  return [commandName, options.getSubcommandGroup(false), options.getSubcommand(false)].filter((part) => part !== null);
}

function withoutUndefined(values: Readonly<Record<string, unknown>>): Run['values'] {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Run['values'];
}

function nameOf(interaction: Answerable): string {
  return interaction.isCommand() ? `/${interaction.commandName}` : interaction.customId;
}

import { setTimeout as sleep } from 'node:timers/promises';
import type {
  AutocompleteInteraction,
  ChatInputCommandInteraction,
  Interaction,
  MessageComponentInteraction,
  ModalSubmitInteraction,
  UserContextMenuCommandInteraction,
} from 'discord.js';
import { noticeView, UserError } from '../view/errorView.ts';
import { inLanguage, kitIn, languageOf } from '../view/language.ts';
import type { MessageView } from '../view/message.ts';
import type { KitMessages } from '../view/messages.ts';
import type { Attempt, Run } from './attempt.ts';
import { acknowledge, claimInteraction } from './claims.ts';
import type { Action, Command, Target } from './command.ts';
import type { HandlerContext, Needs } from './context.ts';
import { type Args, type ArgValues, layoutOf, parseCustomId, readArgs } from './customId.ts';
import { Deadline } from './deadline.ts';
import { type ContextSources, createHandlerContext, toOrigin } from './handlerContext.ts';
import { readModal, readSelected } from './inputs.ts';
import { readValues, type Values } from './options.ts';
import { type Answerable, type Place, Reply } from './reply.ts';
import { InteractionRunner, PENDING_COMMAND } from './runner.ts';
import { type Runnable, suggest } from './suggest.ts';
import { createTally } from './tally.ts';
import type { AnyWriteKind } from './writeKind.ts';

export type RouterOptions = ContextSources & { commands: readonly Command[] };

/** How long the acknowledgment of a command that writes waits for the store. */
const EXPECTING_MS = 500;
/** What reads has so long to be its own first response; Discord takes one within 3 s. */
const FIRST_ANSWER_MS = 1_000;

type MenuCommand = Extract<Command, { userMenu: unknown }>;
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
  readonly #runner: InteractionRunner;

  constructor({ commands, ...sources }: RouterOptions) {
    this.#sources = sources;
    this.#runner = new InteractionRunner(sources);
    this.#commands = new Map(commands.map((command) => [command.name, command]));
    const menus = commands.filter((command) => 'userMenu' in command);
    this.#menus = new Map(
      menus.map((command) => [command.userMenu.label(inLanguage(command.messages, 'en')), command]),
    );
  }

  async route(interaction: Interaction): Promise<void> {
    const { log } = this.#sources;
    try {
      if (interaction.isAutocomplete()) await suggest(this.#sources, this.#find(toPath(interaction)), interaction);
      else if (interaction.isChatInputCommand()) await this.#runCommand(interaction);
      else if (interaction.isUserContextMenuCommand()) await this.#runMenu(interaction);
      else if (interaction.isMessageComponent() || interaction.isModalSubmit()) await this.#runAction(interaction);
    } catch (err) {
      // Only acknowledging or answering throws here: there is nobody left to tell.
      log.error({ err, interactionId: interaction.id }, 'could not answer an interaction');
    }
  }

  async #runCommand(interaction: ChatInputCommandInteraction): Promise<void> {
    const path = toPath(interaction);
    const found = this.#find(path);
    if (!found) return await this.#notify(interaction, ({ errors }) => errors.unknownCommand);
    const { command, execute } = found;
    const options = readValues(execute.options ?? {}, interaction.options);
    const modal = execute.modal?.({ ...this.#toModalContext(interaction, command), options });
    if (modal) {
      await this.#acknowledge(interaction, (reply) => reply.respond(() => interaction.showModal(modal)));
      return;
    }
    const visibility = typeof execute.visibility === 'function' ? execute.visibility(options) : execute.visibility;
    const run = { path, values: withoutUndefined(options) };
    const place = visibility ?? 'private';
    await this.#answer(interaction, place, execute.writes, (attempt) => this.#execute(interaction, run, attempt));
  }

  async #runMenu(interaction: UserContextMenuCommandInteraction): Promise<void> {
    const command = this.#menus.get(interaction.commandName);
    if (!command) return await this.#notify(interaction, ({ errors }) => errors.unknownCommand);
    const { userMenu } = command;
    const { targetUser } = interaction;
    const target: Target = { id: targetUser.id, name: targetUser.displayName, mention: `<@${targetUser.id}>` };
    const modal = userMenu.modal?.({ ...this.#toModalContext(interaction, command), target });
    if (modal) {
      await this.#acknowledge(interaction, (reply) => reply.respond(() => interaction.showModal(modal)));
      return;
    }
    await this.#answer(interaction, 'private', undefined, async (attempt) => {
      const context = await this.#createContext(interaction, command, userMenu.needs, attempt);
      return await userMenu.run({ ...context, target });
    });
  }

  async #runAction(interaction: MessageComponentInteraction | ModalSubmitInteraction): Promise<void> {
    const found = this.#findAction(interaction.customId);
    if (!found) return await this.#notify(interaction, ({ errors }) => errors.outdated);
    const { command, action, args, owner } = found;
    if (owner !== undefined && owner !== interaction.user.id) {
      return await this.#notify(interaction, ({ errors }) => errors.notYours);
    }
    const values = readSelected(interaction);
    if (action.answer === 'modal') {
      if (interaction.isModalSubmit()) return;
      const modal = action.run({ ...this.#toModalContext(interaction, command), args, values });
      await this.#acknowledge(interaction, (reply) => reply.respond(() => interaction.showModal(modal)));
      return;
    }
    const isUpdate = action.answer === 'update' && (interaction.isMessageComponent() || interaction.isFromMessage());
    await this.#answer(interaction, isUpdate ? 'update' : 'private', action.writes, async (attempt) => {
      const context = await this.#createContext(interaction, command, action.needs, attempt);
      return await action.run({ ...context, args, values, ...readModal(interaction) });
    });
  }

  /**
   * Does the work and shows what came of it, unless another process has this interaction. What only reads is answered by its first
   * response where it is ready within a second. `writes` is what the work will write: expected before the acknowledgment, so that
   * its person is told even where this process dies before it begins.
   */
  async #answer(
    interaction: Answerable,
    place: Place,
    writes: AnyWriteKind | undefined,
    work: (attempt: Attempt) => Promise<MessageView>,
  ): Promise<void> {
    const reply = new Reply(interaction, place, this.#sources.render);
    const deadline = new Deadline(this.#sources.hurry);
    const attempt: Attempt = { tally: createTally(), whenShown: [], reply, deadline };
    try {
      if (writes) await this.#answerWrite(interaction, attempt, writes, () => work(attempt));
      else await this.#answerRead(interaction, attempt, () => work(attempt));
    } finally {
      deadline.end();
    }
  }

  async #answerRead(interaction: Answerable, attempt: Attempt, work: () => Promise<MessageView>): Promise<void> {
    const { services, log } = this.#sources;
    const { reply } = attempt;
    const deferring = setTimeout(() => {
      reply
        .defer()
        .catch((err: unknown) => log.warn({ err, interactionId: interaction.id }, 'could not defer an answer'));
    }, FIRST_ANSWER_MS);
    try {
      const claim = await claimInteraction(services.store, interaction.id);
      // Without an answer of the store, the process that Discord hears first says so.
      const isOurs = claim === 'ours' || (claim !== 'theirs' && (await reply.defer()));
      if (!isOurs) return this.#leave(interaction);
      await this.#runner.run(interaction, attempt, () =>
        claim === 'ours' ? work() : Promise.reject((claim as { problem: unknown }).problem),
      );
    } finally {
      clearTimeout(deferring);
    }
  }

  async #answerWrite(
    interaction: Answerable,
    attempt: Attempt,
    writes: AnyWriteKind,
    work: () => Promise<MessageView>,
  ): Promise<void> {
    const { reply } = attempt;
    const expecting = this.#expect(interaction, writes);
    const whenAnswered = async (): Promise<void> => await (await expecting)?.();
    const claim = await acknowledge(this.#sources.services.store, interaction.id, async () => {
      // Discord waits 3 s for the acknowledgment.
      await Promise.race([expecting, sleep(EXPECTING_MS, undefined, { ref: false })]);
      return await reply.defer();
    }).catch(async (error: unknown) => {
      await whenAnswered();
      throw error;
    });
    if (claim === 'theirs') return await whenAnswered();
    await this.#runner.run(interaction, attempt, async () => {
      attempt.whenShown.push(whenAnswered);
      await expecting;
      return await (claim === 'ours' ? work() : Promise.reject(claim.problem));
    });
  }

  /** What cannot be stored now cannot be written either: the work will say so. */
  async #expect(interaction: Answerable, kind: AnyWriteKind): Promise<(() => Promise<void>) | undefined> {
    const { services, log } = this.#sources;
    return await services.writes.expect(toOrigin(interaction), kind).catch((err: unknown) => {
      log.warn({ err, interactionId: interaction.id }, 'could not note a write before its command was acknowledged');
      return undefined;
    });
  }

  async #notify(interaction: Answerable, say: (messages: KitMessages) => string): Promise<void> {
    const sentence = say(kitIn(languageOf(interaction.locale)));
    await this.#acknowledge(interaction, (reply) => reply.notify(noticeView(sentence, 'warning')));
  }

  async #acknowledge(interaction: Answerable, respond: (reply: Reply) => Promise<boolean>): Promise<void> {
    const reply = new Reply(interaction, 'private', this.#sources.render);
    const claim = await acknowledge(this.#sources.services.store, interaction.id, () => respond(reply));
    if (claim === 'theirs') this.#leave(interaction);
  }

  #leave({ id }: Answerable): void {
    this.#sources.log.debug({ interactionId: id }, 'another process has this interaction');
  }

  async #execute(interaction: Answerable, run: Run, attempt: Attempt): Promise<MessageView> {
    attempt.waiting = run;
    const found = this.#find(run.path);
    if (!found) throw new UserError(kitIn(languageOf(interaction.locale)).errors.unknownCommand);
    const { command, execute } = found;
    const context = await this.#createContext(interaction, command, execute.needs, attempt);
    return await execute.run({ ...context, options: run.values as Values<Record<string, never>> });
  }

  async #createContext(
    interaction: Answerable,
    command: Command,
    needs: Needs,
    attempt: Attempt,
  ): Promise<HandlerContext<Needs>> {
    const context = await createHandlerContext(this.#sources, interaction, command, needs, attempt);
    return {
      ...context,
      whenShown: (work) => attempt.whenShown.push(work),
      needsOf: async (ticketId) => {
        const run = await this.#sources.services.tickets.look(PENDING_COMMAND, ticketId, interaction.user.id);
        return (run && this.#find(run.path)?.execute.needs) ?? [];
      },
      runCommand: (path, values) => this.#execute(interaction, { path, values }, attempt),
      runAgain: async (ticketId) => {
        const run = await this.#sources.services.tickets.take(PENDING_COMMAND, ticketId, interaction.user.id);
        if (!run) throw new UserError(context.messages.errors.ticketGone);
        return await this.#execute(interaction, run, attempt);
      },
    };
  }

  #find([name = '', ...rest]: readonly string[]): Runnable | undefined {
    const command = this.#commands.get(name);
    if (!command || 'userMenu' in command) return undefined;
    if ('execute' in command) return { command, execute: command.execute };
    const [first = '', second = ''] = rest;
    const entry = Object.hasOwn(command.subcommands, first) ? command.subcommands[first] : undefined;
    if (!entry) return undefined;
    if (!('subcommands' in entry)) return { command, execute: entry };
    const execute = Object.hasOwn(entry.subcommands, second) ? entry.subcommands[second] : undefined;
    return execute && { command, execute };
  }

  /** Undefined for a custom id that isn't ours, or whose arguments another release laid out. */
  #findAction(text: string): FoundAction | undefined {
    const customId = parseCustomId(text);
    const command = customId && this.#commands.get(customId.command);
    const actions = command?.actions ?? {};
    // A forged id may name what every object has, such as its constructor.
    if (!customId || !command || !Object.hasOwn(actions, customId.action)) return undefined;
    const action = actions[customId.action];
    const declared = action?.args ?? {};
    const args = customId.layout === layoutOf(declared) ? readArgs(declared, customId.parts) : undefined;
    return action && args && { command, action, args, owner: customId.owner };
  }

  #toModalContext({ locale, user }: Pick<Interaction, 'locale' | 'user'>, command: Command) {
    return {
      messages: inLanguage(command.messages, languageOf(locale)),
      idFor: this.#sources.ids(command.name, user.id),
    };
  }
}

type FoundAction = { command: Command; action: Action; args: ArgValues<Args>; owner: string | undefined };

function toPath({ commandName, options }: ChatInputCommandInteraction | AutocompleteInteraction): string[] {
  return [commandName, options.getSubcommandGroup(false), options.getSubcommand(false)].filter((part) => part !== null);
}

function withoutUndefined(values: Readonly<Record<string, unknown>>): Run['values'] {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Run['values'];
}

import { setTimeout as sleep } from 'node:timers/promises';
import {
  type AutocompleteInteraction,
  type ChatInputCommandInteraction,
  type Interaction,
  type MessageComponentInteraction,
  MessageFlags,
  type ModalSubmitInteraction,
  type UserContextMenuCommandInteraction,
} from 'discord.js';
import { Mistake, noticeView } from '../view/errorView.ts';
import type { MessageView } from '../view/message.ts';
import { type Words, wordsFor } from '../view/words/wordsFor.ts';
import { AGAIN, type Attempt, Attempts, type Place, type Run } from './attempts.ts';
import { acknowledge, type Claim } from './claims.ts';
import type { Command, Executable, Target } from './command.ts';
import type { HandlerContext, Needs } from './context.ts';
import { createIdFor, parseCustomId } from './customId.ts';
import { type Answerable, type ContextSources, createHandlerContext, toOrigin } from './handlerContext.ts';
import { readModal, readSelected } from './inputs.ts';
import { readValues, type Values } from './options.ts';
import { toPrivatePayload } from './payload.ts';
import { suggest } from './suggest.ts';
import type { AnyWriteKind } from './writeKind.ts';

export type RouterOptions = ContextSources & { commands: readonly Command[] };

/** How long the acknowledgment of a command that writes waits for the store. */
const EXPECTING_MS = 500;

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
  readonly #attempts: Attempts;

  constructor({ commands, ...sources }: RouterOptions) {
    this.#sources = sources;
    this.#attempts = new Attempts(sources);
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
      log.error({ err, interactionId: interaction.id }, 'could not answer an interaction');
    }
  }

  async #runCommand(interaction: ChatInputCommandInteraction): Promise<void> {
    const words = wordsFor(interaction.locale);
    const path = toPath(interaction);
    const execute = this.#findExecutable(path);
    if (!execute) {
      await this.#notify(interaction, words.errors.unknownCommand);
      return;
    }
    const options = readValues(execute.options ?? {}, interaction.options);
    const modal = execute.modal?.({ words, options, idFor: createIdFor(interaction.commandName, interaction.user.id) });
    if (modal) {
      await this.#acknowledge(interaction, () => interaction.showModal(modal));
      return;
    }
    const visibility = typeof execute.visibility === 'function' ? execute.visibility(options) : execute.visibility;
    const run = { path, values: withoutUndefined(options) };
    const place = visibility ?? 'private';
    await this.#answer(interaction, place, execute.writes, (attempt) =>
      this.#execute(interaction, words, run, attempt),
    );
  }

  async #runMenu(interaction: UserContextMenuCommandInteraction): Promise<void> {
    const words = wordsFor(interaction.locale);
    const command = this.#menus.get(interaction.commandName);
    if (!command) {
      await this.#notify(interaction, words.errors.unknownCommand);
      return;
    }
    const { userMenu } = command;
    const { targetUser } = interaction;
    const target: Target = { id: targetUser.id, name: targetUser.displayName, mention: `<@${targetUser.id}>` };
    const modal = userMenu.modal?.({ words, target, idFor: createIdFor(command.name, interaction.user.id) });
    if (modal) {
      await this.#acknowledge(interaction, () => interaction.showModal(modal));
      return;
    }
    await this.#answer(interaction, 'private', undefined, async (attempt) => {
      const context = await this.#createContext(interaction, words, command.name, userMenu.needs, attempt);
      return await userMenu.run({ ...context, target });
    });
  }

  async #runAction(interaction: MessageComponentInteraction | ModalSubmitInteraction): Promise<void> {
    const words = wordsFor(interaction.locale);
    const customId = parseCustomId(interaction.customId);
    // Whoever forges an id may name what every object has, such as its constructor.
    const actions = (customId && this.#commands.get(customId.command)?.actions) ?? {};
    const action = customId && Object.hasOwn(actions, customId.action) ? actions[customId.action] : undefined;
    if (!customId || !action) {
      await this.#notify(interaction, words.errors.outdated);
      return;
    }
    const { command, owner, args } = customId;
    if (owner !== undefined && owner !== interaction.user.id) {
      await this.#notify(interaction, words.errors.notYours);
      return;
    }
    const values = readSelected(interaction);
    if (action.answer === 'modal') {
      if (interaction.isModalSubmit()) return;
      const modal = action.run({ args, values, words, idFor: createIdFor(command, interaction.user.id) });
      await this.#acknowledge(interaction, () => interaction.showModal(modal));
      return;
    }
    const isUpdate = action.answer === 'update' && (interaction.isMessageComponent() || interaction.isFromMessage());
    await this.#answer(interaction, isUpdate ? 'update' : 'private', action.writes, async (attempt) => {
      const context = await this.#createContext(interaction, words, command, action.needs, attempt);
      return await action.run({ ...context, args, values, ...readModal(interaction) });
    });
  }

  /**
   * Acknowledges, does the work and shows what came of it, unless another process has this interaction. `writes` is what the work
   * will write: expected before the acknowledgment, so that its person is told even where this process dies before it begins.
   */
  async #answer(
    interaction: Answerable,
    place: Place,
    writes: AnyWriteKind | undefined,
    work: (attempt: Attempt) => Promise<MessageView>,
  ): Promise<void> {
    const words = wordsFor(interaction.locale);
    let expecting: Promise<(() => Promise<void>) | undefined> | undefined;
    const whenAnswered = async (): Promise<void> => await (await expecting)?.();
    const claim = await this.#acknowledge(interaction, async () => {
      if (writes) {
        expecting = this.#expect(interaction, writes);
        // Discord waits 3 s for the acknowledgment.
        await Promise.race([expecting, sleep(EXPECTING_MS, undefined, { ref: false })]);
      }
      return place === 'update' && 'deferUpdate' in interaction
        ? await interaction.deferUpdate()
        : await interaction.deferReply(place === 'public' ? {} : { flags: MessageFlags.Ephemeral });
    }).catch(async (error: unknown) => {
      await whenAnswered();
      throw error;
    });
    if (claim === 'theirs') return await whenAnswered();
    const outcome = await this.#attempts.make(interaction, words, async (attempt) => {
      attempt.whenShown.push(whenAnswered);
      await expecting;
      return await (claim === 'ours' ? work(attempt) : Promise.reject(claim.problem));
    });
    await this.#attempts.show(interaction, words, place, outcome);
  }

  /** What cannot be stored now cannot be written either: the work will say so. */
  async #expect(interaction: Answerable, kind: AnyWriteKind): Promise<(() => Promise<void>) | undefined> {
    const { services, log } = this.#sources;
    return await services.writes.expect(toOrigin(interaction), kind).catch((err: unknown) => {
      log.warn({ err, interactionId: interaction.id }, 'could not note a write before its command was acknowledged');
      return undefined;
    });
  }

  async #notify(interaction: Answerable, sentence: string): Promise<void> {
    await this.#acknowledge(interaction, () => interaction.reply(toPrivatePayload(noticeView(sentence, 'warning'))));
  }

  async #acknowledge(interaction: Answerable, respond: () => Promise<unknown>): Promise<Claim> {
    const { services, log } = this.#sources;
    const claim = await acknowledge(services.store, interaction, respond);
    if (claim === 'theirs') log.debug({ interactionId: interaction.id }, 'another process has this interaction');
    return claim;
  }

  async #execute(interaction: Answerable, words: Words, run: Run, attempt: Attempt): Promise<MessageView> {
    attempt.waiting = run;
    const execute = this.#findExecutable(run.path);
    if (!execute) throw new Mistake(({ errors }) => errors.unknownCommand);
    const context = await this.#createContext(interaction, words, run.path[0] ?? '', execute.needs, attempt);
    return await execute.run({ ...context, options: run.values as Values<Record<string, never>> });
  }

  async #createContext(
    interaction: Answerable,
    words: Words,
    command: string,
    needs: Needs,
    attempt: Attempt,
  ): Promise<HandlerContext<Needs>> {
    const context = await createHandlerContext(this.#sources, interaction, words, command, needs, attempt.tally);
    return {
      ...context,
      whenShown: (work) => attempt.whenShown.push(work),
      needsOf: async (ticketId) => {
        const run = await this.#sources.services.tickets.look(AGAIN, ticketId, interaction.user.id);
        return (run && this.#findExecutable(run.path)?.needs) ?? [];
      },
      runCommand: (path, values) => this.#execute(interaction, words, { path, values }, attempt),
      runAgain: async (ticketId) => {
        const run = await this.#sources.services.tickets.take(AGAIN, ticketId, interaction.user.id);
        if (!run) throw new Mistake(({ errors }) => errors.ticketGone);
        return await this.#execute(interaction, words, run, attempt);
      },
    };
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

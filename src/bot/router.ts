import { randomBytes } from 'node:crypto';
import {
  type ChatInputCommandInteraction,
  DiscordAPIError,
  type Interaction,
  InteractionContextType,
  type MessageComponentInteraction,
  MessageFlags,
  type ModalSubmitInteraction,
} from 'discord.js';
import type { TokenSources } from '../account/accessToken.ts';
import type { Link } from '../account/links.ts';
import type { GameClient } from '../game/client.ts';
import { GameError } from '../game/errors.ts';
import { coversScope, type Scope } from '../game/scopes.ts';
import type { Logger } from '../log.ts';
import { explain, explanationView, noticeView } from '../view/errorView.ts';
import type { MessageView } from '../view/message.ts';
import { type Words, wordsFor } from '../view/words/wordsFor.ts';
import type { Command, Executable, IdFor, Services } from './command.ts';
import { formatCustomId, parseCustomId } from './customId.ts';
import { readValues } from './options.ts';

export type RouterOptions = {
  commands: readonly Command[];
  services: Services;
  tokenSources: TokenSources;
  game: GameClient;
  log: Logger;
};

type ComponentLike = MessageComponentInteraction | ModalSubmitInteraction;
type Answerable = ChatInputCommandInteraction | ComponentLike;

/** Discord's codes for an interaction that somebody else answered, or that is too old. */
const NOT_OURS_TO_ANSWER = new Set<number | string>([10062, 40060]);
const PRIVATE_V2 = MessageFlags.Ephemeral | MessageFlags.IsComponentsV2;

/** The action that begins a login, in commands/login.ts; error replies lead there. */
const LOGIN = { command: 'login', action: 'start' };

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
  readonly #options: RouterOptions;

  constructor(options: RouterOptions) {
    this.#options = options;
    this.#commands = new Map(options.commands.map((command) => [command.name, command]));
  }

  async route(interaction: Interaction): Promise<void> {
    const { log } = this.#options;
    try {
      if (interaction.isChatInputCommand()) await this.#runCommand(interaction);
      else if (interaction.isMessageComponent() || interaction.isModalSubmit()) await this.#runAction(interaction);
    } catch (err) {
      // Only acknowledging or answering throws here: there is nobody left to tell.
      const isExpected = err instanceof DiscordAPIError && NOT_OURS_TO_ANSWER.has(err.code);
      log[isExpected ? 'warn' : 'error']({ err, interactionId: interaction.id }, 'could not answer an interaction');
    }
  }

  async #runCommand(interaction: ChatInputCommandInteraction): Promise<void> {
    const words = wordsFor(interaction.locale);
    const command = this.#commands.get(interaction.commandName);
    const execute = command && findExecutable(command, interaction.options.getSubcommand(false));
    if (!command || !execute) {
      await interaction.reply({ ...noticeView(words.errors.unknownCommand, 'warning'), flags: PRIVATE_V2 });
      return;
    }
    await interaction.deferReply(execute.visibility === 'public' ? {} : { flags: MessageFlags.Ephemeral });
    const view = await this.#attempt(interaction, words, async () => {
      const common = await this.#prepare(interaction, words, command.name, execute.needs);
      return await execute.run({ ...common, options: readValues(execute.options ?? {}, interaction) });
    });
    await interaction.editReply(toPayload(view.view));
  }

  async #runAction(interaction: ComponentLike): Promise<void> {
    const words = wordsFor(interaction.locale);
    const customId = parseCustomId(interaction.customId);
    const action = customId && this.#commands.get(customId.command)?.actions?.[customId.action];
    if (!customId || !action) {
      await interaction.reply({ ...noticeView(words.errors.outdated, 'warning'), flags: PRIVATE_V2 });
      return;
    }
    if (customId.owner !== undefined && customId.owner !== interaction.user.id) {
      await interaction.reply({ ...noticeView(words.errors.notYours, 'warning'), flags: PRIVATE_V2 });
      return;
    }
    if (action.answer === 'modal') {
      if (interaction.isModalSubmit()) return;
      const idFor = createIdFor(customId.command, interaction.user.id);
      await interaction.showModal(action.run({ args: customId.args, words, idFor }));
      return;
    }
    if (action.answer === 'update' && (interaction.isMessageComponent() || interaction.isFromMessage()))
      await interaction.deferUpdate();
    else await interaction.deferReply({ flags: MessageFlags.Ephemeral });

    const { view, hasFailed } = await this.#attempt(interaction, words, async () => {
      const common = await this.#prepare(interaction, words, customId.command, action.needs);
      return await action.run({ ...common, args: customId.args, fields: readFields(interaction) });
    });
    // What went wrong is said beside the message, whose buttons stay.
    if (hasFailed && action.answer === 'update') await interaction.followUp({ ...toPayload(view), flags: PRIVATE_V2 });
    else await interaction.editReply(toPayload(view));
  }

  /** The view, or the reply for what was thrown; what nobody foresaw gets a reference that stands in the log. */
  async #attempt(
    interaction: Answerable,
    words: Words,
    work: () => Promise<MessageView>,
  ): Promise<{ view: MessageView; hasFailed: boolean }> {
    const { log } = this.#options;
    try {
      return { view: await work(), hasFailed: false };
    } catch (err) {
      const where = { userId: interaction.user.id, interaction: nameOf(interaction) };
      const explanation = explain(words, err);
      if (!explanation) {
        const reference = randomBytes(4).toString('hex');
        log.error({ err, reference, ...where }, 'an interaction failed');
        return { view: noticeView(words.errors.unknown(reference), 'bad'), hasFailed: true };
      }
      log[explanation.tone === 'bad' ? 'warn' : 'info']({ err, ...where }, 'an interaction ended with an explanation');
      const logInId = (scopes: Scope[]): string =>
        formatCustomId({ ...LOGIN, owner: interaction.user.id, args: scopes });
      return { view: explanationView(explanation, logInId), hasFailed: true };
    }
  }

  async #prepare(interaction: Answerable, words: Words, command: string, needs: readonly Scope[] | undefined) {
    const { services, tokenSources, game, log } = this.#options;
    const { user } = interaction;
    const finding = services.links.get(user.id);
    // What needs no link works without it, even while links cannot be read.
    const link = await finding.catch((err: unknown) => {
      if (needs) throw err;
      log.warn({ err, userId: user.id }, 'went on without a link');
      return undefined;
    });
    if (needs) checkNeeds(link, needs);
    return {
      person: { id: user.id, name: user.displayName, mention: `<@${user.id}>` },
      // Typed by the command's own declaration: there whenever it names its needs.
      me: (link ? link.character : undefined) as never,
      game: game.actingAs(link ? tokenSources.of(user.id) : undefined),
      words,
      services,
      idFor: createIdFor(command, user.id),
      isInBotDm: interaction.context === InteractionContextType.BotDM,
    };
  }
}

function findExecutable(command: Command, subcommand: string | null): Executable | undefined {
  if ('execute' in command) return command.execute;
  return subcommand === null ? undefined : command.subcommands[subcommand];
}

function checkNeeds(link: Link | undefined, needs: readonly Scope[]): void {
  if (!link) throw new GameError({ code: 'not_linked' });
  const missing = needs.find((scope) => !coversScope(link.scopes, scope));
  if (missing) throw new GameError({ code: 'scope_missing', scope: missing });
}

function createIdFor(command: string, owner: string): IdFor {
  return (action, ...args) => formatCustomId({ command, action, owner, args: args.map(String) });
}

function readFields(interaction: ComponentLike): Record<string, string> {
  if (!interaction.isModalSubmit()) return {};
  const fields: Record<string, string> = {};
  for (const [customId, field] of interaction.fields.fields) {
    if ('value' in field && typeof field.value === 'string') fields[customId] = field.value;
  }
  return fields;
}

function toPayload({ components }: MessageView) {
  return { components, flags: MessageFlags.IsComponentsV2, allowedMentions: { parse: [] } } as const;
}

function nameOf(interaction: Answerable): string {
  return interaction.isChatInputCommand() ? `/${interaction.commandName}` : interaction.customId;
}

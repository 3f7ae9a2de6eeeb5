import {
  type APIApplicationCommand,
  ApplicationCommandOptionType,
  ApplicationCommandType,
  ApplicationIntegrationType,
  InteractionContextType,
} from 'discord-api-types/v10';
import { type CommandBody, type CommandOption, checkCommandList } from '../validation/commandRules.ts';
import type { Account, Channel, World } from '../world.ts';

const { GuildInstall, UserInstall } = ApplicationIntegrationType;

/** A registered command. `guildId`: null for all servers. */
export type RegisteredCommand = {
  id: string;
  guildId: string | null;
  version: string;
  type: ApplicationCommandType;
  body: CommandBody;
};

/** A path of subcommands, and the options at its end. */
export type CommandPath = {
  command: RegisteredCommand;
  /** `[]`, `['balance']` or `['group', 'sub']`. */
  subcommand: string[];
  options: CommandOption[];
};

/** The commands of the application (documentation, "Application Commands"). */
export class CommandRegistry {
  readonly #world: World;
  #commands: readonly RegisteredCommand[] = [];
  readonly #listeners = new Set<() => void>();

  constructor(world: World) {
    this.#world = world;
  }

  subscribe(listener: () => void): void {
    this.#listeners.add(listener);
  }

  list(guildId: string | null): RegisteredCommand[] {
    return this.#commands.filter((command) => command.guildId === guildId);
  }

  /** Bulk overwrite. A command with the same id, or the same type and name, keeps its id. */
  overwrite(guildId: string | null, list: unknown): RegisteredCommand[] {
    const bodies = checkCommandList(list);
    const before = this.list(guildId);
    const named = new Set(bodies.map(({ id }) => id));
    const after = bodies.map((body): RegisteredCommand => {
      const known =
        before.find(({ id }) => id === body.id) ?? before.find((one) => isSame(one, body) && !named.has(one.id));
      const type = body.type ?? ApplicationCommandType.ChatInput;
      return { id: known?.id ?? this.#world.newId(), guildId, version: this.#world.newId(), type, body };
    });
    this.#commands = [...this.#commands.filter((one) => one.guildId !== guildId), ...after];
    for (const listener of this.#listeners) listener();
    return after;
  }

  /** The commands that a person sees: the server's first, beside global ones of the same name. */
  usable(account: Account, channel: Channel): RegisteredCommand[] {
    return this.#commands
      .filter((command) => this.#isUsable(command, account, channel))
      .sort((a, b) => Number(a.guildId === null) - Number(b.guildId === null));
  }

  /** The installations that a command runs by: the server's, the user's, both or none. */
  installations(command: RegisteredCommand, account: Account, channel: Channel): ApplicationIntegrationType[] {
    const kinds = command.guildId ? [GuildInstall] : (command.body.integration_types ?? [GuildInstall]);
    const hasBot = this.#world.contextOf(channel) !== InteractionContextType.PrivateChannel;
    return [GuildInstall, UserInstall].filter(
      (kind) => kinds.includes(kind) && (kind === UserInstall ? account.installed : hasBot),
    );
  }

  toApi(command: RegisteredCommand, withLocalizations: boolean): APIApplicationCommand {
    const { body } = command;
    const permissions = body.default_member_permissions ?? null;
    return {
      id: command.id,
      application_id: this.#world.bot.user.id,
      version: command.version,
      type: command.type,
      name: body.name,
      description: body.description ?? '',
      ...(withLocalizations && {
        name_localizations: body.name_localizations ?? null,
        description_localizations: body.description_localizations ?? null,
      }),
      default_member_permissions: permissions === null ? null : String(permissions),
      nsfw: false,
      options: toApiOptions(body.options ?? []),
      ...(command.guildId
        ? { guild_id: command.guildId }
        : {
            dm_permission: true,
            contexts: body.contexts ?? null,
            integration_types: body.integration_types ?? [GuildInstall],
          }),
    } as APIApplicationCommand;
  }

  #isUsable(command: RegisteredCommand, account: Account, channel: Channel): boolean {
    const { contexts, default_member_permissions: needed } = command.body;
    const context = this.#world.contextOf(channel);
    const inServer = context === InteractionContextType.Guild;
    if (contexts && !contexts.includes(context)) return false;
    if (command.guildId !== null && !inServer) return false;
    if (this.installations(command, account, channel).length === 0) return false;
    if (!inServer || needed === null || needed === undefined || account.owner) return true;
    const bits = BigInt(needed);
    return bits !== 0n && (this.#world.permissionsOf(account) & bits) === bits;
  }
}

const isSame = (command: RegisteredCommand, body: CommandBody) =>
  command.type === (body.type ?? ApplicationCommandType.ChatInput) && command.body.name === body.name;

/** Drops the keys that are null. */
export function toApiOptions(options: readonly CommandOption[]): CommandOption[] {
  return options.map((option) => {
    const present = Object.fromEntries(Object.entries(option).filter(([, value]) => value !== null));
    return { ...present, ...(option.options && { options: toApiOptions(option.options) }) } as CommandOption;
  });
}

/** Walks down the subcommands; null if the path names none or stops above a subcommand. */
export function followPath(command: RegisteredCommand, subcommand: readonly string[]): CommandPath | null {
  let options = command.body.options ?? [];
  for (const name of subcommand) {
    const next = options.find((option) => option.name === name && isBranch(option));
    if (!next) return null;
    options = next.options ?? [];
  }
  return options.some(isBranch) ? null : { command, subcommand: [...subcommand], options };
}

const isBranch = ({ type }: CommandOption) =>
  type === ApplicationCommandOptionType.Subcommand || type === ApplicationCommandOptionType.SubcommandGroup;

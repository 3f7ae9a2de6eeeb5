import {
  type APIChannel,
  type APIGuild,
  type APIGuildMember,
  type APIRole,
  type APIUser,
  ChannelType,
  Locale,
} from 'discord-api-types/v10';
import type { Clock } from './clock.ts';
import { allPermissions, everyonePermissions } from './limits.ts';
import { problems } from './problem.ts';
import { createSnowflakes } from './snowflake.ts';

/** A person of the world, as the caller describes them. */
export interface PersonSpec {
  /** Fixed, so that what a bot stored about them outlives a restart. */
  id: string;
  username: string;
  displayName: string;
  /** One line, for example "a faction officer". */
  role: string;
  /** Their Discord language; default `en-US`. */
  locale?: Locale;
  /** Owns the server and may do everything there. The first person does, if none says so. */
  owner?: boolean;
  /** Has the bot installed for themselves: commands of the user-install kind work everywhere. */
  installed?: boolean;
  /** Lets the bot write to them; default true. */
  dmsOpen?: boolean;
}

/** Somebody in the world: a person or the bot. */
export interface Account {
  user: APIUser;
  role: string;
  locale: Locale;
  owner: boolean;
  installed: boolean;
  dmsOpen: boolean;
}

/** A channel of the server, or a conversation of two. */
export interface Channel {
  id: string;
  kind: 'text' | 'dm';
  name: string;
  topic: string;
  /** The two of a DM; empty for the server's channels, which everybody sees. */
  participants: readonly string[];
  lastMessageId: string | null;
}

/** Ids of the fixed things: made once, far in the past, so that they never collide with new ones. */
const fixedIds = { guild: '1100000000000000000', general: '1100000000000000001', trade: '1100000000000000002' };
/** No bit set; typed as a number because Discord's flag enums have no zero. */
const noFlags = 0 as number;
const createdAt = '2023-04-24T12:00:00.000000+00:00';

/** The server, its channels and everybody in it. */
export class World {
  readonly bot: Account;
  readonly accounts: ReadonlyMap<string, Account>;
  readonly guild: { id: string; name: string };
  readonly newId: () => string;
  readonly #channels = new Map<string, Channel>();

  constructor(options: {
    clock: Clock;
    applicationId: string;
    botName: string;
    serverName: string;
    people: readonly PersonSpec[];
  }) {
    this.newId = createSnowflakes(options.clock);
    this.guild = { id: fixedIds.guild, name: options.serverName };
    this.bot = toAccount(
      { id: options.applicationId, username: options.botName, displayName: options.botName, role: 'the bot' },
      true,
    );
    const ownerId = (options.people.find((spec) => spec.owner) ?? options.people[0])?.id;
    const people = options.people.map((spec) => toAccount({ ...spec, owner: spec.id === ownerId }, false));
    this.accounts = new Map([...people, this.bot].map((account) => [account.user.id, account]));
    for (const [id, name, topic] of [
      [fixedIds.general, 'general', 'Everybody is here'],
      [fixedIds.trade, 'trade', 'Goods, ships and credits'],
    ] as const)
      this.#channels.set(id, { id, kind: 'text', name, topic, participants: [], lastMessageId: null });
  }

  /** The people, without the bot. */
  people(): Account[] {
    return [...this.accounts.values()].filter((account) => account !== this.bot);
  }

  /** @throws DiscordProblem 10013 */
  account(id: string): Account {
    const account = this.accounts.get(id);
    if (!account) throw problems.unknownUser();
    return account;
  }

  /** The channel, if this user can see it. @throws DiscordProblem 10003, or 50001 where it is not theirs. */
  channelFor(userId: string, channelId: string): Channel {
    const channel = this.#channels.get(channelId);
    if (!channel) throw problems.unknownChannel();
    if (!this.canSee(userId, channel)) throw problems.missingAccess();
    return channel;
  }

  canSee(userId: string, channel: Channel): boolean {
    return channel.kind === 'text' || channel.participants.includes(userId);
  }

  textChannels(): Channel[] {
    return [...this.#channels.values()].filter(({ kind }) => kind === 'text');
  }

  /** All channels this user can see. */
  channelsOf(userId: string): Channel[] {
    return [...this.#channels.values()].filter((channel) => this.canSee(userId, channel));
  }

  /** The conversation of two, made when it does not exist. */
  dm(a: string, b: string): Channel {
    const found = [...this.#channels.values()].find(
      ({ kind, participants }) => kind === 'dm' && participants.includes(a) && participants.includes(b),
    );
    if (found) return found;
    const id = this.newId();
    const channel: Channel = { id, kind: 'dm', name: '', topic: '', participants: [a, b], lastMessageId: null };
    this.#channels.set(id, channel);
    return channel;
  }

  /** Where a channel stands for an interaction: the server, the DM with the bot, or a DM of two people. */
  contextOf(channel: Channel): 'guild' | 'botDm' | 'private' {
    if (channel.kind === 'text') return 'guild';
    return channel.participants.includes(this.bot.user.id) ? 'botDm' : 'private';
  }

  /** What somebody may do in the server, as a bit set. */
  permissionsOf(account: Account): bigint {
    if (account.owner) return allPermissions;
    // The bot may mention everyone, so that a text which was not made harmless is noticed.
    return account === this.bot ? everyonePermissions | (1n << 17n) : everyonePermissions;
  }

  roles(): APIRole[] {
    return [
      {
        id: this.guild.id,
        name: '@everyone',
        description: null,
        color: 0,
        colors: { primary_color: 0, secondary_color: null, tertiary_color: null },
        hoist: false,
        icon: null,
        unicode_emoji: null,
        position: 0,
        permissions: everyonePermissions.toString(),
        managed: false,
        mentionable: false,
        flags: noFlags,
      } as APIRole,
    ];
  }

  member(account: Account): APIGuildMember {
    return {
      user: account.user,
      nick: null,
      avatar: null,
      banner: null,
      roles: [],
      joined_at: createdAt,
      premium_since: null,
      deaf: false,
      mute: false,
      flags: noFlags,
      pending: false,
      communication_disabled_until: null,
    };
  }

  /** The channel as a bot sees it. */
  toApiChannel(channel: Channel): APIChannel {
    if (channel.kind === 'dm')
      return {
        id: channel.id,
        type: ChannelType.DM,
        last_message_id: channel.lastMessageId,
        flags: noFlags,
        recipients: channel.participants.filter((id) => id !== this.bot.user.id).map((id) => this.account(id).user),
      } as APIChannel;
    return {
      id: channel.id,
      type: ChannelType.GuildText,
      guild_id: this.guild.id,
      name: channel.name,
      topic: channel.topic,
      position: this.textChannels().indexOf(channel),
      permission_overwrites: [],
      nsfw: false,
      rate_limit_per_user: 0,
      parent_id: null,
      last_message_id: channel.lastMessageId,
      flags: noFlags,
    } as APIChannel;
  }

  toApiGuild(): APIGuild {
    return {
      id: this.guild.id,
      name: this.guild.name,
      icon: null,
      splash: null,
      discovery_splash: null,
      banner: null,
      description: null,
      owner_id: this.people().find(({ owner }) => owner)?.user.id ?? this.bot.user.id,
      region: '',
      afk_channel_id: null,
      afk_timeout: 300,
      verification_level: 1,
      default_message_notifications: 1,
      explicit_content_filter: 0,
      roles: this.roles(),
      emojis: [],
      stickers: [],
      features: [],
      mfa_level: 0,
      application_id: null,
      system_channel_id: null,
      system_channel_flags: noFlags,
      rules_channel_id: null,
      public_updates_channel_id: null,
      safety_alerts_channel_id: null,
      vanity_url_code: null,
      premium_tier: 0,
      premium_subscription_count: 0,
      premium_progress_bar_enabled: false,
      preferred_locale: Locale.EnglishUS,
      nsfw_level: 0,
      hub_type: null,
      home_header: null,
      nsfw: false,
      widget_enabled: false,
      widget_channel_id: null,
      max_presences: null,
      incidents_data: null,
      max_members: 250_000,
      max_video_channel_users: 25,
      max_stage_video_channel_users: 50,
    } as APIGuild;
  }
}

function toAccount(spec: PersonSpec, isBot: boolean): Account {
  const user = {
    id: spec.id,
    username: spec.username,
    discriminator: isBot ? '0001' : '0',
    global_name: isBot ? null : spec.displayName,
    // A picture is drawn for every account; the hash only has to look like one.
    avatar: BigInt(spec.id).toString(16).padStart(32, '0').slice(-32),
    banner: null,
    accent_color: null,
    avatar_decoration_data: null,
    public_flags: noFlags,
    flags: noFlags,
    primary_guild: null,
    ...(isBot && { bot: true }),
  } as APIUser;
  return {
    user,
    role: spec.role,
    locale: spec.locale ?? Locale.EnglishUS,
    owner: spec.owner ?? false,
    installed: spec.installed ?? false,
    dmsOpen: spec.dmsOpen ?? true,
  };
}

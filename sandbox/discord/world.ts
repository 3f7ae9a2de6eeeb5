import { type APIUser, InteractionContextType, Locale, PermissionFlagsBits } from 'discord-api-types/v10';
import type { Clock } from './clock.ts';
import { ALL_PERMISSIONS, EVERYONE_PERMISSIONS, PEOPLE_IN_GROUP } from './limits.ts';
import { type DmRefusalCode, problems } from './problem.ts';
import { createSnowflakes } from './snowflake.ts';

/** A person, as the caller describes them. */
export type PersonSpec = {
  /** Fixed, so that what a bot stored about them outlives a restart. */
  id: string;
  username: string;
  displayName: string;
  /** One line, for example "a faction officer". */
  role: string;
  /** Owns the server and has every permission. By default the first person. */
  owner?: boolean;
  /** Has installed the bot for themselves: its user-install commands work everywhere. */
  installed?: boolean;
};

export type DmRefusal = {
  code: DmRefusalCode;
  /** `message`: opening the conversation works, writing doesn't. `channel`: neither works. */
  at: 'message' | 'channel';
};

export type Account = {
  user: APIUser;
  role: string;
  locale: Locale;
  owner: boolean;
  installed: boolean;
  /** Null if the bot may write to them. */
  dmRefusal: DmRefusal | null;
};

/** A channel of the server, or a conversation of two or of a group. */
export type Channel = {
  id: string;
  kind: 'text' | 'dm';
  name: string;
  topic: string;
  /** Two in a DM, more in a group DM; empty for the server's channels, which everyone sees. */
  participants: readonly string[];
  lastMessageId: string | null;
};

/** Fixed and old, so that it doesn't collide with new ids. */
const GUILD = { id: '1100000000000000000', name: 'The Hangar' };
const TEXT_CHANNELS = [
  { id: '1100000000000000001', name: 'general', topic: 'Everyone is here' },
  { id: '1100000000000000002', name: 'trade', topic: 'Goods, ships and credits' },
];
const GROUP = { id: '1100000000000000003', name: 'The crew', topic: 'A group without the bot' };
const BOT = { id: '1200000000000000000', username: 'Commlink', displayName: 'Commlink', role: 'the bot' };

export class World {
  readonly bot: Account;
  readonly accounts: ReadonlyMap<string, Account>;
  readonly guild: { id: string; name: string; locale: Locale };
  readonly newId: () => string;
  readonly clock: Clock;
  readonly #channels = new Map<string, Channel>();

  constructor(clock: Clock, specs: readonly PersonSpec[], locale: Locale) {
    this.clock = clock;
    this.newId = createSnowflakes(clock);
    this.guild = { ...GUILD, locale };
    this.bot = toAccount(BOT, true);
    const ownerId = (specs.find((spec) => spec.owner) ?? specs[0])?.id;
    const people = specs.map((spec) => toAccount({ ...spec, owner: spec.id === ownerId }, false));
    this.accounts = new Map([...people, this.bot].map((account) => [account.user.id, account]));
    const participants = people.map(({ user }) => user.id).slice(0, PEOPLE_IN_GROUP);
    const empty = { participants: [], lastMessageId: null };
    for (const channel of TEXT_CHANNELS) this.#channels.set(channel.id, { ...channel, ...empty, kind: 'text' });
    if (participants.length > 2) this.#channels.set(GROUP.id, { ...GROUP, ...empty, kind: 'dm', participants });
  }

  people(): Account[] {
    return [...this.accounts.values()].filter((account) => account !== this.bot);
  }

  /** @throws DiscordProblem 10013 */
  account(id: string): Account {
    const account = this.accounts.get(id);
    if (!account) throw problems.unknownUser();
    return account;
  }

  /** @throws DiscordProblem 10003, or 50001 if this user can't see it */
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

  channelsOf(userId: string): Channel[] {
    return [...this.#channels.values()].filter((channel) => this.canSee(userId, channel));
  }

  /** The conversation of two, created if it doesn't exist. */
  dm(a: string, b: string): Channel {
    const found = [...this.#channels.values()].find(
      ({ participants }) => participants.length === 2 && participants.includes(a) && participants.includes(b),
    );
    if (found) return found;
    const id = this.newId();
    const channel: Channel = { id, kind: 'dm', name: '', topic: '', participants: [a, b], lastMessageId: null };
    this.#channels.set(id, channel);
    return channel;
  }

  /** The server, the DM with the bot, or a conversation without it. */
  contextOf({ kind, participants }: Channel): InteractionContextType {
    const { Guild, BotDM, PrivateChannel } = InteractionContextType;
    if (kind === 'text') return Guild;
    return participants.includes(this.bot.user.id) ? BotDM : PrivateChannel;
  }

  /** A bit set. */
  permissionsOf(account: Account): bigint {
    if (account.owner) return ALL_PERMISSIONS;
    // The bot may mention everyone, so that an unescaped text is noticed.
    return account === this.bot ? EVERYONE_PERMISSIONS | PermissionFlagsBits.MentionEveryone : EVERYONE_PERMISSIONS;
  }
}

function toAccount(spec: PersonSpec, isBot: boolean): Account {
  return {
    user: toApiUser(spec, isBot),
    role: spec.role,
    locale: Locale.EnglishUS,
    owner: spec.owner ?? false,
    installed: spec.installed ?? false,
    dmRefusal: null,
  };
}

function toApiUser({ id, username, displayName }: PersonSpec, isBot: boolean): APIUser {
  return {
    id,
    username,
    discriminator: isBot ? '0001' : '0',
    global_name: isBot ? null : displayName,
    // A picture is drawn for every account; the hash only has to look real.
    avatar: BigInt(id).toString(16).padStart(32, '0').slice(-32),
    banner: null,
    accent_color: null,
    avatar_decoration_data: null,
    // No bit set; typed as a number because Discord's flag enums have no zero.
    public_flags: 0 as number,
    flags: 0 as number,
    primary_guild: null,
    ...(isBot && { bot: true }),
  } as APIUser;
}

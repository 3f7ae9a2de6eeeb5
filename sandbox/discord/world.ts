import { type APIUser, InteractionContextType, Locale, PermissionFlagsBits } from 'discord-api-types/v10';
import type { Clock } from './clock.ts';
import { allPermissions, everyonePermissions, peopleInGroup } from './limits.ts';
import { type DmRefusalCode, problems } from './problem.ts';
import { createSnowflakes } from './snowflake.ts';

/** A person of the world, as the caller describes them. */
export type PersonSpec = {
  /** Fixed, so that what a bot stored about them outlives a restart. */
  id: string;
  username: string;
  displayName: string;
  /** One line, for example "a faction officer". */
  role: string;
  /** Owns the server and may do everything there. The first person does, if none says so. */
  owner?: boolean;
  /** Has the bot installed for themselves: commands of the user-install kind work everywhere. */
  installed?: boolean;
};

/** How the bot's direct messages to someone are refused. */
export interface DmRefusal {
  code: DmRefusalCode;
  /** `message`: opening the conversation works, writing in it does not. `channel`: neither does. */
  at: 'message' | 'channel';
}

/** Someone in the world: a person or the bot. */
export interface Account {
  user: APIUser;
  role: string;
  locale: Locale;
  owner: boolean;
  installed: boolean;
  /** Null: the bot may write to them. */
  dmRefusal: DmRefusal | null;
}

/** A channel of the server, or a conversation: of two, or a group. */
export interface Channel {
  id: string;
  kind: 'text' | 'dm';
  name: string;
  topic: string;
  /** Of a DM two, of a group DM more; empty for the server's channels, which everyone sees. */
  participants: readonly string[];
  lastMessageId: string | null;
}

/** The fixed things. Their ids were made far in the past, so that they never collide with new ones. */
const GUILD = { id: '1100000000000000000', name: 'The Hangar' };
const TEXT_CHANNELS = [
  { id: '1100000000000000001', name: 'general', topic: 'Everyone is here' },
  { id: '1100000000000000002', name: 'trade', topic: 'Goods, ships and credits' },
];
const GROUP = { id: '1100000000000000003', name: 'The crew', topic: 'A group without the bot' };
const BOT = { id: '1200000000000000000', username: 'Commlink', displayName: 'Commlink', role: 'the bot' };

/** The server, its channels and everyone in it. */
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
    const participants = people.map(({ user }) => user.id).slice(0, peopleInGroup);
    const empty = { participants: [], lastMessageId: null };
    for (const channel of TEXT_CHANNELS) this.#channels.set(channel.id, { ...channel, ...empty, kind: 'text' });
    if (participants.length > 2) this.#channels.set(GROUP.id, { ...GROUP, ...empty, kind: 'dm', participants });
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
      ({ participants }) => participants.length === 2 && participants.includes(a) && participants.includes(b),
    );
    if (found) return found;
    const id = this.newId();
    const channel: Channel = { id, kind: 'dm', name: '', topic: '', participants: [a, b], lastMessageId: null };
    this.#channels.set(id, channel);
    return channel;
  }

  /** Where an interaction in this channel takes place: the server, the DM with the bot, or a DM without it. */
  contextOf({ kind, participants }: Channel): InteractionContextType {
    const { Guild, BotDM, PrivateChannel } = InteractionContextType;
    if (kind === 'text') return Guild;
    return participants.includes(this.bot.user.id) ? BotDM : PrivateChannel;
  }

  /** What someone may do in the server, as a bit set. */
  permissionsOf(account: Account): bigint {
    if (account.owner) return allPermissions;
    // The bot may mention everyone, so that a text which was not made harmless is noticed.
    return account === this.bot ? everyonePermissions | PermissionFlagsBits.MentionEveryone : everyonePermissions;
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
    // A picture is drawn for every account; the hash only has to look like one.
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

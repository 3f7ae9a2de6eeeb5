import {
  CreatePrivateChannelRequestSchema,
  GatewayBotResponseSchema,
  GatewayResponseSchema,
  GuildChannelResponseSchema,
  GuildMemberResponseSchema,
  GuildRoleResponseSchema,
  GuildWithCountsResponseSchema,
  MyGuildResponseSchema,
  PrivateApplicationResponseSchema,
  PrivateChannelResponseSchema,
  UserPIIResponseSchema,
  UserResponseSchema,
} from 'discord-api-spec/zod';
import { array } from 'zod/mini';
import type { $ZodType } from 'zod/v4/core';
import { problems } from '../problem.ts';
import { compareSnowflakes } from '../snowflake.ts';
import { check, required } from '../validation/schema.ts';
import type { Account, World } from '../world.ts';
import { toApiChannel, toApiGuild, toApiMember, toApiOwnGuild, toApiRoles } from '../worldPayload.ts';
import { queryFields } from './address.ts';
import { param, type RestCall, type Route, type Services } from './route.ts';

/** Who and what there is: gateway, application, users, the server. */
export const worldRoutes: Route[] = [
  { ...get('/gateway', GatewayResponseSchema, ({ gatewayUrl }) => ({ url: gatewayUrl() })), auth: 'none' },
  get('/gateway/bot', GatewayBotResponseSchema, ({ gatewayUrl, startLimit }) => ({
    url: gatewayUrl(),
    shards: 1,
    session_start_limit: startLimit(),
  })),
  get('/users/@me', UserPIIResponseSchema, ({ world }) => ({
    ...world.bot.user,
    email: null,
    mfa_enabled: true,
    verified: true,
    locale: 'en-US',
  })),
  get(
    '/users/@me/guilds',
    array(MyGuildResponseSchema),
    ({ world }, { query: { before, after, with_counts } }) => {
      const { id } = world.guild;
      const isOutside =
        (before !== undefined && compareSnowflakes(id, String(before)) >= 0) ||
        (after !== undefined && compareSnowflakes(id, String(after)) <= 0);
      return isOutside ? [] : [{ ...toApiOwnGuild(world), ...counts(world, with_counts) }];
    },
    {
      before: queryFields.snowflake,
      after: queryFields.snowflake,
      limit: queryFields.integer(1, 200),
      with_counts: queryFields.boolean,
    },
  ),
  get('/users/:user', UserResponseSchema, ({ world }, call) => world.account(param(call, 'user')).user),
  {
    method: 'POST',
    path: '/users/@me/channels',
    auth: 'bot',
    answer: PrivateChannelResponseSchema,
    run({ world }, call) {
      const body = check<{ recipient_id?: string | null }>(CreatePrivateChannelRequestSchema, call.body);
      if (!body.recipient_id) throw problems.invalidBody([required(['recipient_id'])]);
      const account = world.account(body.recipient_id);
      if (account === world.bot) throw problems.noDmWith();
      const { dmRefusal } = account;
      if (dmRefusal?.at === 'channel')
        throw dmRefusal.code === 50007 ? problems.noDmWith() : problems.dmRefused(dmRefusal.code);
      return { body: toApiChannel(world, world.dm(world.bot.user.id, account.user.id)) };
    },
  },
  get('/applications/@me', PrivateApplicationResponseSchema, toApplication),
  get('/oauth2/applications/@me', PrivateApplicationResponseSchema, toApplication),
  get(
    '/guilds/:guild',
    GuildWithCountsResponseSchema,
    ({ world }, call) => {
      checkGuild(world.guild.id, call);
      return { ...toApiGuild(world), ...counts(world, call.query['with_counts']) };
    },
    { with_counts: queryFields.boolean },
  ),
  get('/guilds/:guild/channels', array(GuildChannelResponseSchema), ({ world }, call) => {
    checkGuild(world.guild.id, call);
    return world.textChannels().map((channel) => toApiChannel(world, channel));
  }),
  get('/guilds/:guild/roles', array(GuildRoleResponseSchema), ({ world }, call) => {
    checkGuild(world.guild.id, call);
    return toApiRoles(world);
  }),
  get('/guilds/:guild/roles/:role', GuildRoleResponseSchema, ({ world }, call) => {
    checkGuild(world.guild.id, call);
    const role = toApiRoles(world).find(({ id }) => id === param(call, 'role'));
    if (!role) throw problems.unknownRole();
    return role;
  }),
  get(
    '/guilds/:guild/members',
    array(GuildMemberResponseSchema),
    ({ world, seesMembers }, call) => {
      checkGuild(world.guild.id, call);
      if (!seesMembers) throw problems.missingAccess();
      const { limit = 1, after = '0' } = call.query;
      return membersById(world)
        .filter(({ user }) => compareSnowflakes(user.id, String(after)) > 0)
        .slice(0, Number(limit))
        .map(toApiMember);
    },
    { limit: queryFields.integer(1, 1_000), after: queryFields.snowflake },
  ),
  get(
    '/guilds/:guild/members/search',
    array(GuildMemberResponseSchema),
    ({ world }, call) => {
      checkGuild(world.guild.id, call);
      const { query, limit = 1 } = call.query;
      const beginning = String(query).toLowerCase();
      return membersById(world)
        .filter(({ user }) => user.username.toLowerCase().startsWith(beginning))
        .slice(0, Number(limit))
        .map(toApiMember);
    },
    { query: queryFields.text, limit: queryFields.integer(1, 1_000) },
  ),
  get('/guilds/:guild/members/:user', GuildMemberResponseSchema, ({ world }, call) => {
    checkGuild(world.guild.id, call);
    const account = world.accounts.get(param(call, 'user'));
    if (!account) throw problems.unknownMember();
    return toApiMember(account);
  }),
];

function get(
  path: string,
  answer: $ZodType,
  read: (services: Services, call: RestCall) => unknown,
  query: NonNullable<Route['query']> = {},
): Route {
  return { method: 'GET', path, auth: 'bot', query, answer, run: (services, call) => ({ body: read(services, call) }) };
}

/** Guild Resource, "Get Guild", `with_counts`. */
function counts({ accounts }: World, areWanted: unknown): object {
  return areWanted === true
    ? { approximate_member_count: accounts.size, approximate_presence_count: accounts.size }
    : {};
}

/** Guild Resource, "List Guild Members": in the order of their ids, for `after` goes on from there. */
function membersById({ accounts }: World): Account[] {
  return [...accounts.values()].sort((a, b) => compareSnowflakes(a.user.id, b.user.id));
}

function checkGuild(guildId: string, call: RestCall): void {
  if (param(call, 'guild') !== guildId) throw problems.unknownGuild();
}

function toApplication({ world }: Services): unknown {
  const { user } = world.bot;
  return {
    id: user.id,
    name: user.username,
    icon: null,
    description: '',
    type: null,
    bot: user,
    bot_public: false,
    bot_require_code_grant: false,
    verify_key: '0'.repeat(64),
    flags: 0,
    flags_new: '0',
    explicit_content_filter: 0,
    eligible_oauth2_scopes: ['applications.commands', 'bot'],
    tags: [],
    owner: world.people().find(({ owner }) => owner)?.user ?? user,
    team: null,
    redirect_uris: [],
    interactions_endpoint_url: null,
    role_connections_verification_url: null,
    event_webhooks_url: null,
    event_webhooks_status: 1,
    approximate_guild_count: 1,
    approximate_user_install_count: world.people().filter(({ installed }) => installed).length,
    approximate_user_authorization_count: 0,
    integration_types_config: { 0: {}, 1: {} },
  };
}

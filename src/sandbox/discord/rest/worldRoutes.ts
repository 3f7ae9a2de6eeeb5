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
import { check, required } from '../validation/schema.ts';
import { toApiChannel, toApiGuild, toApiMember, toApiRoles } from '../worldPayload.ts';
import { param, type RestCall, type Route, type Services } from './route.ts';

/** Who and what there is: gateway, application, users, the server. */
export const worldRoutes: Route[] = [
  get('/gateway', GatewayResponseSchema, ({ gatewayUrl }) => ({ url: gatewayUrl() })),
  get('/gateway/bot', GatewayBotResponseSchema, ({ gatewayUrl }) => ({
    url: gatewayUrl(),
    shards: 1,
    session_start_limit: { total: 1_000, remaining: 999, reset_after: 86_400_000, max_concurrency: 1 },
  })),
  get('/users/@me', UserPIIResponseSchema, ({ world }) => ({
    ...world.bot.user,
    email: null,
    mfa_enabled: true,
    verified: true,
    locale: 'en-US',
  })),
  get('/users/@me/guilds', array(MyGuildResponseSchema), ({ world }) => [
    { ...toApiGuild(world), owner: false, permissions: world.permissionsOf(world.bot).toString() },
  ]),
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
      if (account === world.bot) throw problems.dmsClosed();
      return { body: toApiChannel(world, world.dm(world.bot.user.id, account.user.id)) };
    },
  },
  get('/applications/@me', PrivateApplicationResponseSchema, toApplication),
  get('/oauth2/applications/@me', PrivateApplicationResponseSchema, toApplication),
  get('/guilds/:guild', GuildWithCountsResponseSchema, ({ world }, call) => {
    checkGuild(world.guild.id, call);
    return {
      ...toApiGuild(world),
      ...(call.query.get('with_counts') === 'true' && {
        approximate_member_count: world.accounts.size,
        approximate_presence_count: world.accounts.size,
      }),
    };
  }),
  get('/guilds/:guild/channels', array(GuildChannelResponseSchema), ({ world }, call) => {
    checkGuild(world.guild.id, call);
    return world.textChannels().map((channel) => toApiChannel(world, channel));
  }),
  get('/guilds/:guild/roles', array(GuildRoleResponseSchema), ({ world }, call) => {
    checkGuild(world.guild.id, call);
    return toApiRoles(world);
  }),
  get('/guilds/:guild/members/:user', GuildMemberResponseSchema, ({ world }, call) => {
    checkGuild(world.guild.id, call);
    const account = world.accounts.get(param(call, 'user'));
    if (!account) throw problems.unknownMember();
    return toApiMember(account);
  }),
];

function get(path: string, answer: $ZodType, read: (services: Services, call: RestCall) => unknown): Route {
  return { method: 'GET', path, auth: 'bot', answer, run: (services, call) => ({ body: read(services, call) }) };
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
    summary: '',
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

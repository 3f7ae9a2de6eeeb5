import * as spec from 'discord-api-spec/zod';
import * as z from 'zod/mini';
import type { $ZodType } from 'zod/v4/core';
import { problems } from '../problem.ts';
import { check, required } from '../validation/schema.ts';
import type { World } from '../world.ts';
import { toApiChannel, toApiGuild, toApiMember, toApiOwnGuild, toApiRoles } from '../worldPayload.ts';
import { type QueryFields, queryFields } from './address.ts';
import { param, type RestAnswer, type RestCall, type Route, route, type Services } from './route.ts';

const withCounts = { with_counts: queryFields.boolean };

/** Who and what there is: gateway, application, users, the server. */
export const worldRoutes: Route[] = [
  { ...get('/gateway', spec.GatewayResponseSchema, ({ gatewayUrl }) => ({ url: gatewayUrl })), auth: 'none' },
  get('/gateway/bot', spec.GatewayBotResponseSchema, ({ gatewayUrl, shards, startLimit }) => ({
    url: gatewayUrl,
    shards,
    session_start_limit: startLimit(),
  })),
  get('/users/@me', spec.UserPIIResponseSchema, ({ world }) => ({
    ...world.bot.user,
    email: null,
    mfa_enabled: true,
    verified: true,
    locale: 'en-US',
  })),
  get(
    '/users/@me/guilds',
    z.array(spec.MyGuildResponseSchema),
    ({ world }, { query }) => [{ ...toApiOwnGuild(world), ...counts(world, query['with_counts']) }],
    { ...withCounts, limit: queryFields.integer(1, 200) },
  ),
  get('/users/:user', spec.UserResponseSchema, ({ world }, call) => world.account(param(call, 'user')).user),
  route('POST /users/@me/channels', spec.PrivateChannelResponseSchema, openDm),
  get('/applications/@me', spec.PrivateApplicationResponseSchema, toApplication),
  route('PATCH /applications/@me', spec.PrivateApplicationResponseSchema, editApplication),
  get('/oauth2/applications/@me', spec.PrivateApplicationResponseSchema, toApplication),
  ofGuild(
    '',
    spec.GuildWithCountsResponseSchema,
    ({ world }, { query }) => ({ ...toApiGuild(world), ...counts(world, query['with_counts']) }),
    withCounts,
  ),
  ofGuild('/channels', z.array(spec.GuildChannelResponseSchema), ({ world }) =>
    world.textChannels().map((channel) => toApiChannel(world, channel)),
  ),
  ofGuild('/roles', z.array(spec.GuildRoleResponseSchema), ({ world }) => toApiRoles(world)),
  ofGuild('/members/:user', spec.GuildMemberResponseSchema, ({ world }, call) => {
    const account = world.accounts.get(param(call, 'user'));
    if (!account) throw problems.unknownMember();
    return toApiMember(account);
  }),
];

type Read = (services: Services, call: RestCall) => unknown;

function get(path: `/${string}`, answer: $ZodType, read: Read, query: QueryFields = {}): Route {
  return route(`GET ${path}`, answer, (services, call) => ({ body: read(services, call) }), { query });
}

/** What there is of the one server. */
function ofGuild(path: string, answer: $ZodType, read: Read, query: QueryFields = {}): Route {
  const readGuild: Read = (services, call) => {
    if (param(call, 'guild') !== services.world.guild.id) throw problems.unknownGuild();
    return read(services, call);
  };
  return get(`/guilds/:guild${path}`, answer, readGuild, query);
}

/** "Create DM". */
function openDm({ world }: Services, call: RestCall): RestAnswer {
  const body = check<{ recipient_id?: string | null }>(spec.CreatePrivateChannelRequestSchema, call.body);
  if (!body.recipient_id) throw problems.invalidBody([required(['recipient_id'])]);
  const account = world.account(body.recipient_id);
  const { dmRefusal } = account;
  if (account === world.bot || (dmRefusal?.at === 'channel' && dmRefusal.code === 50007)) throw problems.noDmWith();
  if (dmRefusal?.at === 'channel') throw problems.dmRefused(dmRefusal.code);
  return { body: toApiChannel(world, world.dm(world.bot.user.id, account.user.id)) };
}

/** "Get Guild", `with_counts`. */
function counts({ accounts }: World, areWanted: unknown): object {
  return areWanted === true
    ? { approximate_member_count: accounts.size, approximate_presence_count: accounts.size }
    : {};
}

/** "Edit Current Application": only the interactions endpoint can be changed here. */
async function editApplication(services: Services, call: RestCall): Promise<RestAnswer> {
  type Edit = { interactions_endpoint_url?: string | null };
  const { interactions_endpoint_url: url } = check<Edit>(spec.ApplicationFormPartialSchema, call.body);
  if (url !== undefined) await services.endpoint.setUrl(url);
  return { body: toApplication(services) };
}

function toApplication({ world, endpoint, verifyKey, application }: Services): unknown {
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
    verify_key: verifyKey,
    flags: 0,
    flags_new: '0',
    explicit_content_filter: 0,
    eligible_oauth2_scopes: ['applications.commands', 'bot'],
    tags: [],
    owner: world.people().find(({ owner }) => owner)?.user ?? user,
    team: null,
    redirect_uris: [],
    interactions_endpoint_url: endpoint.url,
    role_connections_verification_url: null,
    event_webhooks_url: null,
    event_webhooks_status: 1,
    approximate_guild_count: 1,
    approximate_user_install_count: world.people().filter(({ installed }) => installed).length,
    approximate_user_authorization_count: 0,
    integration_types_config: {
      0: { oauth2_install_params: { scopes: ['applications.commands', 'bot'], permissions: '0' } },
      1: { oauth2_install_params: { scopes: ['applications.commands'], permissions: '0' } },
    },
    ...application,
  };
}

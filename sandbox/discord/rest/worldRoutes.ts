import * as spec from 'discord-api-spec/zod';
import { problems } from '../problem.ts';
import { check, required } from '../validation/schema.ts';
import { toApiChannel } from '../worldPayload.ts';
import { type RestAnswer, type RestCall, type Route, route, type Services } from './route.ts';

const APPLICATION = spec.PrivateApplicationResponseSchema;

export const WORLD_ROUTES: Route[] = [
  route('GET /gateway/bot', spec.GatewayBotResponseSchema, ({ gatewayUrl: url, shards, startLimit }) => ({
    body: { url, shards, session_start_limit: startLimit() },
  })),
  route('POST /users/@me/channels', spec.PrivateChannelResponseSchema, openDm),
  route('GET /applications/@me', APPLICATION, (services) => ({ body: toApplication(services) })),
  route('PATCH /applications/@me', APPLICATION, editApplication),
];

function openDm({ world }: Services, call: RestCall): RestAnswer {
  const body = check<{ recipient_id?: string | null }>(spec.CreatePrivateChannelRequestSchema, call.body);
  if (!body.recipient_id) throw problems.invalidBody([required(['recipient_id'])]);
  const account = world.account(body.recipient_id);
  const { dmRefusal } = account;
  if (account === world.bot || (dmRefusal?.at === 'channel' && dmRefusal.code === 50007)) throw problems.noDmWith();
  if (dmRefusal?.at === 'channel') throw problems.dmRefused(dmRefusal.code);
  return { body: toApiChannel(world, world.dm(world.bot.user.id, account.user.id)) };
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

import * as spec from 'discord-api-spec/zod';
import * as z from 'zod/mini';
import { problems } from '../problem.ts';
import { check, required } from '../validation/schema.ts';
import { toApiChannel } from '../worldPayload.ts';
import { type RestCall, type RestResponse, type Route, route, type Services } from './route.ts';

const APPLICATION = spec.PrivateApplicationResponseSchema;

export const WORLD_ROUTES: Route[] = [
  route('GET /gateway/bot', spec.GatewayBotResponseSchema, ({ gatewayUrl: url, shards, startLimit }) => ({
    body: { url, shards, session_start_limit: startLimit() },
  })),
  route('POST /users/@me/channels', spec.PrivateChannelResponseSchema, openDm),
  route('GET /applications/@me', APPLICATION, (services) => ({ body: toApplication(services) })),
  route('PATCH /applications/@me', APPLICATION, editApplication),
];

function openDm({ world }: Services, call: RestCall): RestResponse {
  const body = check<{ recipient_id?: string | null }>(spec.CreatePrivateChannelRequestSchema, call.body);
  if (!body.recipient_id) throw problems.invalidBody([required(['recipient_id'])]);
  const account = world.account(body.recipient_id);
  const { dmRefusal } = account;
  if (account === world.bot || (dmRefusal?.at === 'channel' && dmRefusal.code === 50007)) throw problems.noDmWith();
  if (dmRefusal?.at === 'channel') throw problems.dmRefused(dmRefusal.code);
  return { body: toApiChannel(world, world.dm(world.bot.user.id, account.user.id)) };
}

const CONTEXT = spec.ApplicationIntegrationTypeConfigurationResponseSchema;
/** "Edit Current Application": what can be changed here. Permissions are texts, as in responses;
 * the published schema of requests has numbers. */
const EDIT = z.partial(
  z.object({
    interactions_endpoint_url: z.nullable(z.url()),
    integration_types_config: z.partial(z.object({ 0: CONTEXT, 1: CONTEXT })),
  }),
);

async function editApplication(services: Services, call: RestCall): Promise<RestResponse> {
  const { interactions_endpoint_url: url, ...changes } = check<z.infer<typeof EDIT>>(EDIT, call.body);
  if (url !== undefined) await services.endpoint.setUrl(url);
  Object.assign(services.application, changes);
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

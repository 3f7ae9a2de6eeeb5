import { randomBytes } from 'node:crypto';
import type { APIMessage, ApplicationCommandOptionChoiceData, REST } from 'discord.js';
import { DiscordAPIError, InteractionResponseType as Kind, MessageFlags, RESTJSONErrorCodes, Routes } from 'discord.js';
import { retry } from '../../time/retry.ts';
import { withOwner } from '../../view/customId.ts';
import { type FinishOptions, finish } from '../../view/finish.ts';
import type { MessageView, ModalView } from '../../view/message.ts';
import type { EndpointResponses } from './endpointResponses.ts';

/** The place for a view: a private message, a public one, or the component's own message. */
export type Visibility = 'private' | 'public' | 'update';

/** The token is the only authorization. The user may use the response's components. */
export type Respondable = { id: string; applicationId: string; token: string; user: { id: string } };
export type Responded = Omit<Respondable, 'id'>;

const FOLLOW_UP_DELAYS_MS = [500, 2_500];

export type Responses = ReturnType<typeof createResponses>;

/** Sends raw JSON, because discord.js's methods take twice as long. Throws Discord's errors. */
export function createResponses(rest: REST, http: EndpointResponses, finishOptions: Omit<FinishOptions, 'owner'>) {
  const respond = async ({ id, token }: Respondable, type: Kind, view?: Body): Promise<void> => {
    const { body: data, files = [] } = view ?? {};
    const body = { type, data };
    // After a deferral, an edit could reach Discord before an HTTP response does.
    const isComplete = type !== Kind.DeferredChannelMessageWithSource && type !== Kind.DeferredMessageUpdate;
    if (await http.respond(id, isComplete && files.length === 0 ? body : undefined)) return;
    await rest.post(Routes.interactionCallback(id, token), { body, files, auth: false });
  };
  const toBody = (view: MessageView, owner: string | undefined, flags = 0): Body => {
    const { components, files = [] } = finish(view, { ...finishOptions, owner });
    return {
      body: {
        components,
        flags: MessageFlags.IsComponentsV2 | flags,
        allowed_mentions: { parse: [] },
        // Also removes an edited message's earlier files.
        attachments: files.map(({ name: filename, description }, id) => ({ id: `${id}`, filename, description })),
      },
      files: files.map(({ name, data }) => ({ name, data: Buffer.from(data) })),
    };
  };
  return {
    /** Tells Discord that the response follows. */
    defer: (interaction: Respondable, as: Visibility) =>
      as === 'update'
        ? respond(interaction, Kind.DeferredMessageUpdate)
        : respond(interaction, Kind.DeferredChannelMessageWithSource, { body: { flags: FLAGS[as] } }),
    show: (interaction: Respondable, as: Visibility, view: MessageView) =>
      as === 'update'
        ? respond(interaction, Kind.UpdateMessage, toBody(view, interaction.user.id))
        : respond(interaction, Kind.ChannelMessageWithSource, toBody(view, interaction.user.id, FLAGS[as])),
    openModal(interaction: Respondable, modal: ModalView): Promise<void> {
      const body = { ...modal, custom_id: withOwner(modal.custom_id, interaction.user.id) };
      return respond(interaction, Kind.Modal, { body });
    },
    suggest: (interaction: Respondable, choices: readonly ApplicationCommandOptionChoiceData<string>[]) =>
      respond(interaction, Kind.ApplicationCommandAutocompleteResult, { body: { choices } }),
    /** Replaces the response; any process can for 15 minutes. */
    async edit({ applicationId, token, user }: Responded, view: MessageView, signal?: AbortSignal): Promise<void> {
      await rest.patch(Routes.webhookMessage(applicationId, token), { ...toBody(view, user.id), auth: false, signal });
    },
    /** Sends the person another private message. Returns its id. */
    async followUp({ applicationId, token, user }: Responded, view: MessageView): Promise<string> {
      const body = toBody(view, user.id, MessageFlags.Ephemeral);
      const request = { ...body, auth: false, query: new URLSearchParams('wait=true') };
      const send = () => rest.post(Routes.webhook(applicationId, token), request);
      // Until Discord has read an HTTP response, it doesn't know the interaction.
      const mayRetry = (error: unknown): boolean =>
        error instanceof DiscordAPIError && error.code === RESTJSONErrorCodes.UnknownWebhook;
      return ((await retry(FOLLOW_UP_DELAYS_MS, send, { mayRetry })) as APIMessage).id;
    },
    /** Deletes the response, or the follow-up with this id. */
    async delete({ applicationId, token }: Omit<Responded, 'user'>, messageId?: string): Promise<void> {
      await rest.delete(Routes.webhookMessage(applicationId, token, messageId), { auth: false });
    },
    async editMessage(channelId: string, id: string, view: MessageView, owner: string, signal?: AbortSignal) {
      await rest.patch(Routes.channelMessage(channelId, id), { ...toBody(view, owner), signal });
    },
    /** Posts in a channel; `owner` may use its components. After a lost response, the retry gives
     * the same message, as does a later call with this nonce within minutes. */
    async send(
      channelId: string,
      view: MessageView,
      owner: string | undefined,
      nonce = randomBytes(12).toString('base64url'),
      isSilent = false,
    ): Promise<APIMessage> {
      const { body, files } = toBody(view, owner, isSilent ? MessageFlags.SuppressNotifications : 0);
      const once = { nonce, enforce_nonce: true };
      return (await rest.post(Routes.channelMessages(channelId), { body: { ...body, ...once }, files })) as APIMessage;
    },
  };
}

type Body = { body: object; files?: { name: string; data: Buffer }[] };

const FLAGS = { private: MessageFlags.Ephemeral, public: 0, update: 0 } as const;

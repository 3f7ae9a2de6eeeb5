// The package's zod entry has no declarations. These are for what the stand-in uses.
declare module 'discord-api-spec/zod' {
  type Schema = import('zod/mini').ZodMiniObject;
  export const ApplicationCommandResponseSchema: Schema;
  export const ApplicationCommandUpdateRequestSchema: Schema;
  export const ApplicationIntegrationTypeConfigurationResponseSchema: Schema;
  export const CreatePrivateChannelRequestSchema: Schema;
  export const ErrorSchema: Schema;
  export const GatewayBotResponseSchema: Schema;
  export const GuildChannelResponseSchema: Schema;
  export const GuildMemberResponseSchema: Schema;
  export const IncomingWebhookInteractionRequestSchema: Schema;
  export const IncomingWebhookRequestPartialSchema: Schema;
  export const IncomingWebhookUpdateForInteractionCallbackRequestPartialSchema: Schema;
  export const IncomingWebhookUpdateRequestPartialSchema: Schema;
  export const InteractionApplicationCommandAutocompleteCallbackStringDataSchema: Schema;
  export const MessageAttachmentResponseSchema: Schema;
  export const MessageCreateRequestSchema: Schema;
  export const MessageEditRequestPartialSchema: Schema;
  export const MessageResponseSchema: Schema;
  export const ModalInteractionCallbackRequestDataSchema: Schema;
  export const PrivateApplicationResponseSchema: Schema;
  export const PrivateChannelResponseSchema: Schema;
  export const PrivateGroupChannelResponseSchema: Schema;
  export const RatelimitedResponseSchema: import('zod/mini').ZodMiniType;
  export const SnowflakeTypeSchema: import('zod/mini').ZodMiniString;
  export const UserResponseSchema: Schema;
}

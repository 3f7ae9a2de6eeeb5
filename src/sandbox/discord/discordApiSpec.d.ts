// The package's zod entry is plain JavaScript without declarations: only what the stand-in uses is declared here.
declare module 'discord-api-spec/zod' {
  type Schema = import('zod/v4/core').$ZodType;
  export const ApplicationCommandCreateRequestSchema: Schema;
  export const ApplicationCommandPatchRequestPartialSchema: Schema;
  export const ApplicationCommandResponseSchema: Schema;
  export const ApplicationCommandUpdateRequestSchema: Schema;
  export const AvailableLocalesEnumSchema: Schema;
  export const CreatePrivateChannelRequestSchema: Schema;
  export const IncomingWebhookInteractionRequestSchema: Schema;
  export const IncomingWebhookRequestPartialSchema: Schema;
  export const IncomingWebhookUpdateForInteractionCallbackRequestPartialSchema: Schema;
  export const IncomingWebhookUpdateRequestPartialSchema: Schema;
  export const InteractionApplicationCommandAutocompleteCallbackIntegerDataSchema: Schema;
  export const InteractionApplicationCommandAutocompleteCallbackNumberDataSchema: Schema;
  export const InteractionApplicationCommandAutocompleteCallbackStringDataSchema: Schema;
  export const InteractionCallbackResponseSchema: Schema;
  export const MessageCreateRequestSchema: Schema;
  export const MessageEditRequestPartialSchema: Schema;
  export const MessageResponseSchema: Schema;
  export const ModalInteractionCallbackRequestDataSchema: Schema;
}

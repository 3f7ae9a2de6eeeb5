import {
  InteractionApplicationCommandAutocompleteCallbackIntegerDataSchema,
  InteractionApplicationCommandAutocompleteCallbackNumberDataSchema,
  InteractionApplicationCommandAutocompleteCallbackStringDataSchema,
} from 'discord-api-spec/zod';
import { type APIApplicationCommandOptionChoice, ApplicationCommandOptionType } from 'discord-api-types/v10';
import { check } from './schema.ts';

/**
 * Checks the choices of an autocomplete answer (callback 8) for the option's type: at most 25, names of 1 to 100 characters.
 *
 * @throws DiscordProblem 50035
 */
export function checkChoices(data: unknown, optionType: number | undefined): APIApplicationCommandOptionChoice[] {
  const schema =
    optionType === ApplicationCommandOptionType.Integer
      ? InteractionApplicationCommandAutocompleteCallbackIntegerDataSchema
      : optionType === ApplicationCommandOptionType.Number
        ? InteractionApplicationCommandAutocompleteCallbackNumberDataSchema
        : InteractionApplicationCommandAutocompleteCallbackStringDataSchema;
  return check<{ choices?: APIApplicationCommandOptionChoice[] | null }>(schema, data).choices ?? [];
}

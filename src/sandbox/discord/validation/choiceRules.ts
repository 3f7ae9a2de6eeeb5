import {
  InteractionApplicationCommandAutocompleteCallbackIntegerDataSchema,
  InteractionApplicationCommandAutocompleteCallbackNumberDataSchema,
  InteractionApplicationCommandAutocompleteCallbackStringDataSchema,
} from 'discord-api-spec/zod';
import { type APIApplicationCommandOptionChoice, ApplicationCommandOptionType } from 'discord-api-types/v10';
import { sizeLimits } from '../limits.ts';
import type { Issue } from '../problem.ts';
import { check, tooLong } from './schema.ts';

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
  const { choices } = check<{ choices?: APIApplicationCommandOptionChoice[] | null }>(schema, data, [
    (answer) => choiceValueIssues(answer.choices ?? [], []),
  ]);
  return choices ?? [];
}

/**
 * A choice's value is at most 100 characters, where it is a text. Discord developer documentation, Application Commands, "Application Command
 * Option Choice Structure"; the published schema lets it be longer.
 */
export function* choiceValueIssues(
  choices: readonly { value: string | number }[],
  path: readonly (string | number)[],
): Generator<Issue> {
  for (const [index, { value }] of choices.entries())
    if (typeof value === 'string' && value.length > sizeLimits.choiceValue)
      yield tooLong([...path, 'choices', index, 'value'], sizeLimits.choiceValue);
}

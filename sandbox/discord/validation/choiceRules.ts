import {
  InteractionApplicationCommandAutocompleteCallbackIntegerDataSchema,
  InteractionApplicationCommandAutocompleteCallbackNumberDataSchema,
  InteractionApplicationCommandAutocompleteCallbackStringDataSchema,
} from 'discord-api-spec/zod';
import { type APIApplicationCommandOptionChoice, ApplicationCommandOptionType } from 'discord-api-types/v10';
import { sizeLimits } from '../limits.ts';
import type { Issue } from '../problem.ts';
import { check, required, tooLong } from './schema.ts';
import { notWhole } from './translation.ts';

/**
 * Checks the choices of an autocomplete answer (callback 8) for the option's type: at most 25, names of 1 to 100 characters, whole numbers for an integer.
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
    (answer) => choiceValueIssues(answer.choices ?? [], optionType, []),
  ]);
  return choices ?? [];
}

/**
 * A choice's value is at most 100 characters, where it is a text, and whole, where its option is an integer. Discord developer documentation,
 * Application Commands, "Application Command Option Choice Structure" and "Application Command Option Type"; the published schema lets a text be
 * longer, an integer have a fraction, and a choice be null.
 */
export function* choiceValueIssues(
  choices: readonly ({ value: string | number } | null)[],
  optionType: number | undefined,
  path: readonly (string | number)[],
): Generator<Issue> {
  for (const [index, choice] of choices.entries()) {
    const at = [...path, 'choices', index];
    if (choice === null) yield required(at);
    else if (typeof choice.value === 'string' && [...choice.value].length > sizeLimits.choiceValue)
      yield tooLong([...at, 'value'], sizeLimits.choiceValue);
    else if (optionType === ApplicationCommandOptionType.Integer && !Number.isInteger(choice.value))
      yield notWhole([...at, 'value']);
  }
}

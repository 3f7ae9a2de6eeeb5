import * as spec from 'discord-api-spec/zod';
import { type APIApplicationCommandOptionChoice, ApplicationCommandOptionType as Option } from 'discord-api-types/v10';
import { sizeLimits } from '../limits.ts';
import type { Issue, Path } from '../problem.ts';
import { brokenRules, check, type FieldRule, required } from './schema.ts';

type Choice = Pick<APIApplicationCommandOptionChoice, 'name' | 'value'>;

/** "Autocomplete": the published schema of a response, by the option's type; of a text without one. */
const responses = {
  [Option.Integer]: spec.InteractionApplicationCommandAutocompleteCallbackIntegerDataSchema,
  [Option.Number]: spec.InteractionApplicationCommandAutocompleteCallbackNumberDataSchema,
  [Option.String]: spec.InteractionApplicationCommandAutocompleteCallbackStringDataSchema,
};

/** Checks the choices of an autocomplete response (callback 8) for the option's type. @throws DiscordProblem 50035 */
export function checkChoices(data: unknown, optionType: number | undefined): APIApplicationCommandOptionChoice[] {
  const schema = responses[optionType as keyof typeof responses] ?? responses[Option.String];
  const { choices } = check<{ choices?: APIApplicationCommandOptionChoice[] | null }>(schema, data, [
    (response) => choiceIssues(response.choices ?? [], optionType, []),
  ]);
  return choices ?? [];
}

/** "Application Command Option Type": a NUMBER is between -2^53 and 2^53. */
export const exceedsDouble = (value: unknown): boolean => typeof value === 'number' && Math.abs(value) > 2 ** 53;

/** "Application Command Option Choice Structure": what the published schema leaves open. */
export function choiceIssues(choices: readonly (Choice | null)[], optionType: number | undefined, path: Path): Issue[] {
  const most = sizeLimits.choiceValue;
  const rules: FieldRule<Choice>[] = [
    ['value', ({ value }) => [...String(value)].length > most, `At most ${most} characters`],
    ['value', ({ value }) => optionType === Option.Integer && !Number.isInteger(value), 'Must be a whole number'],
    ['value', ({ value }) => exceedsDouble(value), 'Must be between -2^53 and 2^53'],
  ];
  return choices.flatMap((choice, index) => {
    const at = [...path, 'choices', index];
    return choice ? brokenRules(rules, choice, at) : [required(at)];
  });
}

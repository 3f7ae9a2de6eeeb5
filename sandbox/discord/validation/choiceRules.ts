import { InteractionApplicationCommandAutocompleteCallbackStringDataSchema as CHOICES } from 'discord-api-spec/zod';
import type { APIApplicationCommandOptionChoice } from 'discord-api-types/v10';
import { SIZE_LIMITS } from '../limits.ts';
import type { Issue, Path } from '../problem.ts';
import { check, required } from './schema.ts';

type Choice = { value: string | number };

/** Checks the choices of an autocomplete response (callback 8). @throws DiscordProblem 50035 */
export function checkChoices(data: unknown): APIApplicationCommandOptionChoice[] {
  const { choices } = check<{ choices?: APIApplicationCommandOptionChoice[] | null }>(CHOICES, data, [
    (response) => choiceIssues(response.choices ?? [], []),
  ]);
  return choices ?? [];
}

/** "Application Command Option Choice Structure": rules that the published schema doesn't have. */
export function choiceIssues(choices: readonly (Choice | null)[], path: Path): Issue[] {
  const most = SIZE_LIMITS.choiceValue;
  return choices.flatMap((choice, index) => {
    const at = [...path, 'choices', index];
    if (!choice) return [required(at)];
    const isTooLong = [...String(choice.value)].length > most;
    return isTooLong ? [{ path: [...at, 'value'], message: `At most ${most} characters` }] : [];
  });
}

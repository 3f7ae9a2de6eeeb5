import type { AutocompleteInteraction, ChatInputCommandInteraction } from 'discord.js';
import { toFoldedName } from '../../galaxy/nameMatch.ts';
import { toHandleKey } from '../../game/parameters.ts';
import { withTimeout } from '../../time/withTimeout.ts';
import { isUnavailable } from '../../view/errorView.ts';
import { shorten, unformatted } from '../../view/text.ts';
import type { Runnable } from '../declare/command.ts';
import type { Choice } from '../declare/context.ts';
import { claimInteraction } from './attempt.ts';
import { type ContextSources, createPersonalContext } from './handlerContext.ts';
import { noteAcknowledged, noteElsewhere, noteResult } from './observe.ts';

const TIMEOUT_MS = 2_500;
const MAX_CHOICES = 25;
const MAX_CHOICE_LENGTH = 100;

/** Answers an autocomplete unless another process does. Errors and timeouts give no suggestions. */
export async function suggest(
  sources: ContextSources,
  found: Runnable | undefined,
  interaction: AutocompleteInteraction,
): Promise<void> {
  const focused = interaction.options.getFocused(true);
  const choices = await withTimeout(findChoices(sources, found, interaction), TIMEOUT_MS).catch((err: unknown) => {
    noteResult(isUnavailable(err) ? 'unavailable' : 'explained');
    sources.log.debug({ err, option: focused.name }, 'no suggestions');
    return [];
  });
  if (!choices) return noteElsewhere(sources.log);
  const toShown = ({ value, name = value }: Choice) => ({ name: shorten(name, MAX_CHOICE_LENGTH), value });
  await sources.responses.suggest(interaction, choices.slice(0, MAX_CHOICES).map(toShown));
  noteAcknowledged();
}

/** Undefined if another process answers, which saves requests to the store and the game. */
async function findChoices(
  sources: ContextSources,
  found: Runnable | undefined,
  interaction: AutocompleteInteraction,
): Promise<Choice[] | undefined> {
  const { name, value } = interaction.options.getFocused(true);
  const options = found?.execute.options ?? {};
  const option = Object.hasOwn(options, name) ? options[name] : undefined;
  if (!found || option?.kind !== 'text' || !option.autocomplete) return [];
  const typed = toTyped(String(value));
  if (typed === undefined) return [];
  const claim = await claimInteraction(sources.services, interaction.id);
  if (claim !== 'ours') return claim === 'theirs' ? undefined : [];
  // Also takes a waiting request out of the queue.
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const since = sources.services.now();
  const choices = await option.autocomplete({
    ...(await createPersonalContext(sources, interaction, found.command, undefined, { signal }, since)),
    typed,
    given: Object.fromEntries(
      toLeafOptions(interaction).map((given) => [given.name, String(given.value ?? '').slice(0, MAX_CHOICE_LENGTH)]),
    ),
  });
  return arrange(choices, String(value).trim(), option.keepsTyped);
}

/** Typed text that must be kept, then choices equal to it or starting with it, then the others. */
function arrange(choices: readonly Choice[], typed: string, keepsTyped = false): Choice[] {
  const toKey = (text: string): string => toHandleKey(text).replace(/\s*([,;]|\s)\s*/g, '$1');
  const toStart = (text: string): string => toFoldedName(text).together;
  const isTyped = ({ value, name = value }: Choice): boolean => [name, value].map(toKey).includes(toKey(typed));
  const toRank = (choice: Choice): number =>
    isTyped(choice) ? 0 : toStart(choice.name ?? choice.value).startsWith(toStart(typed)) ? 1 : 2;
  // One value over 100 characters would void all. Invisible letters could fake another name.
  const fits = ({ value, name }: Choice): boolean =>
    value !== '' && value.length <= MAX_CHOICE_LENGTH && (name !== undefined || unformatted(value) === value);
  const sorted = choices.filter(fits).toSorted((one, other) => toRank(one) - toRank(other));
  if (!keepsTyped || typed === '' || sorted.some(isTyped)) return sorted;
  return typed.length > MAX_CHOICE_LENGTH ? [] : [{ value: typed }, ...sorted];
}

/** The text up to its search term, which follows the last separator, cut to 100 characters (clients
 * may send 6,000). Undefined if the part before the term already fills a choice. */
function toTyped(text: string): string | undefined {
  const start = Math.max(text.lastIndexOf(','), text.lastIndexOf(';')) + 1;
  return start > MAX_CHOICE_LENGTH ? undefined : text.slice(0, start + MAX_CHOICE_LENGTH);
}

/** The given options, without the subcommands around them. */
export function toLeafOptions(interaction: AutocompleteInteraction | ChatInputCommandInteraction) {
  let options = interaction.options.data;
  while (options[0]?.options) options = options[0].options;
  return options;
}

import { ComponentType } from 'discord-api-types/v10';
import type { Issue } from '../problem.ts';
import type { ComponentNode, PlacedComponent } from './components.ts';
import { tooLong, tooShort } from './schema.ts';

/** How many values a component takes at most where it does not say. Every one takes one at least; a radio group cannot say. */
const greatest: Record<number, ((node: ComponentNode) => number) | undefined> = {
  [ComponentType.StringSelect]: () => 1,
  [ComponentType.UserSelect]: () => 1,
  [ComponentType.RoleSelect]: () => 1,
  [ComponentType.MentionableSelect]: () => 1,
  [ComponentType.ChannelSelect]: () => 1,
  [ComponentType.FileUpload]: () => 1,
  [ComponentType.RadioGroup]: () => 1,
  [ComponentType.CheckboxGroup]: ({ options }) => options?.length ?? 1,
};

/**
 * What every component of which something is chosen keeps to: the minimum no more than the maximum, the maximum no more than there are
 * options, values of which none stands twice, and from the start either nothing chosen or as many as may be. Discord developer documentation, Component
 * Reference, "String Select", "User Select" and the other selects (`default_values`: within `min_values` and `max_values`), "File Upload", "Radio Group"
 * and "Checkbox Group"; that values are unique, and that the options' own defaults keep to the minimum, is not written there.
 */
export function* choiceIssues({ node, path }: PlacedComponent): Generator<Issue> {
  const unsaid = greatest[node.type]?.(node);
  if (unsaid === undefined) return;
  const min = node.min_values ?? 1;
  const max = node.max_values ?? unsaid;
  if (min > max)
    yield {
      path: [...path, 'min_values'],
      code: 'SELECT_COMPONENT_MIN_VALUES_EXCEEDS_MAX',
      message: 'min_values cannot be greater than max_values',
    };
  if (node.options && max > node.options.length)
    yield {
      path: [...path, 'max_values'],
      code: 'SELECT_COMPONENT_MAX_VALUES_TOO_MANY',
      message: 'max_values cannot be greater than the number of options',
    };
  const chosen = node.options?.filter((option) => option.default) ?? node.default_values ?? [];
  const chosenAt = [...path, node.options ? 'options' : 'default_values'];
  if (chosen.length > max) yield tooLong(chosenAt, max);
  if (chosen.length > 0 && chosen.length < min) yield tooShort(chosenAt, min);
  const values = node.options?.map(({ value }) => value) ?? (node.default_values ?? []).map(({ id }) => id);
  for (const [index, value] of values.entries())
    if (values.indexOf(value) < index)
      yield {
        path: [...chosenAt, index],
        code: 'SELECT_COMPONENT_OPTION_VALUE_DUPLICATED',
        message: 'The specified option value is already used',
      };
}

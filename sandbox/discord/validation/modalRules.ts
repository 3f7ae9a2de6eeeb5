import { ModalInteractionCallbackRequestDataSchema } from 'discord-api-spec/zod';
import { ComponentType } from 'discord-api-types/v10';
import { sizeLimits } from '../limits.ts';
import type { Issue } from '../problem.ts';
import { componentIssues, totalIssues } from './componentRules.ts';
import { type ComponentNode, walkComponents } from './components.ts';
import { check, required, tooLong } from './schema.ts';

/** A modal as a bot opens it. */
export interface ModalBody {
  custom_id: string;
  title: string;
  components: ComponentNode[];
}

/**
 * Checks a modal (callback 9).
 *
 * @throws DiscordProblem 50035
 */
export function checkModal(data: unknown): ModalBody {
  return check<ModalBody>(ModalInteractionCallbackRequestDataSchema, data, [
    ({ components }) => componentIssues(components),
    ({ components }) => totalIssues(components),
    inputIssues,
  ]);
}

/**
 * One to five components (Discord developer documentation, Receiving and Responding, "Modal"), one of them an input at least (stricter than written);
 * a row holds one text input, and nothing is disabled (Component Reference, "Action Row", "Label", "String Select"); what may be left empty is not
 * required ("Checkbox Group", `min_values`; for the other inputs this is stricter than written).
 */
function* inputIssues({ components }: ModalBody): Generator<Issue> {
  if (components.length > sizeLimits.modalComponents)
    yield {
      path: ['components'],
      code: 'BASE_TYPE_BAD_LENGTH',
      message: `Must be between 1 and ${sizeLimits.modalComponents} in length.`,
    };
  const placed = [...walkComponents(components)];
  if (!placed.some(({ node }) => node.custom_id))
    yield { path: ['components'], code: 'BASE_TYPE_BAD_LENGTH', message: 'Must have 1 or more inputs.' };
  for (const { node, path, parent } of placed) {
    if (node.type === ComponentType.ActionRow && (node.components?.length ?? 0) !== 1)
      yield { path: [...path, 'components'], code: 'BASE_TYPE_BAD_LENGTH', message: 'Must be 1 in length.' };
    if (node.disabled)
      yield {
        path: [...path, 'disabled'],
        code: 'COMPONENT_DISABLED_IN_MODAL',
        message: 'Components in a modal cannot be disabled',
      };
    if (node.min_values === 0 && node.required !== false)
      yield {
        path: [...path, 'min_values'],
        code: 'COMPONENT_REQUIRED_WITHOUT_VALUES',
        message: 'min_values of 0 needs required to be false',
      };
    if (node.type === ComponentType.TextInput) yield* textInputIssues(node, path, parent);
  }
}

/** Component Reference, "Text Input": named by its label component, or by itself in a row; its limits must make sense. */
function* textInputIssues(
  node: ComponentNode,
  path: (string | number)[],
  parent: ComponentNode | null,
): Generator<Issue> {
  const inLabel = parent?.type === ComponentType.Label;
  if (!inLabel && !node.label) yield required([...path, 'label']);
  if (inLabel && node.label)
    yield {
      path: [...path, 'label'],
      code: 'COMPONENT_LABEL_NOT_ALLOWED',
      message: 'The label component names this input',
    };
  const min = node.min_length ?? 0;
  const max = node.max_length ?? 4_000;
  if (min > max)
    yield {
      path: [...path, 'min_length'],
      code: 'TEXT_INPUT_MIN_LENGTH_EXCEEDS_MAX',
      message: 'min_length cannot be greater than max_length',
    };
  if (node.value && node.value.length > max) yield tooLong([...path, 'value'], max);
  if (node.value && node.value.length < min)
    yield { path: [...path, 'value'], code: 'BASE_TYPE_BAD_LENGTH', message: `Must be ${min} or more in length.` };
}

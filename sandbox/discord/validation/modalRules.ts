import { ModalInteractionCallbackRequestDataSchema } from 'discord-api-spec/zod';
import { ComponentType } from 'discord-api-types/v10';
import { SIZE_LIMITS } from '../limits.ts';
import type { Issue } from '../problem.ts';
import { componentIssues, totalIssues } from './componentRules.ts';
import { type ComponentNode, type PlacedComponent, walkComponents } from './components.ts';
import { brokenRules, check, type FieldRule } from './schema.ts';

export type ModalBody = {
  custom_id: string;
  title: string;
  components: ComponentNode[];
};

const MAX_INPUT_LENGTH = 4_000;

/** "Component Reference". */
const RULES: readonly FieldRule<PlacedComponent>[] = [
  [
    'components',
    ({ node }) => node.type === ComponentType.ActionRow && node.components?.length !== 1,
    'One input a row',
  ],
  ['disabled', ({ node }) => node.disabled, 'Components in a modal are never disabled'],
  // On no page.
  ['min_values', ({ node }) => node.min_values === 0 && node.required !== false, '0 needs required to be false'],
];

/** "Text Input": it's named by its label component or, in a row, by its own label. */
const TEXT_INPUT_RULES: readonly FieldRule<PlacedComponent>[] = [
  ['label', (one) => !isLabeled(one) && !one.node.label, 'A text input in a row needs a label'],
  ['label', (one) => isLabeled(one) && one.node.label, 'The label component names this input'],
  ['min_length', ({ node }) => minOf(node) > maxOf(node), 'Must be at most max_length'],
  ['value', ({ node }) => node.value && node.value.length > maxOf(node), 'Longer than max_length'],
  ['value', ({ node }) => node.value && node.value.length < minOf(node), 'Shorter than min_length'],
];

const isLabeled = ({ parent }: PlacedComponent) => parent?.type === ComponentType.Label;
const minOf = (node: ComponentNode) => node.min_length ?? 0;
const maxOf = (node: ComponentNode) => node.max_length ?? MAX_INPUT_LENGTH;

/** @throws DiscordProblem 50035 if the modal (callback 9) isn't right */
export function checkModal(data: unknown): ModalBody {
  return check<ModalBody>(ModalInteractionCallbackRequestDataSchema, data, [
    ({ components }) => componentIssues(components),
    ({ components }) => totalIssues(components),
    inputIssues,
  ]);
}

/** "Receiving and Responding", "Modal". On no page: one of the components is an input. */
function* inputIssues({ components }: ModalBody): Generator<Issue> {
  const placed = [...walkComponents(components)];
  const path = ['components'];
  const { modalComponents } = SIZE_LIMITS;
  if (components.length > modalComponents) yield { path, message: `At most ${modalComponents} components` };
  if (!placed.some(({ node }) => node.custom_id)) yield { path, message: 'A modal needs an input' };
  for (const one of placed) {
    yield* brokenRules(RULES, one, one.path);
    if (one.node.type === ComponentType.TextInput) yield* brokenRules(TEXT_INPUT_RULES, one, one.path);
  }
}

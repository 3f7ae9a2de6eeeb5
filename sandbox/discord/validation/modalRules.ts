import { ModalInteractionCallbackRequestDataSchema } from 'discord-api-spec/zod';
import { ComponentType } from 'discord-api-types/v10';
import { sizeLimits } from '../limits.ts';
import type { Issue } from '../problem.ts';
import { componentIssues, totalIssues } from './componentRules.ts';
import { type ComponentNode, type PlacedComponent, walkComponents } from './components.ts';
import { brokenRules, check, type FieldRule } from './schema.ts';

/** A modal as a bot opens it. */
export interface ModalBody {
  custom_id: string;
  title: string;
  components: ComponentNode[];
}

const MAX_INPUT_LENGTH = 4_000;

/** "Component Reference": the sections of these components, as far as modals go. */
const rules: readonly FieldRule<PlacedComponent>[] = [
  [
    'components',
    ({ node }) => node.type === ComponentType.ActionRow && node.components?.length !== 1,
    'One input a row',
  ],
  ['disabled', ({ node }) => node.disabled, 'Components in a modal are never disabled'],
  // "Checkbox Group"; for other components it isn't written there.
  ['min_values', ({ node }) => node.min_values === 0 && node.required !== false, '0 needs required to be false'],
];

/** "Text Input": its label component names it, or it does itself in a row; its limits make sense. */
const textInputRules: readonly FieldRule<PlacedComponent>[] = [
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

/** "Receiving and Responding", "Modal": one to five components. Not written there: one of them is an input. */
function* inputIssues({ components }: ModalBody): Generator<Issue> {
  const placed = [...walkComponents(components)];
  const path = ['components'];
  const { modalComponents } = sizeLimits;
  if (components.length > modalComponents) yield { path, message: `At most ${modalComponents} components` };
  if (!placed.some(({ node }) => node.custom_id)) yield { path, message: 'A modal needs an input' };
  for (const one of placed) {
    yield* brokenRules(rules, one, one.path);
    if (one.node.type === ComponentType.TextInput) yield* brokenRules(textInputRules, one, one.path);
  }
}

import { ComponentType } from 'discord-api-types/v10';
import type { ComponentNode } from '../validation/components.ts';
import { checkSelection } from './componentInput.ts';
import type { ModalValue } from './pageProtocol.ts';
import { Refusal } from './refusal.ts';
import type { Resolver } from './resolved.ts';

type Fields = Readonly<Record<string, ModalValue>>;

const MAX_TEXT_LENGTH = 4_000;

/**
 * A submitted modal's components ("Modal Submit Data Structure").
 *
 * @throws Refusal `invalid_option` if Discord's client wouldn't submit them
 */
export function fillModal(components: readonly ComponentNode[], fields: Fields, resolver: Resolver): unknown[] {
  const unknown = new Set(Object.keys(fields));
  const fill = (node: ComponentNode): unknown => {
    const head = { type: node.type, id: node.id };
    if (node.type === ComponentType.TextDisplay) return head;
    if (node.type === ComponentType.ActionRow) return { ...head, components: (node.components ?? []).map(fill) };
    if (node.component) return { ...head, component: fill(node.component) };
    const name = node.custom_id ?? '';
    unknown.delete(name);
    return { ...head, custom_id: name, ...toValue(node, name, fields[name], resolver) };
  };
  const filled = components.map(fill);
  for (const name of unknown) throw new Refusal('invalid_option', `The modal has no field "${name}"`, name);
  return filled;
}

function toValue(
  node: ComponentNode,
  name: string,
  given: ModalValue | undefined,
  resolver: Resolver,
): { value: string } | { values: string[] } {
  const ensure: (isRight: boolean, what: string) => asserts isRight = (isRight, what) => {
    if (!isRight) throw new Refusal('invalid_option', `"${name}" ${what}`, name);
  };
  const isRequired = node.required ?? true;
  if (node.type === ComponentType.TextInput) {
    const text = given ?? node.value ?? '';
    const [min, max] = [node.min_length ?? 0, node.max_length ?? MAX_TEXT_LENGTH];
    ensure(typeof text === 'string', 'takes a text');
    ensure(text !== '' || !isRequired, 'is required');
    ensure(text === '' || text.length >= min, `must have at least ${min} characters`);
    ensure(text.length <= max, `must have at most ${max} characters`);
    return { value: text };
  }
  const preselected = (node.options ?? []).filter((option) => option.default).map(({ value }) => value);
  const values = given ?? preselected;
  ensure(Array.isArray(values), 'takes a list');
  ensure(values.length > 0 || !isRequired || node.min_values === 0, 'is required');
  if (values.length > 0) checkSelection(node, values, resolver);
  return { values };
}

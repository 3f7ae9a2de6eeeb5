import { ComponentType } from 'discord-api-types/v10';
import type { ComponentNode } from '../validation/components.ts';
import { checkSelection } from './componentInput.ts';
import type { ModalValue } from './pageProtocol.ts';
import { Refusal } from './refusal.ts';
import type { Resolver } from './resolved.ts';

type Fields = Readonly<Record<string, ModalValue>>;

const MAX_TEXT_LENGTH = 4_000;

/**
 * A submitted modal's components as Discord sends them (documentation, "Modal Submit Data Structure").
 *
 * @throws Refusal `invalid_option` where the client wouldn't submit: a required field left out, a text too short or too long, an unknown field
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
  node: ComponentNode & { default?: boolean },
  name: string,
  given: ModalValue | undefined,
  resolver: Resolver,
): { value: unknown } | { values: unknown } {
  const ensure: (isRight: boolean, what: string) => asserts isRight = (isRight, what) => {
    if (!isRight) throw new Refusal('invalid_option', `"${name}" ${what}`, name);
  };
  const isRequired = node.required ?? true;
  const preselected = (node.options ?? []).filter((option) => option.default).map(({ value }) => value);
  switch (node.type) {
    case ComponentType.TextInput: {
      const text = given ?? node.value ?? '';
      const { min_length, max_length } = node;
      const [min, max] = [min_length ?? 0, max_length ?? MAX_TEXT_LENGTH];
      ensure(typeof text === 'string', 'takes a text');
      ensure(text !== '' || !isRequired, 'is required');
      ensure(text === '' || text.length >= min, `must have at least ${min} characters`);
      ensure(text.length <= max, `must have at most ${max} characters`);
      return { value: text };
    }
    case ComponentType.Checkbox:
      ensure(given === undefined || typeof given === 'boolean', 'takes true or false');
      return { value: given ?? node.default ?? false };
    case ComponentType.RadioGroup: {
      const value = given ?? preselected[0] ?? null;
      ensure(value !== null || !isRequired, 'is required');
      ensure(value === null || (node.options ?? []).some((option) => option.value === value), 'is none of the choices');
      return { value };
    }
    default: {
      const values = given ?? (node.options ? preselected : (node.default_values ?? []).map(({ id }) => id));
      ensure(Array.isArray(values), 'takes a list');
      ensure(values.length > 0 || !isRequired || node.min_values === 0, 'is required');
      if (values.length > 0) checkSelection(node, values, resolver);
      return { values };
    }
  }
}

import { ComponentType } from 'discord-api-types/v10';
import { isSelect } from '../validation/componentRules.ts';
import type { ComponentNode } from '../validation/components.ts';
import { checkSelection } from './componentInput.ts';
import type { ModalValue } from './pageProtocol.ts';
import { Refusal } from './refusal.ts';
import type { Resolver } from './resolved.ts';

type Fields = Readonly<Record<string, ModalValue>>;

/**
 * A submitted modal's components as Discord sends them (documentation, "Modal Submit Data Structure").
 *
 * @throws Refusal `invalid_option` where the client would not submit: a required field left out, a text too short or too long, an unknown field
 */
export function fillModal(components: readonly ComponentNode[], fields: Fields, resolver: Resolver): unknown[] {
  const known = new Set<string>();
  const filled = components.map((component) => fill(component, fields, resolver, known));
  const unknown = Object.keys(fields).find((name) => !known.has(name));
  if (unknown !== undefined) throw new Refusal('invalid_option', `The modal has no field "${unknown}"`, unknown);
  return filled;
}

function fill(node: ComponentNode, fields: Fields, resolver: Resolver, known: Set<string>): unknown {
  const head = { type: node.type, id: node.id };
  if (node.type === ComponentType.TextDisplay) return head;
  if (node.type === ComponentType.ActionRow)
    return { ...head, components: (node.components ?? []).map((one) => fill(one, fields, resolver, known)) };
  if (node.component) return { ...head, component: fill(node.component, fields, resolver, known) };
  const name = node.custom_id ?? '';
  known.add(name);
  return { ...head, custom_id: name, ...toValue(node, fields[name], resolver) };
}

function toValue(
  node: ComponentNode,
  given: ModalValue | undefined,
  resolver: Resolver,
): { value: unknown } | { values: unknown } {
  const name = node.custom_id ?? '';
  const refuse = (what: string) => new Refusal('invalid_option', `"${name}" ${what}`, name);
  const isRequired = node.required ?? true;
  switch (node.type) {
    case ComponentType.TextInput: {
      const text = given ?? node.value ?? '';
      if (typeof text !== 'string') throw refuse('takes a text');
      if (text === '' && isRequired) throw refuse('is required');
      if (text !== '' && text.length < (node.min_length ?? 0))
        throw refuse(`must have at least ${node.min_length} characters`);
      if (text.length > (node.max_length ?? 4_000))
        throw refuse(`must have at most ${node.max_length ?? 4_000} characters`);
      return { value: text };
    }
    case ComponentType.Checkbox:
      if (given !== undefined && typeof given !== 'boolean') throw refuse('takes true or false');
      return { value: given ?? (node as { default?: boolean }).default ?? false };
    case ComponentType.RadioGroup: {
      const value = given ?? node.options?.find((option) => option.default)?.value ?? null;
      if (value === null && isRequired) throw refuse('is required');
      if (value !== null && !node.options?.some((option) => option.value === value))
        throw refuse('is none of the choices');
      return { value };
    }
    default: {
      const values = given ?? defaults(node);
      if (!Array.isArray(values)) throw refuse('takes a list');
      if (values.length === 0 && isRequired && (node.min_values ?? 1) > 0) throw refuse('is required');
      checkList(node, values, resolver, refuse);
      return { values };
    }
  }
}

function defaults(node: ComponentNode): string[] {
  return node.options
    ? node.options.filter((option) => option.default).map(({ value }) => value)
    : (node.default_values ?? []).map(({ id }) => id);
}

function checkList(
  node: ComponentNode,
  values: readonly string[],
  resolver: Resolver,
  refuse: (what: string) => Refusal,
): void {
  if (values.length === 0) return;
  if (isSelect(node)) {
    checkSelection(node, values, resolver);
    return;
  }
  const max = node.max_values ?? (node.type === ComponentType.CheckboxGroup ? (node.options?.length ?? 1) : 1);
  if (values.length < (node.min_values ?? 1) || values.length > max) throw refuse('has too few or too many choices');
  const exists = (value: string) =>
    node.type === ComponentType.FileUpload
      ? resolver.attachment(value, node.file_types)
      : (node.options ?? []).some((option) => option.value === value);
  if (!values.every(exists)) throw refuse('has a choice that is not there, or not of the right type');
}

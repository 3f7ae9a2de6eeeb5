import { type APIMessage, ButtonStyle, ComponentType } from 'discord-api-types/v10';
import { isSelect } from '../validation/componentRules.ts';
import { type ComponentNode, walkComponents } from '../validation/components.ts';
import { Refusal } from './refusal.ts';
import type { Resolver } from './resolved.ts';

/**
 * The component that a person means, by custom id or by label.
 *
 * @throws Refusal if it isn't there, can't be used by hand, or is disabled
 */
export function findComponent(message: APIMessage, customIdOrLabel: string, kind: 'button' | 'select'): ComponentNode {
  const refuse = (code: 'not_found' | 'not_allowed', what: string) => new Refusal(code, what, customIdOrLabel);
  const all = [...walkComponents((message.components ?? []) as ComponentNode[])].map(({ node }) => node);
  const usable = all.filter((node) => (kind === 'select' ? isSelect(node) : node.type === ComponentType.Button));
  const byId = usable.filter((node) => node.custom_id === customIdOrLabel);
  const found = byId.length > 0 ? byId : usable.filter((node) => labelOf(node) === customIdOrLabel);
  const [component] = found;
  if (!component) throw refuse('not_found', `This message has no ${kind} "${customIdOrLabel}"`);
  if (found.length > 1) throw refuse('not_found', `There are ${found.length} buttons "${customIdOrLabel}"`);
  if (component.disabled) throw refuse('not_allowed', `"${customIdOrLabel}" is disabled`);
  if (component.style === ButtonStyle.Link)
    throw refuse('not_allowed', `"${customIdOrLabel}" opens ${component.url} and sends nothing`);
  return component;
}

export function labelOf(component: ComponentNode & { placeholder?: string }): string {
  const { label, placeholder, emoji, custom_id } = component;
  return label ?? placeholder ?? emoji?.name ?? custom_id ?? '';
}

/**
 * Checks what is chosen in a select or uploaded in a modal, and collects the files behind ids.
 *
 * @throws Refusal `invalid_option`
 */
export function checkSelection(node: ComponentNode, values: readonly string[], resolver: Resolver): void {
  const isThere = (value: string) =>
    isSelect(node) ? (node.options ?? []).some((option) => option.value === value) : resolver.attachment(value);
  const [min, max] = [node.min_values ?? 1, node.max_values ?? 1];
  const missing = values.find((value) => !isThere(value));
  const refuse = (what: string) => new Refusal('invalid_option', what, node.custom_id ?? '');
  if (values.length < min || values.length > max) throw refuse(`Choose ${min === max ? min : `${min} to ${max}`}`);
  if (new Set(values).size < values.length) throw refuse('The same choice twice');
  if (missing !== undefined) throw refuse(`"${missing}" isn't one of the choices`);
}

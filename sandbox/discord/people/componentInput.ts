import { type APIMessage, ButtonStyle, ComponentType } from 'discord-api-types/v10';
import { isSelect } from '../validation/componentRules.ts';
import { type ComponentNode, walkComponents } from '../validation/components.ts';
import { Refusal } from './refusal.ts';
import type { Resolver } from './resolved.ts';

/**
 * The component of a message a person means: by custom id, or by a button's label.
 *
 * @throws Refusal where it is not there, cannot be used by hand, or is disabled
 */
export function findComponent(message: APIMessage, customIdOrLabel: string, kind: 'button' | 'select'): ComponentNode {
  const all = [...walkComponents((message.components ?? []) as ComponentNode[])].map(({ node }) => node);
  const usable = all.filter((node) => (kind === 'select' ? isSelect(node) : node.type === ComponentType.Button));
  const byId = usable.filter((node) => node.custom_id === customIdOrLabel);
  const found = byId.length > 0 ? byId : usable.filter((node) => node.label === customIdOrLabel);
  const [component] = found;
  if (!component) throw new Refusal('not_found', `There is no ${kind} "${customIdOrLabel}"`, customIdOrLabel);
  if (found.length > 1)
    throw new Refusal('not_found', `There are ${found.length} buttons "${customIdOrLabel}"`, customIdOrLabel);
  if (component.disabled) throw new Refusal('not_allowed', `"${customIdOrLabel}" is disabled`, customIdOrLabel);
  if (component.style === ButtonStyle.Link)
    throw new Refusal('not_allowed', `"${customIdOrLabel}" opens ${component.url} and sends nothing`, customIdOrLabel);
  return component;
}

/** What is written on a component that can be used: a button's label or emoji, a select's placeholder. */
export function labelOf(component: ComponentNode & { placeholder?: string }): string {
  const { label, placeholder, emoji, custom_id } = component;
  return label ?? placeholder ?? emoji?.name ?? custom_id ?? '';
}

/**
 * Checks what is chosen in a select and collects the objects behind the ids.
 *
 * @throws Refusal `invalid_option`
 */
export function checkSelection(select: ComponentNode, values: readonly string[], resolver: Resolver): void {
  const name = select.custom_id ?? '';
  const refuse = (what: string) => new Refusal('invalid_option', what, name);
  const min = select.min_values ?? 1;
  const max = select.max_values ?? 1;
  if (values.length < min || values.length > max) throw refuse(`Choose ${min === max ? min : `${min} to ${max}`}`);
  if (new Set(values).size < values.length) throw refuse('The same choice twice');
  const exists: Record<number, (value: string) => boolean> = {
    [ComponentType.StringSelect]: (value) => (select.options ?? []).some((option) => option.value === value),
    [ComponentType.UserSelect]: resolver.user,
    [ComponentType.RoleSelect]: resolver.role,
    [ComponentType.MentionableSelect]: resolver.mentionable,
    [ComponentType.ChannelSelect]: resolver.channel,
  };
  const missing = values.find((value) => !exists[select.type]?.(value));
  if (missing !== undefined) throw refuse(`"${missing}" is none of the choices`);
}

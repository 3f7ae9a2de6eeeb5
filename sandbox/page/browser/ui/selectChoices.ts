import { type APISelectMenuComponent, ChannelType, ComponentType } from 'discord-api-types/v10';
import { h } from 'preact';
import { channels, welcome } from '../state.ts';
import { Avatar } from './Avatar.tsx';
import type { Choice } from './choices.ts';
import { Icon, type IconName } from './Icon.tsx';

const PLACEHOLDERS: Partial<Record<ComponentType, string>> = {
  [ComponentType.UserSelect]: 'Select a user',
  [ComponentType.RoleSelect]: 'Select a role',
  [ComponentType.MentionableSelect]: 'Select a user or role',
  [ComponentType.ChannelSelect]: 'Select a channel',
};

/** What a select offers, of whatever kind it is. */
export function toSelectChoices(component: APISelectMenuComponent): Choice[] {
  switch (component.type) {
    case ComponentType.StringSelect:
      return component.options.map(({ value, label, description, emoji }) => ({
        value,
        label,
        ...(description && { description }),
        // A custom emoji goes by its name: its picture isn't fetched.
        ...(emoji && { picture: emoji.id ? `:${emoji.name}:` : emoji.name }),
      }));
    case ComponentType.UserSelect:
      return userChoices();
    case ComponentType.RoleSelect:
      return roleChoices();
    case ComponentType.MentionableSelect:
      return [...userChoices(), ...roleChoices()];
    case ComponentType.ChannelSelect:
      return channelChoices(component.channel_types);
  }
}

/** The values that are chosen to begin with. */
export function defaultValues(component: APISelectMenuComponent): string[] {
  if (component.type === ComponentType.StringSelect) {
    return component.options.filter((option) => option.default).map(({ value }) => value);
  }
  return (component.default_values ?? []).map(({ id }) => id);
}

/** The words in an empty select; also its name for assistive technology. */
export function placeholderOf(component: APISelectMenuComponent): string {
  return component.placeholder ?? PLACEHOLDERS[component.type] ?? 'Make a selection';
}

/** Every person and bot. */
export function userChoices(): Choice[] {
  return (welcome.value?.members ?? []).map(({ id, displayName, username, avatarUrl }) => ({
    value: id,
    label: displayName,
    hint: username,
    picture: h(Avatar, { url: avatarUrl }),
  }));
}

/** The server's roles. */
export function roleChoices(): Choice[] {
  return (welcome.value?.roles ?? []).map(({ id, name }) => ({ value: id, label: name, picture: drawIcon('at') }));
}

/** The server's text channels, if one of the types that are asked for is theirs. */
export function channelChoices(types: readonly ChannelType[] = []): Choice[] {
  if (types.length > 0 && !types.includes(ChannelType.GuildText)) return [];
  return [...channels.value.values()]
    .filter(({ kind }) => kind === 'text')
    .map(({ id, name }) => ({ value: id, label: name, picture: drawIcon('hash') }));
}

function drawIcon(name: IconName) {
  return h('span', { class: 'choice-icon' }, h(Icon, { name }));
}

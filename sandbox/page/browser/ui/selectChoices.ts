import {
  type APIApplicationCommandBasicOption,
  type APISelectMenuComponent,
  ChannelType,
  ComponentType,
  ApplicationCommandOptionType as OptionType,
} from 'discord-api-types/v10';
import { h } from 'preact';
import { channels, welcome } from '../state.ts';
import { Avatar } from './Avatar.tsx';
import type { Choice } from './choices.ts';
import { Icon } from './Icon.tsx';

const PLACEHOLDERS: Partial<Record<ComponentType, string>> = {
  [ComponentType.UserSelect]: 'Select a user',
  [ComponentType.RoleSelect]: 'Select a role',
  [ComponentType.MentionableSelect]: 'Select a user or role',
  [ComponentType.ChannelSelect]: 'Select a channel',
};

/** The words in an empty select; also its name for assistive technology. */
export function placeholderOf(component: APISelectMenuComponent): string {
  return component.placeholder ?? PLACEHOLDERS[component.type] ?? 'Make a selection';
}

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
  if (component.type !== ComponentType.StringSelect) return (component.default_values ?? []).map(({ id }) => id);
  return component.options.filter((option) => option.default).map(({ value }) => value);
}

/** The list from which a command's option takes its value, or undefined when the value is typed. */
export function toOptionChoices(option: APIApplicationCommandBasicOption): Choice[] | undefined {
  switch (option.type) {
    case OptionType.Boolean:
      return ['True', 'False'].map((label) => ({ value: label.toLowerCase(), label }));
    case OptionType.User:
      return userChoices();
    case OptionType.Role:
      return roleChoices();
    case OptionType.Mentionable:
      return [...userChoices(), ...roleChoices()];
    case OptionType.Channel:
      return channelChoices(option.channel_types);
    default:
      if (!('choices' in option) || !option.choices?.length) return undefined;
      return option.choices.map(({ name, value }) => ({ value: String(value), label: name }));
  }
}

function userChoices(): Choice[] {
  return (welcome.value?.members ?? []).map(({ id, displayName, username, avatarUrl }) => ({
    value: id,
    label: displayName,
    hint: username,
    picture: h(Avatar, { url: avatarUrl }),
  }));
}

function roleChoices(): Choice[] {
  const picture = h(Icon, { name: 'at' });
  return (welcome.value?.roles ?? []).map(({ id, name }) => ({ value: id, label: name, picture }));
}

/** There are text channels only. */
function channelChoices(types: readonly ChannelType[] = [ChannelType.GuildText]): Choice[] {
  const picture = h(Icon, { name: 'hash' });
  return [...channels.value.values()]
    .filter(({ kind }) => kind === 'text' && types.includes(ChannelType.GuildText))
    .map(({ id, name }) => ({ value: id, label: name, picture }));
}

import {
  type APISelectMenuComponent,
  ChannelType,
  ComponentType,
  type SelectMenuDefaultValueType,
} from 'discord-api-types/v10';
import { avatar } from '../avatar.ts';
import { h } from '../dom/h.ts';
import { icon } from '../dom/icon.ts';
import type { PageState } from '../pageState.ts';
import type { Choice } from '../popup/listbox.ts';
import { emojiView } from './buttonView.ts';

/** Everybody who can be chosen. */
export function userChoices(state: PageState): Choice[] {
  return (state.welcome?.members ?? []).map((member) => ({
    value: member.id,
    label: member.displayName,
    hint: member.username,
    picture: () => avatar({ id: member.id, name: member.displayName, avatarUrl: member.avatarUrl }),
  }));
}

/** The server's roles. */
export function roleChoices(state: PageState): Choice[] {
  return (state.welcome?.roles ?? []).map(({ id, name }) => ({
    value: id,
    label: name,
    picture: () => h('span', { class: 'choice-icon' }, icon('at')),
  }));
}

/** The server's text channels, or all if only other types are asked for is an empty list. */
export function channelChoices(state: PageState, types?: ChannelType[]): Choice[] {
  if (types !== undefined && types.length > 0 && !types.includes(ChannelType.GuildText)) return [];
  return [...state.channels.values()]
    .filter(({ kind }) => kind === 'text')
    .map(({ id, name }) => ({
      value: id,
      label: name,
      picture: () => h('span', { class: 'choice-icon' }, icon('hash')),
    }));
}

/** What a select offers, of whatever kind it is. */
export function selectChoices(component: APISelectMenuComponent, state: PageState): Choice[] {
  switch (component.type) {
    case ComponentType.StringSelect:
      return component.options.map(({ value, label, description, emoji }) => ({
        value,
        label,
        ...(description ? { description } : {}),
        ...(emoji ? { picture: () => emojiView(emoji) } : {}),
      }));
    case ComponentType.UserSelect:
      return userChoices(state);
    case ComponentType.RoleSelect:
      return roleChoices(state);
    case ComponentType.MentionableSelect:
      return [...userChoices(state), ...roleChoices(state)];
    case ComponentType.ChannelSelect:
      return channelChoices(state, component.channel_types);
  }
}

/** The values that are chosen to begin with. */
export function defaultValues(component: APISelectMenuComponent): Set<string> {
  if (component.type === ComponentType.StringSelect) {
    return new Set(component.options.filter((option) => option.default).map(({ value }) => value));
  }
  const defaults: { id: string; type: SelectMenuDefaultValueType | string }[] = component.default_values ?? [];
  return new Set(defaults.map(({ id }) => id));
}

const placeholders: Record<number, string> = {
  [ComponentType.UserSelect]: 'Select a user',
  [ComponentType.RoleSelect]: 'Select a role',
  [ComponentType.MentionableSelect]: 'Select a user or role',
  [ComponentType.ChannelSelect]: 'Select a channel',
};

/** The words in an empty select; also its name for assistive technology. */
export function selectPlaceholder(component: APISelectMenuComponent): string {
  return component.placeholder ?? placeholders[component.type] ?? 'Make a selection';
}

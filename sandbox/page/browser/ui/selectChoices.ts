import {
  type APIApplicationCommandBasicOption,
  type APIStringSelectComponent,
  ApplicationCommandOptionType as OptionType,
} from 'discord-api-types/v10';
import { h } from 'preact';
import { Avatar } from '../shell/PersonLine.tsx';
import { channels, welcome } from '../state.ts';
import type { Choice } from './choices.ts';
import { Icon } from './Icon.tsx';

/** What a select offers. A custom emoji goes by its name: its picture isn't fetched. */
export function toSelectChoices({ options }: APIStringSelectComponent): Choice[] {
  return options.map(({ value, label, description, emoji }) => ({
    value,
    label,
    ...(description && { description }),
    ...(emoji && { picture: emoji.id ? `:${emoji.name}:` : emoji.name }),
  }));
}

/** The list from which a command's option takes its value, or undefined when the value is typed. */
export function toOptionChoices(option: APIApplicationCommandBasicOption): Choice[] | undefined {
  switch (option.type) {
    case OptionType.Boolean:
      return ['True', 'False'].map((label) => ({ value: label.toLowerCase(), label }));
    case OptionType.User:
      return welcome.value?.members.map(({ id, displayName, username, avatarUrl }) => ({
        value: id,
        label: displayName,
        hint: username,
        picture: h(Avatar, { url: avatarUrl }),
      }));
    case OptionType.Channel:
      return [...channels.value.values()]
        .filter(({ kind }) => kind === 'text')
        .map(({ id, name }) => ({ value: id, label: name, picture: h(Icon, { name: 'hash' }) }));
    default:
      if (!('choices' in option) || !option.choices?.length) return undefined;
      return option.choices.map(({ name, value }) => ({ value: String(value), label: name }));
  }
}

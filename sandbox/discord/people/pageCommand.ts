import { type APIApplicationCommandOptionChoice, ApplicationCommandType, type Locale } from 'discord-api-types/v10';
import { type RegisteredCommand, toApiOptions } from '../interactions/commands.ts';
import type { CommandOption } from '../validation/commandRules.ts';
import type { PageCommand, PageOption } from './pageProtocol.ts';

type Localizations = Readonly<Partial<Record<string, string | null>>> | null | undefined;

function inLanguage(texts: Localizations, locale: Locale, byDefault: string): string {
  return texts?.[locale] ?? byDefault;
}

/** A command in the person's language ("Localization"). */
export function toPageCommand({ id, type, body }: RegisteredCommand, locale: Locale): PageCommand {
  const { name, description, name_localizations: names, description_localizations: descriptions } = body;
  const options = type === ApplicationCommandType.ChatInput ? toApiOptions(body.options ?? []) : [];
  return {
    id,
    type,
    name,
    description: description ?? '',
    displayName: inLanguage(names, locale, name),
    displayDescription: inLanguage(descriptions, locale, description ?? ''),
    options: options.map((option) => toPageOption(option, locale)),
  };
}

/** A choice with its name in that language; its value isn't translated. */
export function toPageChoice(
  { name, name_localizations: names, value }: APIApplicationCommandOptionChoice,
  locale: Locale,
): APIApplicationCommandOptionChoice {
  return { name: inLanguage(names, locale, name), value };
}

function toPageOption(
  { name_localizations: names, description_localizations: descriptions, choices, options, ...option }: CommandOption,
  locale: Locale,
): PageOption {
  return {
    ...option,
    displayName: inLanguage(names, locale, option.name),
    displayDescription: inLanguage(descriptions, locale, option.description),
    ...(choices && { choices: choices.map((choice) => toPageChoice(choice, locale)) }),
    ...(options && { options: options.map((inner) => toPageOption(inner, locale)) }),
  } as PageOption;
}

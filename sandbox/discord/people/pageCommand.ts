import { type APIApplicationCommandOptionChoice, ApplicationCommandType, type Locale } from 'discord-api-types/v10';
import { type RegisteredCommand, toApiOptions } from '../interactions/commands.ts';
import type { CommandOption } from '../validation/commandRules.ts';
import { inLanguage } from './localization.ts';
import type { PageCommand, PageOption } from './pageProtocol.ts';

/** A command as the page offers it to somebody of that language; its options are localized at every level. */
export function toPageCommand(
  { id, type, body }: RegisteredCommand,
  locale: Locale,
  applicationId: string,
): PageCommand {
  const description = body.description ?? '';
  const options = toApiOptions(body.options ?? []).map((option) => toPageOption(option, locale));
  return {
    id,
    type,
    name: body.name,
    description,
    displayName: inLanguage(body.name_localizations, locale, body.name),
    displayDescription: inLanguage(body.description_localizations, locale, description),
    options: type === ApplicationCommandType.ChatInput ? options : [],
    applicationId,
  };
}

/** A choice as it is shown: its name in that language, its value as it is. */
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

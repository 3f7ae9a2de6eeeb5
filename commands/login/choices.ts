import type { Link } from '../../src/account/links.ts';
import { ALL_SCOPES, coversScope, type Scope } from '../../src/game/scopes.ts';
import type { LoginTexts } from './en.ts';

export type Choice = keyof LoginTexts['choices'];

/** What a first login asks for: to look, not to change anything. */
export const FIRST_SCOPES = ['CHARACTER_READ', 'CHARACTER_SKILLS', 'CHARACTER_CREDITS', 'MESSAGES_READ'] as const;

const SCOPES_BY_CHOICE: Readonly<Record<Choice, readonly Scope[]>> = {
  lookAround: FIRST_SCOPES,
  messages: ['MESSAGES_SEND', 'MESSAGES_DELETE'],
  credits: ['CREDITS_WRITE'],
  privileges: ['CHARACTER_PRIVILEGES'],
  everything: ALL_SCOPES,
};

export const CHOICES = Object.keys(SCOPES_BY_CHOICE) as Choice[];

/** The scopes of these choices; other texts count as none. */
export function scopesOf(choices: readonly string[]): Scope[] {
  return CHOICES.filter((choice) => choices.includes(choice)).flatMap((choice) => SCOPES_BY_CHOICE[choice]);
}

/** The scopes after someone changed the menu for `before` to `values`. What is deselected beside
 * "everything" narrows it; scopes that no choice has alone stay. */
export function changeScopes(before: readonly Scope[], values: readonly string[]): Scope[] {
  const earlier = choicesIn(before);
  const dropped = scopesOf(earlier.filter((choice) => choice !== 'everything' && !values.includes(choice)));
  const [had, has] = [earlier.includes('everything'), values.includes('everything')];
  if (has && !(had && dropped.length > 0)) return [...ALL_SCOPES];
  const left = had && !has ? [] : before.filter((scope) => !dropped.includes(scope));
  return [...left, ...scopesOf(values.filter((value) => value !== 'everything'))];
}

export function choicesIn(scopes: readonly Scope[]): Choice[] {
  return CHOICES.filter((choice) => SCOPES_BY_CHOICE[choice].every((scope) => scopes.includes(scope)));
}

export function grantedBy(link: Link | undefined): Scope[] {
  return ALL_SCOPES.filter((scope) => link && coversScope(link.scopes, scope));
}

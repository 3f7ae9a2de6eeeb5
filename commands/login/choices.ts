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

export function choicesIn(scopes: readonly Scope[]): Choice[] {
  return CHOICES.filter((choice) => SCOPES_BY_CHOICE[choice].every((scope) => scopes.includes(scope)));
}

export function grantedBy(link: Link | undefined): Scope[] {
  return ALL_SCOPES.filter((scope) => link && coversScope(link.scopes, scope));
}

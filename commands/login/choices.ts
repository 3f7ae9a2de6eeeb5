import type { Link } from '../../src/account/links.ts';
import { ALL_SCOPES, coversScope, type Scope } from '../../src/game/scopes.ts';
import type { LoginTexts } from './en.ts';

type Choice = keyof LoginTexts['choices'];

/** The scopes that the first login suggests: to look, not to change anything. */
export const FIRST_SCOPES = ['CHARACTER_READ', 'CHARACTER_SKILLS', 'CHARACTER_CREDITS', 'MESSAGES_READ'] as const;

/** The scopes that each choice of `/login permissions` suggests. */
export const SCOPES_BY_CHOICE: Readonly<Record<Choice, readonly Scope[]>> = {
  lookAround: FIRST_SCOPES,
  messages: ['MESSAGES_SEND', 'MESSAGES_DELETE'],
  credits: ['CREDITS_WRITE'],
  privileges: ['CHARACTER_PRIVILEGES'],
  everything: ALL_SCOPES,
};

export const CHOICES = Object.keys(SCOPES_BY_CHOICE) as Choice[];

export function grantedBy(link: Link | undefined): Scope[] {
  return ALL_SCOPES.filter((scope) => link && coversScope(link.scopes, scope));
}

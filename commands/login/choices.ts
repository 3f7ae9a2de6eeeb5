import type { Link } from '../../src/account/links.ts';
import { ALL_SCOPES, coversScope, type Scope } from '../../src/game/scopes.ts';
import type { LoginTexts } from './en.ts';

type Choice = keyof LoginTexts['choices'];

/** The first login only suggests scopes to read. */
export const FIRST_SCOPES = ['CHARACTER_READ', 'CHARACTER_SKILLS', 'CHARACTER_CREDITS', 'MESSAGES_READ'] as const;

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

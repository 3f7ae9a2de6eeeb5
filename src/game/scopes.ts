/** The name on the wire of each scope, by its canonical name. */
export const SCOPES = {
  CHARACTER_READ: 'character_read',
  CHARACTER_LOCATION: 'character_location',
  CHARACTER_SKILLS: 'character_skills',
  CHARACTER_CREDITS: 'character_credits',
  CREDITS_WRITE: 'character_credits_write',
  CHARACTER_PRIVILEGES: 'character_privileges',
  MESSAGES_READ: 'messages_read',
  MESSAGES_SEND: 'messages_send',
  MESSAGES_DELETE: 'messages_delete',
} as const;

export type Scope = keyof typeof SCOPES;

export const ALL_SCOPES = Object.keys(SCOPES) as Scope[];

/** Without it, the game doesn't say whose token it is, so each login asks for it. */
export const ALWAYS_REQUESTED: Scope = 'CHARACTER_READ';
export const OPTIONAL_SCOPES = ALL_SCOPES.filter((scope) => scope !== ALWAYS_REQUESTED);

/** The scopes to ask for if a person chose these, or `everything`; other texts count as none. */
export function toRequestedScopes(chosen: readonly string[]): Scope[] {
  const isEverything = chosen.includes('everything');
  return ALL_SCOPES.filter((scope) => isEverything || scope === ALWAYS_REQUESTED || chosen.includes(scope));
}

const CANONICAL = new Map<string, string>(ALL_SCOPES.map((scope) => [SCOPES[scope], scope]));

/** The canonical name of a scope in any spelling; an unknown scope in upper case. */
export function toCanonicalScope(text: string): string {
  if (isScope(text)) return text;
  return CANONICAL.get(text.trim().toLowerCase()) ?? text.trim().toUpperCase();
}

/** True if granted scopes cover another, in any spelling; `character_all` covers its family. */
export function coversScope(granted: Iterable<string>, required: string): boolean {
  const canonical = toCanonicalScope(required);
  const wire = isScope(canonical) ? SCOPES[canonical] : canonical;
  const covering = [canonical, `${wire.split('_')[0]}_all`.toUpperCase()];
  return [...granted].some((scope) => covering.includes(toCanonicalScope(scope)));
}

export function isScope(text: string): text is Scope {
  return Object.hasOwn(SCOPES, text);
}

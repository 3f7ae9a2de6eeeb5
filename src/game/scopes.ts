/** The scopes by canonical name: the name on the wire, and what it allows, completing "Commlink may …". */
export const SCOPES = {
  CHARACTER_READ: {
    wire: 'character_read',
    en: 'see your character: name, faction, biography',
    de: 'deinen Charakter sehen: Name, Fraktion, Biografie',
  },
  CHARACTER_LOCATION: {
    wire: 'character_location',
    en: 'see where your character is',
    de: 'sehen, wo dein Charakter ist',
  },
  CHARACTER_SKILLS: { wire: 'character_skills', en: 'see your skills', de: 'deine Fähigkeiten sehen' },
  CHARACTER_CREDITS: {
    wire: 'character_credits',
    en: 'see your credits and your credit log',
    de: 'deine Credits und deinen Kontoauszug sehen',
  },
  CREDITS_WRITE: {
    wire: 'character_credits_write',
    en: 'send your credits to others',
    de: 'deine Credits an andere senden',
  },
  CHARACTER_PRIVILEGES: {
    wire: 'character_privileges',
    en: 'see and change faction privileges',
    de: 'Rechte in Fraktionen sehen und ändern',
  },
  MESSAGES_READ: { wire: 'messages_read', en: 'read your messages', de: 'deine Nachrichten lesen' },
  MESSAGES_SEND: {
    wire: 'messages_send',
    en: 'send messages in your name',
    de: 'in deinem Namen Nachrichten senden',
  },
  MESSAGES_DELETE: { wire: 'messages_delete', en: 'delete your messages', de: 'deine Nachrichten löschen' },
} as const;

export type Scope = keyof typeof SCOPES;

export const ALL_SCOPES = Object.keys(SCOPES) as Scope[];

const CANONICAL = new Map<string, string>(ALL_SCOPES.map((scope) => [SCOPES[scope].wire, scope]));

/** The canonical name of a scope in any spelling; an unknown scope in upper case. */
export function toCanonicalScope(text: string): string {
  return CANONICAL.get(text.trim().toLowerCase()) ?? text.trim().toUpperCase();
}

/** Whether granted scopes cover another, in any spelling; `character_all` covers its family. */
export function coversScope(granted: Iterable<string>, required: string): boolean {
  const canonical = toCanonicalScope(required);
  const wire = isScope(canonical) ? SCOPES[canonical].wire : canonical;
  const covering = [canonical, `${wire.split('_')[0]}_all`.toUpperCase()];
  return [...granted].some((scope) => covering.includes(toCanonicalScope(scope)));
}

export function isScope(text: string): text is Scope {
  return Object.hasOwn(SCOPES, text);
}

/** What each scope allows, in this language. */
export function describeScopes(language: 'en' | 'de'): Record<Scope, string> {
  return Object.fromEntries(ALL_SCOPES.map((scope) => [scope, SCOPES[scope][language]])) as Record<Scope, string>;
}

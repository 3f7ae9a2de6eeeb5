/** A scope by its canonical name (docs/interface.md, "OAuth"). */
export type Scope = keyof typeof scopeTable;

const scopeTable = {
  CHARACTER_READ: {
    wire: 'character_read',
    family: 'character',
    allows: 'See the profile of this character: name, health, location, factions.',
  },
  CHARACTER_AUTH: { wire: 'character_auth', family: 'character', allows: 'Know that you play this character.' },
  CHARACTER_STATS: {
    wire: 'character_stats',
    family: 'character',
    allows: 'See the health and the experience of this character.',
  },
  CHARACTER_LOCATION: { wire: 'character_location', family: 'character', allows: 'See where this character is.' },
  CHARACTER_SKILLS: { wire: 'character_skills', family: 'character', allows: 'See the skills of this character.' },
  CHARACTER_CREDITS: {
    wire: 'character_credits',
    family: 'character',
    allows: 'See how many credits this character has, and where they came from and went.',
  },
  CREDITS_WRITE: {
    wire: 'character_credits_write',
    family: 'character',
    allows: "Send the credits of this character to others. A transfer can't be undone.",
  },
  CHARACTER_PRIVILEGES: {
    wire: 'character_privileges',
    family: 'character',
    allows:
      'See the faction privileges of this character, and change the privileges of faction members where this character may do so.',
  },
  MESSAGES_READ: {
    wire: 'messages_read',
    family: 'messages',
    allows: 'Read the messages this character sent and received.',
  },
  MESSAGES_SEND: { wire: 'messages_send', family: 'messages', allows: 'Send messages in the name of this character.' },
  MESSAGES_DELETE: { wire: 'messages_delete', family: 'messages', allows: 'Delete messages of this character.' },
} as const satisfies Record<string, { wire: string; family: string; allows: string }>;

const families: Readonly<Record<string, string>> = {
  character_all: 'Everything about this character: profile, skills, credits, privileges.',
  messages_all: 'Everything about messages: read, send and delete.',
};

const canonicalNames = Object.keys(scopeTable) as Scope[];

/**
 * All scope names on the wire: the scopes (docs/interface.md, "OAuth") and the two `*_all`
 * families.
 */
export const wireScopes: readonly string[] = [
  ...canonicalNames.map((name) => scopeTable[name].wire),
  ...Object.keys(families),
];

/** The lower-case name of a scope on the wire. */
export function toWireScope(scope: Scope): string {
  return scopeTable[scope].wire;
}

/** The canonical, upper-case name of a scope on the wire. */
export function toCanonicalScope(wire: string): string {
  return canonicalNames.find((name) => toWireScope(name) === wire) ?? wire.toUpperCase();
}

/**
 * The wire's name for a scope given in either spelling (`CREDITS_WRITE`, `character_credits_write`, `CHARACTER_ALL`), in any case.
 * Throws a TypeError for a name that is in neither list.
 */
export function parseScope(name: string): string {
  const canonical = canonicalNames.find((candidate) => candidate === name.toUpperCase());
  const wire = canonical ? toWireScope(canonical) : name.toLowerCase();
  if (!wireScopes.includes(wire)) throw new TypeError(`No such scope: ${name}`);
  return wire;
}

/** Whether the granted wire scopes allow what `scope` protects: by the scope itself, or by the `*_all` of its family. */
export function allows(granted: ReadonlySet<string>, scope: Scope): boolean {
  const { wire, family } = scopeTable[scope];
  return granted.has(wire) || granted.has(`${family}_all`);
}

/** What a wire scope lets a client do, in plain words for the consent page. `movesMoney` marks those that deserve a warning. */
export function describeScope(wire: string): { text: string; movesMoney: boolean } {
  const canonical = canonicalNames.find((name) => toWireScope(name) === wire);
  const text = canonical ? scopeTable[canonical].allows : (families[wire] ?? wire);
  return { text, movesMoney: wire === 'character_credits_write' || wire === 'character_all' };
}

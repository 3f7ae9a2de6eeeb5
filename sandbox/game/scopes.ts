/** A scope by its canonical name (docs/interface.md, "OAuth"). */
export type Scope = keyof typeof TABLE;

/** Each scope's name on the wire and its description on the consent page. */
const TABLE = {
  CHARACTER_READ: [
    'character_read',
    'See the profile of this character: name, race, factions, biography. It may also show the location, credits, health, experience and last login.',
  ],
  CHARACTER_AUTH: ['character_auth', 'Know that you play this character.'],
  CHARACTER_STATS: ['character_stats', 'See the health and the experience of this character.'],
  CHARACTER_LOCATION: ['character_location', 'See where this character is.'],
  CHARACTER_SKILLS: ['character_skills', 'See the skills of this character.'],
  CHARACTER_CREDITS: [
    'character_credits',
    'See how many credits this character has, and where they came from and went.',
  ],
  CREDITS_WRITE: [
    'character_credits_write',
    "Send the credits of this character to others. A transfer can't be undone.",
  ],
  CHARACTER_PRIVILEGES: [
    'character_privileges',
    'See the faction privileges of this character, and change the privileges of faction members where this character may do so.',
  ],
  MESSAGES_READ: ['messages_read', 'Read the messages this character sent and received.'],
  MESSAGES_SEND: ['messages_send', 'Send messages in the name of this character.'],
  MESSAGES_DELETE: ['messages_delete', 'Delete messages of this character.'],
} as const;

const FAMILIES: Readonly<Record<string, string>> = {
  character_all: 'Everything about this character: profile, skills, credits, privileges.',
  messages_all: 'Everything about messages: read, send and delete.',
};

const CANONICAL_NAMES = Object.keys(TABLE) as Scope[];

/** All scope names on the wire, including the two `*_all` families. */
export const WIRE_SCOPES: readonly string[] = [...CANONICAL_NAMES.map(toWireScope), ...Object.keys(FAMILIES)];

export function toWireScope(scope: Scope): string {
  return TABLE[scope][0];
}

export function toCanonicalScope(wire: string): string {
  return CANONICAL_NAMES.find((name) => toWireScope(name) === wire) ?? wire.toUpperCase();
}

/** The wire name for either spelling, in any case. Throws a TypeError for an unknown scope. */
export function parseScope(name: string): string {
  const canonical = CANONICAL_NAMES.find((candidate) => candidate === name.toUpperCase());
  const wire = canonical ? toWireScope(canonical) : name.toLowerCase();
  if (!WIRE_SCOPES.includes(wire)) throw new TypeError(`No such scope: ${name}`);
  return wire;
}

/** True if the granted wire scopes include `scope`, or the `*_all` of its family. */
export function allows(granted: ReadonlySet<string>, scope: Scope): boolean {
  const wire = toWireScope(scope);
  return granted.has(wire) || granted.has(`${wire.split('_')[0]}_all`);
}

/** A wire scope's description. `movesMoney`: it deserves a warning. */
export function describeScope(wire: string): { text: string; movesMoney: boolean } {
  const canonical = CANONICAL_NAMES.find((name) => toWireScope(name) === wire);
  const text = canonical ? TABLE[canonical][1] : (FAMILIES[wire] ?? wire);
  return { text, movesMoney: wire === 'character_credits_write' || wire === 'character_all' };
}

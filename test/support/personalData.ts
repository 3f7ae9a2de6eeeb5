import { OTHER_COLLECTIONS, PERSONAL_DATA } from '../../src/account/personalData.ts';

type Kind = { collections: readonly string[]; keptForMs?: number };

/** The kind of personal data that a collection holds; undefined if it isn't in the list. */
export function findKind(collection: string): Kind | 'other' | undefined {
  const kinds: Kind[] = Object.values(PERSONAL_DATA);
  const holds = (name: string): boolean => (name.endsWith('-') ? collection.startsWith(name) : collection === name);
  return (
    kinds.find(({ collections }) => collections.some(holds)) ??
    (OTHER_COLLECTIONS.includes(collection) ? 'other' : undefined)
  );
}

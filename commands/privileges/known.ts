import { z } from 'zod';
import { noneIfBroken } from '../../src/account/seal.ts';
import type { Keeping } from '../../src/account/sealedStore.ts';
import { isUid, party, toHandleKey } from '../../src/game/parameters.ts';
import { collection } from '../../src/store/declared.ts';

type Asking = { person: { id: string }; services: Keeping };
type Member = z.output<typeof party>;

const DAY_MS = 24 * 60 * 60_000;
const MAX_MEMBERS = 50;
/** Characters that this person's commands looked up in the game, with times in ms. Sealed, because it
 * decides whose privileges are changed. */
const MEMBERS = collection(
  'privilege-members',
  z.object({ uid: z.string(), members: z.array(party.extend({ lookedUpAt: z.number() })) }),
  { about: 'person', says: 'suggestions', isSealed: true, keptForMs: DAY_MS },
);

/** The characters that were looked up within a day, newest first, by the person as `own`. */
export async function recallMembers(
  { person, services }: Asking,
  own: string | undefined,
): Promise<(Member & { lookedUpAt: number })[]> {
  const known = await services.kept(MEMBERS, person).get().catch(noneIfBroken);
  if (!known || known.uid !== own) return [];
  return known.members.filter(({ lookedUpAt }) => services.now() - lookedUpAt < DAY_MS);
}

/** Remembers characters that were looked up just now. Never rejects. */
export async function noteMembers(asking: Asking & { me: { uid: string } }, found: readonly Member[]): Promise<void> {
  const { person, me, services } = asking;
  if (found.length === 0) return;
  try {
    const fresh = found.map(({ uid, name }) => ({ uid, name, lookedUpAt: services.now() }));
    const others = (await recallMembers(asking, me.uid)).filter(({ uid }) => found.every((one) => one.uid !== uid));
    await services.kept(MEMBERS, person).set({ uid: me.uid, members: [...fresh, ...others].slice(0, MAX_MEMBERS) });
  } catch {
    // One more request the next time.
  }
}

/** The known character with this handle or UID. */
export function findKnown<M extends Member>(known: readonly M[], named: string): M | undefined {
  const text = named.trim();
  return known.find(({ uid, name }) => (isUid(text) ? uid === text : toHandleKey(name) === toHandleKey(text)));
}

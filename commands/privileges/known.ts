import { z } from 'zod';
import { noneIfBroken } from '../../src/account/seal.ts';
import type { Keeping } from '../../src/account/sealedStore.ts';
import { party } from '../../src/game/parameters.ts';
import { collection } from '../../src/store/declared.ts';

type Asking = { person: { id: string }; services: Keeping };
/** A character with the time when the game named it, in ms. */
type Known = z.output<typeof known>;

const DAY_MS = 24 * 60 * 60_000;
const MAX_MEMBERS = 50;
const known = party.extend({ lookedUpAt: z.number() });
/** Characters that this person's commands looked up in the game. Sealed, because it decides whose
 * privileges are changed. */
const MEMBERS = collection('privilege-members', z.object({ uid: z.string(), members: z.array(known) }), {
  ...({ about: 'person', says: 'suggestions', isSealed: true, keptForMs: DAY_MS } as const),
});

/** The characters that were looked up within a day, newest first, by the person as `own`. */
export async function recallMembers({ person, services }: Asking, own: string | undefined): Promise<Known[]> {
  const kept = await services.kept(MEMBERS, person).get().catch(noneIfBroken);
  if (!kept || kept.uid !== own) return [];
  return kept.members.filter(({ lookedUpAt }) => services.now() - lookedUpAt < DAY_MS);
}

/** Never rejects: else it's one more request the next time. */
export async function noteMembers({ person, services }: Asking, own: string, members: readonly Known[]): Promise<void> {
  await services
    .kept(MEMBERS, person)
    .set({ uid: own, members: members.slice(0, MAX_MEMBERS) })
    .catch(() => {});
}

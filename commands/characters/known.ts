import { z } from 'zod';
import type { Keeping } from '../../src/account/sealedStore.ts';
import { party } from '../../src/game/parameters.ts';
import { collection } from '../../src/store/declared.ts';

type Owner = { person: { id: string }; services: Keeping };
/** A character and the time (ms) of its look-up. */
export type Known = z.output<typeof known>;

export const DAY_MS = 24 * 60 * 60_000;
/** Long enough for monthly payments. */
export const MONTH_MS = 35 * DAY_MS;
const MAX_CHARACTERS = 400;
const known = party.extend({ lookedUpAt: z.number() });
/** Characters that a person looked up. Sealed, because payments and privileges rely on it. */
const KNOWN = collection('known-characters', z.object({ uid: z.string(), characters: z.array(known) }), {
  ...({ about: 'person', says: 'lookups', keptForMs: MONTH_MS } as const),
});

/** The characters that the person looked up as `own` within this time, newest first. */
export async function recallCharacters({ person, services }: Owner, own: string | undefined, maxAgeMs = MONTH_MS) {
  const kept = await services.kept(KNOWN, person).get();
  if (!kept || kept.uid !== own) return [];
  return kept.characters.filter(({ lookedUpAt }) => services.now() - lookedUpAt < maxAgeMs);
}

/** Adds characters that the game just named. Never rejects: a loss only costs another request. */
export async function noteCharacters(owner: Owner, own: string, fresh: readonly Known[]): Promise<void> {
  if (fresh.length === 0) return;
  const kept = owner.services.kept(KNOWN, owner.person);
  const note = async (): Promise<void> => {
    const others = (await recallCharacters(owner, own)).filter(({ uid }) => fresh.every((one) => one.uid !== uid));
    await kept.set({ uid: own, characters: [...fresh, ...others].slice(0, MAX_CHARACTERS) });
  };
  await kept.locked(note).catch(() => {});
}

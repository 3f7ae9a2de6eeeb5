import { z } from 'zod';
import type { Game } from '../game/client.ts';
import { coversScope } from '../game/scopes.ts';
import { Mistake } from '../view/errorView.ts';
import { plain, unformatted } from '../view/text.ts';
import type { Autocomplete, Services } from './context.ts';
import { type Memory, remember } from './remember.ts';
import type { Tally } from './tally.ts';

/** A faction as people name it; `name` where it is known. */
export type NamedFaction = { uid: string; name?: string | undefined };

const FACTION_UID = /^20:\d+$/;
const EXAMPLE = '20:501';
const LONGEST_LABEL = 80;

const OWN_FACTIONS: Memory<{ uid: string; name: string }[]> = {
  name: 'own-factions',
  schema: z.array(z.object({ uid: z.string(), name: z.string() })),
  ttlMs: 10 * 60_000,
};

type Asking = { game: Game; services: Pick<Services, 'store'>; me: { uid: string }; tally?: Tally };

/**
 * The faction that a person named by its UID, or by name where it is one of the own factions. Throws a {@link Mistake}
 * that says what works otherwise.
 */
export async function findFaction(asking: Asking, named: string): Promise<NamedFaction> {
  const text = named.trim();
  if (FACTION_UID.test(text)) return { uid: text };
  const own = await readOwnFactions(asking);
  const wanted = text.toLowerCase();
  const found = own.find(({ name }) => name.toLowerCase() === wanted);
  if (found) return found;
  const example = own[0]?.name ?? EXAMPLE;
  throw new Mistake(({ privileges }) => privileges.unknownFaction(plain(named, 60), plain(example, 60)));
}

/** Suggests the own factions. */
export const suggestOwnFactions: Autocomplete = async ({ typed, person, me, game, services }) => {
  const link = me && (await services.links.get(person.id));
  // A call that is refused would cost a request at every key.
  if (!me || !link || !coversScope(link.scopes, 'CHARACTER_READ')) return [];
  const wanted = typed.trim().toLowerCase();
  return (await readOwnFactions({ game, services, me }))
    .filter(({ uid, name }) => name.toLowerCase().includes(wanted) || uid.startsWith(wanted))
    .map(({ uid, name }) => ({ name: `${unformatted(name, LONGEST_LABEL)} (${uid})`, value: uid }));
};

function readOwnFactions({ game, services, me, tally }: Asking): Promise<{ uid: string; name: string }[]> {
  const ask = async () => {
    const { faction, factions } = await game.character.me();
    const known = [...(faction ? [faction] : []), ...factions].flatMap(({ uid, name }) => (uid ? [{ uid, name }] : []));
    return [...new Map(known.map((one) => [one.uid, one])).values()];
  };
  return remember(services.store, OWN_FACTIONS, me.uid, ask, tally);
}

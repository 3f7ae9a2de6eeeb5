import { z } from 'zod';
import type { Game } from '../game/client.ts';
import { coversScope } from '../game/scopes.ts';
import { type Memory, remember } from '../store/remember.ts';
import { Mistake } from '../view/errorView.ts';
import { plain, unformatted } from '../view/text.ts';
import type { Autocomplete, Services } from './context.ts';

/** A faction as people name it; `name` where it is known. */
export type NamedFaction = { uid: string; name?: string | undefined };

const FACTION_UID = /^20:\d+$/;
const EXAMPLE = '20:501';
const LONGEST_LABEL = 80;

type OwnFaction = { uid: string; name: string };

const OWN_FACTIONS: Memory<OwnFaction[]> = {
  name: 'own-factions',
  schema: z.array(z.object({ uid: z.string(), name: z.string() })),
  ttlMs: 10 * 60_000,
};

type Asking = { game: Game; me: { uid: string } };
type Remembering = Asking & { services: Pick<Services, 'store'>; person: { id: string } };

/**
 * The faction that a person named by its UID, or by name where it is one of the own factions. Throws a {@link Mistake}
 * that says what works otherwise. The game is asked: what is done in a faction must not rest on what is remembered.
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
  return (await recallOwnFactions({ game, services, me, person }))
    .filter(({ uid, name }) => name.toLowerCase().includes(wanted) || uid.startsWith(wanted))
    .map(({ uid, name }) => ({ name: `${unformatted(name, LONGEST_LABEL)} (${uid})`, value: uid }));
};

function recallOwnFactions({ person, services, ...asking }: Remembering): Promise<OwnFaction[]> {
  return remember(services.store, OWN_FACTIONS, `${person.id}:${asking.me.uid}`, () => readOwnFactions(asking));
}

async function readOwnFactions({ game }: Asking): Promise<OwnFaction[]> {
  const { faction, factions } = await game.character.me();
  const known = [...(faction ? [faction] : []), ...factions].flatMap(({ uid, name }) => (uid ? [{ uid, name }] : []));
  return [...new Map(known.map((one) => [one.uid, one])).values()];
}

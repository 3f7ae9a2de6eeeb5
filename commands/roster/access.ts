import { z } from 'zod';
import type { HandlerContext } from '../../src/discord/declare/context.ts';
import { isGameError } from '../../src/game/errors.ts';
import { collection } from '../../src/store/declared.ts';
import { UserError } from '../../src/view/errorView.ts';
import { plain } from '../../src/view/text.ts';
import type { Actor } from '../../src/writes/kind.ts';
import { DAY_MS } from '../characters/known.ts';
import { listNames, toPath } from '../privileges/names.ts';
import type { NEEDS } from '../privileges/read.ts';
import { noteNames } from '../privileges/suggest.ts';
import { type RosterTexts, TEXTS } from './en.ts';
import { changeRoster, type Roster, readRoster } from './kept.ts';

export type Context<M = RosterTexts> = HandlerContext<typeof NEEDS, M>;
type Faction = Roster['faction'];
/** A server's roster, as someone with the right to see it. */
export type Opened = { server: string; roster: Roster };

const RIGHT_MS = 10 * 60_000;
/** People whose own token showed the right to change privileges, by server and Discord user. */
const RIGHTS = collection('right', z.object({ faction: z.string(), uid: z.string(), at: z.number() }), {
  ...{ about: 'server', says: 'roster', keptForMs: RIGHT_MS },
} as const);
/** The one right whose name is known from the live game. */
const RIGHT = 'privileges/give_privs';

/** Throws a {@link UserError} unless the actor's own token shows the right to change privileges in
 * this faction, now or within `maxAgeMs`. */
export async function requireRight(actor: Actor, server: string, faction: Faction, maxAgeMs = RIGHT_MS): Promise<void> {
  const { me, person, game, services, language } = actor;
  const kept = services.kept(RIGHTS, `${server} ${person.id}`);
  const known = await kept.get();
  const isFresh = known !== undefined && services.now() - known.at < maxAgeMs;
  if (isFresh && known.faction === faction.uid && known.uid === me.uid) return;
  const read = await game.character.privileges
    .list({ uid: me.uid, faction_id: faction.uid })
    .catch((error: unknown) => {
      if (isGameError(error, 'not_found') || isGameError(error, 'refused')) return undefined;
      throw error;
    });
  // A service that ignores the faction responds with the main one.
  const isAbout = read?.faction?.uid === faction.uid;
  if (!isAbout || !listNames(read.groups).some((one) => one.isGranted && toPath(one) === RIGHT)) {
    await kept.delete();
    throw new UserError(TEXTS[language].noRight(plain(faction.name, 60)));
  }
  await noteNames(actor, read.groups);
  await kept.set({ faction: faction.uid, uid: me.uid, at: services.now() });
}

/** The server's roster. Throws a {@link UserError} in a DM, without one, or without the right. */
export async function openRoster(context: Context<unknown>): Promise<Opened> {
  const server = requireServer(context);
  const roster = await readRoster(context, server);
  if (!roster) throw new UserError(TEXTS[context.language].none);
  await requireRight(context, server, roster.faction);
  // Any change notes the use, which keeps the roster.
  if (context.services.now() - roster.usedAt > DAY_MS) await changeRoster(context, server, (stored) => stored);
  return { server, roster };
}

/** Edits parts of the server's roster. Throws a {@link UserError} like {@link openRoster}. */
export async function editRoster(context: Context<unknown>, edit: (stored: Roster) => Partial<Roster>): Promise<void> {
  const { server, roster } = await openRoster(context);
  await changeRoster(context, server, (stored) => {
    // Another faction may have made a new one meanwhile.
    if (stored?.faction.uid !== roster.faction.uid) throw new UserError(TEXTS[context.language].none);
    return { ...stored, ...edit(stored) };
  });
}

export function requireServer({ server, language }: Pick<Context, 'server' | 'language'>): string {
  if (!server) throw new UserError(TEXTS[language].serversOnly);
  return server.id;
}

import { z } from 'zod';
import type { HandlerContext } from '../../src/discord/declare/context.ts';
import { isGameError } from '../../src/game/errors.ts';
import type { party } from '../../src/game/parameters.ts';
import { collection } from '../../src/store/declared.ts';
import { UserError } from '../../src/view/errorView.ts';
import { plain } from '../../src/view/text.ts';
import type { Actor } from '../../src/writes/kind.ts';
import { noteNames } from '../privileges/suggest.ts';
import { type RosterTexts, TEXTS } from './en.ts';
import { noteUse, type Roster, readRoster } from './kept.ts';

export const NEEDS = ['CHARACTER_READ', 'CHARACTER_PRIVILEGES'] as const;
export type Context<M = RosterTexts> = HandlerContext<typeof NEEDS, M>;
type Named = Pick<z.output<typeof party>, 'uid' | 'name'>;
/** A server's roster, as someone with the right to see it. */
export type Opened = { server: string; roster: Roster };

const RIGHT_MS = 10 * 60_000;
/** People whose own token showed the right to change privileges, by server and Discord user. */
const RIGHTS = collection('right', z.object({ faction: z.string(), uid: z.string(), at: z.number() }), {
  ...{ about: 'server', says: 'roster', keptForMs: RIGHT_MS },
} as const);
/** The one right whose name is known from the live game. */
const RIGHT = { group: 'privileges', privilege: 'give_privs' };

/** Throws a {@link UserError} unless the actor's own token shows the right to change privileges in
 * this faction, now or within `maxAgeMs`. */
export async function requireRight(actor: Actor, server: string, faction: Named, maxAgeMs = RIGHT_MS): Promise<void> {
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
  const group = read?.groups.find(({ name }) => name === RIGHT.group);
  if (!isAbout || !group?.privileges.some(({ name, isGranted }) => isGranted && name === RIGHT.privilege)) {
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
  await noteUse(context, server, roster);
  return { server, roster };
}

export function requireServer({ server, language }: Pick<Context, 'server' | 'language'>): string {
  if (!server) throw new UserError(TEXTS[language].serversOnly);
  return server.id;
}

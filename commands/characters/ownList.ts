import { z } from 'zod';
import type { Link } from '../../src/account/links.ts';
import type { Keeping } from '../../src/account/sealedStore.ts';
import type { Services } from '../../src/discord/declare/context.ts';
import { coversScope, type Scope } from '../../src/game/scopes.ts';
import { collection, type Personal } from '../../src/store/declared.ts';

export type OwnList<T> = Personal<{ uid: string; items: T[] }>;

export function ownList<T>(name: string, item: z.ZodType<T>, keptForMs: number): OwnList<T> {
  const list = z.object({ uid: z.string(), items: z.array(item) });
  return collection(name, list, { about: 'person', says: 'suggestions', keptForMs });
}

/** Empty without the scope: each keystroke would cost a request. Without `read`, the last list. */
export async function readOwnList<T>(
  owner: { link?: Link | undefined; person: { id: string }; services: Keeping & Partial<Pick<Services, 'cached'>> },
  list: OwnList<T>,
  scope: Scope,
  read: false | ((uid: string) => Promise<T[]>),
): Promise<T[]> {
  const { link, person, services } = owner;
  if (!link || !coversScope(link.scopes, scope)) return [];
  const { uid } = link.character;
  const kept = services.kept(list, person);
  // The list may be another character's.
  const get = () => kept.get().then((found) => (found?.uid === uid ? found : undefined));
  if (!read || !services.cached) return (await get())?.items ?? [];
  const own = { ...kept, id: `${kept.id}:${uid}`, get };
  return (await services.cached(own, async () => ({ uid, items: await read(uid) }))).items;
}

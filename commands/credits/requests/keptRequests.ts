import { z } from 'zod';
import { noneIfBroken } from '../../../src/account/seal.ts';
import type { Keeping } from '../../../src/account/sealedStore.ts';
import { collection } from '../../../src/store/declared.ts';
import { DAY_MS } from '../../characters/known.ts';
import { type Request, request } from './request.ts';

type Owner = { person: { id: string }; services: Keeping };

const OPEN_MS = 60 * DAY_MS;
/** Paid or withdrawn requests stay listed for this long. */
const ENDED_MS = 7 * DAY_MS;
/** The limit of a select. */
export const MAX_OPEN = 25;
const MAX_POINTERS = 2 * MAX_OPEN;
/** Max requests of one asker that are listed before those of others. */
const MAX_OF_ASKER = 5;

const KEPT = { onlyCopyOf: 'requests', keptForMs: OPEN_MS } as const;
/** A person's requests to others, newest first. */
const REQUESTS = collection('requests', z.array(request), { about: 'person', says: 'requests', ...KEPT });
/** The requests to a character (by UID), newest first. Erased with the request. */
const pointer = z.object({ asker: z.string(), code: z.string() });
type Pointer = z.output<typeof pointer>;
const ASKED = collection('requests-to', z.array(pointer), { about: 'bot', isSealed: true, ...KEPT });

/** Newest first, but one asker's excess comes last, so that no one can hide other requests. */
function sortFairly(pointers: readonly Pointer[]): Pointer[] {
  const ofEach = [...Map.groupBy(pointers, ({ asker }) => asker).values()];
  const first = new Set(ofEach.flatMap((each) => each.slice(0, MAX_OF_ASKER)));
  return pointers.toSorted((one, other) => Number(first.has(other)) - Number(first.has(one)));
}

export async function listRequests({ person, services }: Owner): Promise<Request[]> {
  const kept = (await services.kept(REQUESTS, person).get()) ?? [];
  const now = services.now();
  return kept.filter(({ askedAt, endedAt }) => now < Math.min(askedAt + OPEN_MS, (endedAt ?? now) + ENDED_MS));
}

/** `asker`: the Discord user. Undefined if withdrawn. */
export const findRequest = async (services: Keeping, asker: string, code: string): Promise<Request | undefined> =>
  (await listRequests({ person: { id: asker }, services })).find((each) => each.code === code && !each.isWithdrawn);

/** Stores the changed requests and updates the asked characters' lists, unless `change` throws. */
export async function changeRequests(owner: Owner, change: (requests: Request[]) => Request[]): Promise<Request[]> {
  const kept = owner.services.kept(REQUESTS, owner.person);
  return await kept.locked(async () => {
    const stored = (await kept.get()) ?? [];
    const changed = change(await listRequests(owner));
    const [before, now] = [stored, changed].map((each) => each.filter(({ endedAt }) => endedAt === undefined));
    const isIn = (list: Request[] | undefined, { code }: Request) => list?.some((each) => each.code === code);
    if ((changed.length > 0 || stored.length > 0) && !(await kept.set(changed))) return changed;
    for (const each of now ?? []) if (!isIn(before, each)) await setPointers(owner, each, true);
    for (const each of before ?? []) if (!isIn(now, each)) await setPointers(owner, each, false);
    return changed;
  });
}

/** Call it before a person's data is erased: the asked characters' lists have requests, too. */
export const forgetRequests = (owner: Owner): Promise<unknown> => changeRequests(owner, () => []).catch(noneIfBroken);

/** The open requests to a character, with their askers' Discord users. */
export async function listAsked(services: Keeping, uid: string): Promise<{ asker: string; request: Request }[]> {
  const found = sortFairly((await services.kept(ASKED, uid).get()) ?? [])
    .slice(0, MAX_OPEN)
    .map(async ({ asker, code }) => {
      const request = await findRequest(services, asker, code).catch(noneIfBroken);
      return request?.endedAt === undefined && request?.rows.some((row) => row.uid === uid) ? [{ asker, request }] : [];
    });
  return (await Promise.all(found)).flat();
}

async function setPointers({ person, services }: Owner, { code, rows }: Request, isOpen: boolean): Promise<void> {
  for (const { uid } of rows) {
    const kept = services.kept(ASKED, uid);
    const set = async (): Promise<void> => {
      const pointers = (await kept.get()) ?? [];
      const others = pointers.filter((each) => each.code !== code || each.asker !== person.id);
      const surplus = others.findLast(({ asker }) => asker === person.id) ?? sortFairly(others).at(-1);
      const fitting = others.filter((each) => others.length < MAX_POINTERS || each !== surplus);
      const all = isOpen ? [{ asker: person.id, code }, ...fitting] : others;
      await (all.length > 0 ? kept.set(all) : kept.delete());
    };
    // The request itself can still be paid.
    await kept.locked(set).catch(noneIfBroken);
  }
}

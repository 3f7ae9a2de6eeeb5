import { KEPT_DATA, type KeptData, listPersonal, type Personal } from '../store/declared.ts';
import type { LoggedOut, Login } from './login.ts';
import { noneIfBroken } from './seal.ts';
import type { Keeping } from './sealedStore.ts';

type Part = NonNullable<Personal<unknown>['erasedBy']>;

/** The parts that find a user's data under other keys than the user's id. */
type ExportParts = Pick<Keeping, 'kept'> &
  Record<Part, { exportOf(discordUserId: string): Promise<Record<string, unknown>> }>;

type EraseParts = Pick<Keeping, 'kept'> & {
  login: Pick<Login, 'logOut' | 'endAllOf'>;
} & Record<Exclude<Part, 'login'>, { erase(discordUserId: string): Promise<void> }>;

/** All data stored about a user, by its name in an export; no tokens or other secrets. */
export type PersonalData = readonly { says: KeptData; exported: Readonly<Record<string, unknown>> }[];

/** Reads every collection declared about people, except values that the current keys can't open. */
export async function readPersonalData(parts: ExportParts, id: string): Promise<PersonalData> {
  const personal = listPersonal();
  const own = personal.filter(({ erasedBy, toExport }) => !erasedBy || toExport);
  const read = own.map(async (declared) => {
    const reading = parts.kept(declared, { id }).get();
    const exported = (await declared.toExport?.(reading)) ?? { [declared.name]: (await reading) ?? null };
    return { says: declared.says, exported };
  });
  const held = new Map<Part, KeptData>();
  for (const { erasedBy, says, toExport } of personal) if (erasedBy && !toExport) held.set(erasedBy, says);
  const ask = async (part: Part) => (await parts[part].exportOf(id).catch(noneIfBroken)) ?? {};
  const asked = [...held].map(async ([part, says]) => ({ says, exported: await ask(part) }));
  return await Promise.all([...read, ...asked]);
}

export function listStored(data: PersonalData): KeptData[] {
  const isStored = (value: unknown): boolean => (Array.isArray(value) ? value.length > 0 : Boolean(value));
  const stored = new Set(data.flatMap(({ says, exported }) => (Object.values(exported).some(isStored) ? says : [])));
  return KEPT_DATA.filter((kind) => stored.has(kind));
}

/** Revokes the tokens and erases everything declared. If it throws StoreUnavailable, try again. */
export async function erasePersonalData(
  { kept, login, changes, tickets }: EraseParts,
  discordUserId: string,
): Promise<LoggedOut> {
  // Writes in progress first, because looking up outcomes needs the link.
  await changes.erase(discordUserId);
  const loggedOut = await login.logOut(discordUserId);
  await login.endAllOf(discordUserId);
  await tickets.erase(discordUserId);
  for (const declared of listPersonal().filter(({ erasedBy }) => erasedBy === undefined)) {
    const own = kept(declared, { id: discordUserId });
    // Under the lock, or a change in progress would store it again.
    await own.locked(own.delete);
  }
  return loggedOut;
}

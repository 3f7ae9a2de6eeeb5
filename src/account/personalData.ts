import { KEPT_DATA, type KeptData, listDeclared, listPersonal, type Personal } from '../store/declared.ts';
import type { Link } from './links.ts';
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

type Owner = { person: { id: string }; services: Pick<Keeping, 'kept'>; link?: Link | undefined };

/** All data stored about a user, by its name in an export; no tokens or other secrets. */
export type PersonalData = readonly { says: KeptData; exported: Readonly<Record<string, unknown>> }[];

/** Reads every collection declared about people, except values that the current keys can't open. */
export async function readPersonalData(parts: ExportParts, id: string): Promise<PersonalData> {
  const personal = listPersonal();
  const own = personal.filter(({ erasedBy, toExport }) => !erasedBy || toExport);
  const read = own.map(async (declared) => {
    const reading = parts.kept(declared, { id }).get();
    const toExported = async () => (await declared.toExport?.(reading)) ?? { [declared.name]: (await reading) ?? null };
    const exported = (await toExported().catch(noneIfBroken)) ?? { [declared.name]: "can't be read" };
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

/** The user's own work that today's keys can't open. */
export async function findUnreadable({ person, services: { kept }, link }: Owner) {
  const found = listDeclared().map(async (declared) => {
    const own = declared.about === 'person' ? kept(declared, person) : kept(declared, link?.character.uid ?? '');
    const { onlyCopyOf: says } = declared;
    const isFine = says === undefined || (await own.get().then(() => true, noneIfBroken));
    return isFine ? [] : { says, delete: () => own.locked(own.delete) };
  });
  return (await Promise.all(found)).flat();
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

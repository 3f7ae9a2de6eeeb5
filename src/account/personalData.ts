import { KEPT_DATA, type KeptData, listPersonal, type Personal } from '../store/declared.ts';
import type { LoggedOut, Login } from './login.ts';
import { noneIfBroken } from './seal.ts';
import type { Keeping } from './sealedStore.ts';

type Part = NonNullable<Personal<unknown>['erasedBy']>;

/** The parts that know the keys of what they hold. */
type Exporting = Pick<Keeping, 'kept'> &
  Record<Part, { exportOf(discordUserId: string): Promise<Record<string, unknown>> }>;

type Erasing = Pick<Keeping, 'kept'> & {
  login: Pick<Login, 'logOut' | 'endAllOf'>;
} & Record<Exclude<Part, 'login'>, { erase(discordUserId: string): Promise<void> }>;

/** All that is stored about a user, by its name in an export: no tokens or other secrets. */
export type PersonalData = readonly { says: KeptData; exported: Readonly<Record<string, unknown>> }[];

/** Reads every collection that is declared about people. Some are read by the part that holds them.
 * What today's keys can't open is left out. */
export async function readPersonalData(parts: Exporting, id: string): Promise<PersonalData> {
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

/** The kinds of data of which something is stored. */
export function listStored(data: PersonalData): KeptData[] {
  const isStored = (value: unknown): boolean => (Array.isArray(value) ? value.length > 0 : Boolean(value));
  const stored = new Set(data.flatMap(({ says, exported }) => (Object.values(exported).some(isStored) ? says : [])));
  return KEPT_DATA.filter((kind) => stored.has(kind));
}

/** Revokes the tokens and erases all that is declared. If it throws StoreUnavailable, try again. */
export async function erasePersonalData(
  { kept, login, changes, tickets }: Erasing,
  discordUserId: string,
): Promise<LoggedOut> {
  // Writes in progress first, because looking up outcomes needs the link.
  await changes.erase(discordUserId);
  const loggedOut = await login.logOut(discordUserId);
  await login.endAllOf(discordUserId);
  await tickets.erase(discordUserId);
  for (const declared of listPersonal().filter(({ erasedBy }) => erasedBy === undefined)) {
    const own = kept(declared, { id: discordUserId });
    // Else what is being changed would be stored again.
    await own.locked(own.delete);
  }
  return loggedOut;
}

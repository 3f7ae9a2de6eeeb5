import { isUid, toHandleKey } from '../../../src/game/parameters.ts';
import type { CreditLogEntry } from '../../../src/game/resources/credits.ts';
import { UserError } from '../../../src/view/errorView.ts';
import { plain } from '../../../src/view/text.ts';
import type { Acting } from '../../../src/writes/kind.ts';
import { findCharacter } from '../../characters/findCharacter.ts';
import { type Known, MONTH_MS, noteCharacters, recallCharacters } from '../../characters/known.ts';
import { TEXTS } from '../en.ts';
import { toTime } from '../readLog.ts';

/** `found` and `unknown` (why) by {@link toKey}; `missing`: names that weren't looked up. */
export type Recipients = { found: Map<string, Known>; unknown: Map<string, string>; missing: string[] };
/** How many names are looked up without asking, and until when (ms of `performance.now`). */
export type Limits = { mayLookUp: number; until: number };

const AT_ONCE = 4;
/** With the other requests of an interaction, this stays below Discord's and our limits. */
export const MAX_LOOKING_MS = 7_000;
/** Where handles name recipients, they must be as good as new. */
const HANDLES_MS = 10 * 60_000;

export const toKey = (named: string): string => (isUid(named.trim()) ? named.trim() : toHandleKey(named));

/** Who these names are. Whom the person's commands or the given log have shown costs no request. */
export async function findRecipients(
  asking: Acting,
  names: readonly string[],
  log: readonly CreditLogEntry[],
  { isByHandle, ...limits }: Limits & { isByHandle: boolean },
): Promise<Recipients> {
  const recalled = await recallCharacters(asking, asking.me.uid, isByHandle ? HANDLES_MS : MONTH_MS);
  const checked = recalled.filter(({ isHandle }) => isHandle);
  const known = toIndex(isByHandle ? checked : [...listCounterparties(asking, log), ...recalled]);
  const wanted = new Map(names.map((name) => [toKey(name), name]));
  const found = new Map<string, Known>();
  for (const key of wanted.keys()) {
    const [one, another] = known.get(key) ?? [];
    if (one && !another) found.set(key, one);
  }
  const missing = [...wanted].filter(([key]) => !found.has(key));
  const unknown = new Map<string, string>();
  if (missing.length > limits.mayLookUp) return { found, unknown, missing: missing.map(([, name]) => name) };
  const fresh: Known[] = [];
  const lookUp = async (): Promise<void> => {
    while (performance.now() < limits.until) {
      const [key, name] = missing.shift() ?? [];
      if (key === undefined || name === undefined) return;
      try {
        const one = { ...(await findOne(asking, name, isByHandle)), lookedUpAt: asking.services.now() };
        found.set(key, one);
        fresh.push(one);
      } catch (error) {
        if (!(error instanceof UserError)) throw error;
        unknown.set(key, error.message);
      }
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: AT_ONCE }, lookUp));
  // Also after a failure: what was found costs nothing the next time.
  await noteCharacters(asking, asking.me.uid, fresh);
  for (const one of ended) if (one.status === 'rejected') throw one.reason;
  return { found, unknown, missing: missing.map(([, name]) => name) };
}

/** By its handle, a faction could have the same name as a character. */
async function findOne(asking: Acting, named: string, isByHandle: boolean) {
  const found = await findCharacter(asking, named);
  if (!isUid(named.trim())) return { ...found, isHandle: true as const };
  if (!isByHandle) return found;
  const again = await findCharacter(asking, found.name);
  if (again.uid === found.uid) return { ...again, isHandle: true as const };
  const { confirmation } = TEXTS[asking.language];
  throw new UserError(confirmation.otherHandle(plain(found.name, 100), plain(found.uid, 30)));
}

/** By key, the characters with this UID or with this handle as they were called last. */
function toIndex(known: readonly Known[]): Map<string, Known[]> {
  const byUid = new Map<string, Known>();
  for (const one of known) if (!byUid.has(one.uid)) byUid.set(one.uid, one);
  const byName = Map.groupBy(byUid.values(), ({ name }) => toKey(name));
  for (const [uid, one] of byUid) byName.set(uid, [one]);
  return byName;
}

function listCounterparties({ game }: Acting, log: readonly CreditLogEntry[]): Known[] {
  return log.flatMap((entry) => {
    const { uid, name } = entry.counterparty ?? {};
    const lookedUpAt = toTime(entry);
    if (!uid?.startsWith('1:') || !name || game.now() - lookedUpAt >= MONTH_MS) return [];
    return [{ uid, name, lookedUpAt }];
  });
}

import { isUid, toHandleKey } from '../../../src/game/parameters.ts';
import type { CreditLogEntry } from '../../../src/game/resources/credits.ts';
import { UserError } from '../../../src/view/errorView.ts';
import type { Actor } from '../../../src/writes/kind.ts';
import { findCharacter } from '../../characters/findCharacter.ts';
import { DAY_MS, type Known, MONTH_MS, noteCharacters, recallCharacters } from '../../characters/known.ts';
import { TEXTS } from '../en.ts';
import { toTime } from '../readLog.ts';

/** `namedAt`: when the name was last known to be this character's (ms), if that's long ago. */
type Named = { uid: string; name: string; namedAt?: number | undefined };
export type Recipients = {
  /** By {@link toKey}. */
  found: Map<string, Named>;
  /** The reasons by {@link toKey}. */
  unknown: Map<string, string>;
  /** How many weren't looked up. */
  missing: number;
};
type Limits = {
  /** Max look-ups without asking. */
  mayLookUp: number;
  /** The deadline, in ms of `performance.now`. */
  until: number;
  /** Older names are looked up again; by default, those of a month are used. */
  maxAgeMs?: number | undefined;
};

const AT_ONCE = 4;
/** Leaves time for the interaction's other requests. */
export const MAX_LOOKING_MS = 7_000;
/** Max age of the handles that name recipients. */
const HANDLES_MS = 10 * 60_000;

/** A name counts as typed, but for its case: what is only similar may be another character's. */
export const toKey = (named: string): string => (isUid(named.trim()) ? named.trim() : named.trim().toLowerCase());

/** A name that was looked up this recently isn't shown with its age. */
export const NAMES_FRESH_MS = DAY_MS;

/** True if a typed name is this character's. */
export function isSameName(typed: string, name: string): boolean {
  return toHandleKey(typed.replace(/\s+/g, ' ')) === toHandleKey(name);
}

/** Known characters cost no request, nor does a `member` named by UID. */
export async function findRecipients(
  asking: Actor,
  rows: readonly { name: string; member?: Named }[],
  log: readonly CreditLogEntry[],
  { isByHandle, mayLookUp, until, maxAgeMs = MONTH_MS }: Limits & { isByHandle: boolean },
): Promise<Recipients> {
  const { me, game, services, language } = asking;
  const recalled = await recallCharacters(asking, me.uid, isByHandle ? HANDLES_MS : maxAgeMs);
  const inLog = log.flatMap((entry): Known[] => {
    const { uid, name } = entry.counterparty ?? {};
    const isRecent = game.now() - toTime(entry) < maxAgeMs && !isByHandle;
    return uid?.startsWith('1:') && name && isRecent ? [{ uid, name, lookedUpAt: toTime(entry) }] : [];
  });
  // Latest name per UID; the log wins.
  const byUid = new Map([...inLog, ...recalled].toReversed().map((one) => [one.uid, one]));
  const byName = Map.groupBy(byUid.values(), ({ name }) => toKey(name));
  const toAged = ({ uid, name, lookedUpAt }: Known): Named => {
    const isOld = services.now() - lookedUpAt >= NAMES_FRESH_MS;
    return { uid, name, namedAt: isOld ? lookedUpAt : undefined };
  };
  const found = new Map<string, Named>();
  const unknown = new Map<string, string>();
  const missing = new Map<string, string>();
  for (const { name, member } of rows) {
    const key = toKey(name);
    // A name could look like another character's UID, and a roster's names aren't verified.
    const [one, another] = isUid(key) ? [byUid.get(key) ?? member] : (byName.get(key)?.map(toAged) ?? []);
    if (isByHandle && isUid(key)) unknown.set(key, TEXTS[language].pay.wantsHandle);
    else if (one && !another) found.set(key, one);
    else missing.set(key, name);
  }
  const fresh: Known[] = [];
  const lookUp = async (): Promise<void> => {
    for (const [key, name] of missing) {
      if (performance.now() >= until) return;
      missing.delete(key);
      try {
        const one = await findCharacter(asking, name);
        found.set(key, one);
        fresh.push({ ...one, lookedUpAt: services.now() });
      } catch (error) {
        if (!(error instanceof UserError)) throw error;
        unknown.set(key, error.message);
      }
    }
  };
  const isAsked = missing.size <= mayLookUp;
  const ended = await Promise.allSettled(isAsked ? Array.from({ length: AT_ONCE }, lookUp) : []);
  // Even after a failure, so that no character is looked up twice.
  await noteCharacters(asking, me.uid, fresh);
  for (const one of ended) if (one.status === 'rejected') throw one.reason;
  return { found, unknown, missing: missing.size };
}

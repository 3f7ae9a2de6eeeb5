import { z } from 'zod';
import { noneIfBroken } from '../account/seal.ts';
import type { Owner, SealedStore } from '../account/sealedStore.ts';
import { collection } from '../store/declared.ts';
import { type Collection, type Store, StoreUnavailable } from '../store/store.ts';
import { newVersion } from './change.ts';
import { KEPT_MS } from './changes.ts';
import type { Payment } from './kind.ts';

/** Rows of a confirmation that never began are kept this long, like the confirmation itself. */
const UNUSED_MS = 60 * 60_000;
/** Far more presses than two people can make at once. */
const MAX_TRIES = 50;

const row = z.object({ uid: z.string(), amount: z.number(), code: z.string().optional() });
const entry = z.object({
  /** Random: several presses of one confirmation have an entry each. */
  id: z.string(),
  /** The change's key, which begins with its person. */
  change: z.string(),
  /** Later entries have higher positions. It's also the time of the press, in ms. */
  position: z.number(),
  /** The change can't begin after this time, in ms. */
  beginsBy: z.number(),
  /** The entry is dropped at this time, in ms. */
  until: z.number(),
  /** The change's payments, in the order of its rows. */
  rows: z.array(row),
});
const list = z.object({ last: z.number(), entries: z.array(entry) });
/** Each character's payments that someone confirmed, by UID: of all people who play it. */
const PAYMENTS = collection('payments', list, { about: 'bot', isSealed: true, keptForMs: KEPT_MS });
/** The UIDs of the characters whose lists have a person's rows, so that erasing finds them. */
const PAID_AS = collection('paid-as', z.array(z.string()), {
  about: 'person',
  says: 'writes',
  erasedBy: 'changes',
  keptForMs: KEPT_MS,
});

type List = z.output<typeof list>;
const EMPTY: List = { last: 0, entries: [] };
export type PaymentEntry = z.output<typeof entry>;
/** A list as one confirmation sees it. */
export type EnteredPayments = {
  /** The confirmation's own entry, and its person. */
  id: string;
  owner: Owner;
  characterUid: string;
  /** What comes later sees the own entry. */
  position: number;
  /** The entries of other changes up to that position. */
  others: readonly PaymentEntry[];
};
/** A change that pays. `expiresAt`: it can't begin later. */
export type PayingChange = {
  key: string;
  owner: Owner;
  characterUid: string;
  expiresAt: number;
  payments: readonly Payment[];
};

export type Payments = ReturnType<typeof createPayments>;

/** The payments of each character that someone has confirmed. Whoever confirms enters theirs first
 * and then reads the others': of two people at the same moment, the later one sees the earlier. */
export function createPayments(store: Pick<Store, 'now' | 'replicate'>, sealed: SealedStore) {
  const lists = sealed.collection(PAYMENTS);
  const characters = sealed.collection(PAID_AS);

  const read = async (characterUid: string): Promise<List> =>
    (await lists.get(characterUid).catch(noneIfBroken)) ?? EMPTY;

  /** Edits the character's list in one step. */
  const edit = async (
    characterUid: string,
    change: (entries: PaymentEntry[], last: number) => PaymentEntry[],
  ): Promise<void> => {
    await alter(lists, characterUid, ({ last, entries }: List = EMPTY) => {
      const valid = entries.filter(({ until }) => until > store.now());
      const edited = change(valid, last);
      return { last: Math.max(last, ...edited.map(({ position }) => position)), entries: edited };
    });
  };

  /** Removes entries. An empty list expires, unless someone has entered theirs meanwhile. */
  const remove = async (
    characterUid: string,
    isRemoved: (entry: PaymentEntry) => boolean,
    emptyForMs: number,
  ): Promise<void> => {
    await edit(characterUid, (entries) => entries.filter((one) => !isRemoved(one)));
    const ifEmpty = (stored: List): List | undefined => (stored.entries.length === 0 ? stored : undefined);
    await lists.replace(characterUid, ifEmpty, emptyForMs);
  };
  // Its last position outlives the previews that have noted it: the clocks of processes differ.
  const leave = async ({ characterUid, id, owner }: Pick<EnteredPayments, 'characterUid' | 'id' | 'owner'>) => {
    const emptyForMs = (await sealed.isErased(owner)) ? 1 : UNUSED_MS;
    await remove(characterUid, (one) => one.id === id, emptyForMs);
  };

  /** Adds the entry, under a position after all others'. By the clock, so that positions grow even
   * if the store lost the list. */
  const append = async (change: PayingChange, id: string, keptForMs: number): Promise<void> => {
    const { key, characterUid, expiresAt } = change;
    const rows = change.payments.map(({ recipient: { uid }, amount, code }) => ({ uid, amount, code }));
    await edit(characterUid, (entries, last) => {
      const now = store.now();
      // A list that begins keeps its press's position: everyone after it was shown these payments.
      const entered = id === key ? entries.find((one) => one.change === key)?.position : undefined;
      const position = entered ?? Math.max(last + 1, now);
      const own = { id, change: key, position, beginsBy: expiresAt, until: now + keptForMs, rows };
      return [...entries.filter((one) => one.id !== id), own];
    });
  };

  /** Appends and replicates the entry, and reads it back. The replicas have it before the others'
   * are read: a failover could otherwise forget it after another person has seen a list without. */
  const appendForSure = async (change: PayingChange, id: string, keptForMs: number): Promise<List> => {
    const { characterUid } = change;
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      await append(change, id, keptForMs);
      await store.replicate(PAYMENTS.name, characterUid, KEPT_MS);
      const stored = await read(characterUid);
      // It's missing if a failover has just forgotten it.
      if (stored.entries.some((one) => one.id === id)) return stored;
    }
    throw new StoreUnavailable('The store keeps losing a list of payments.');
  };

  /** Nothing stays of someone who erased everything meanwhile: their link is gone, so their change
   * can't be sent. */
  const storeEntry = async (change: PayingChange, id: string, keptForMs: number): Promise<List> => {
    const { characterUid, owner } = change;
    // Listed first, so that erasing finds the rows.
    await alter(characters, owner.id, (uids = []) => [...new Set([...uids, characterUid])]);
    const stored = await appendForSure(change, id, keptForMs);
    if (await sealed.isErased(owner)) await erase(owner.id);
    return stored;
  };

  const charactersOf = async (personId: string): Promise<string[]> =>
    (await characters.get(personId).catch(noneIfBroken)) ?? [];

  /** Erases the person's own rows. Others who play these characters keep theirs. */
  const erase = async (personId: string): Promise<void> => {
    for (const uid of await charactersOf(personId)) await remove(uid, ({ change }) => isOf(change, personId), 1);
    await characters.delete(personId);
  };

  return {
    read,
    /** Enters the payments of one press, and returns those of others. */
    async enter(change: PayingChange): Promise<EnteredPayments> {
      const { characterUid, key, owner } = change;
      const id = newVersion();
      const { entries } = await storeEntry(change, id, UNUSED_MS).catch(async (error: unknown) => {
        await leave({ characterUid, id, owner }).catch(() => {});
        throw error;
      });
      const position = entries.find((one) => one.id === id)?.position ?? 0;
      const others = entries.filter((one) => one.change !== key && one.position < position);
      return { id, owner, characterUid, position, others };
    },
    /** Enters the payments of a list that has begun, unless that was done. Returns all others. */
    async enterBegun(change: PayingChange): Promise<EnteredPayments> {
      const { characterUid, key } = change;
      // Not the entry of a press: that press may find that it didn't begin the list, and leave.
      const id = key;
      const stored = await read(characterUid);
      const isEntered = stored.entries.some((one) => one.id === id);
      const { entries, last } = isEntered ? stored : await storeEntry(change, id, KEPT_MS);
      return {
        id,
        owner: change.owner,
        characterUid,
        position: last,
        others: entries.filter((one) => one.change !== key),
      };
    },
    /** Call if the change certainly sends nothing. If this fails, the entry expires. */
    leave,
    /** Call once a single change was sent: the entry is kept as long as the change. */
    async keep(entered: EnteredPayments): Promise<void> {
      if (await sealed.isErased(entered.owner)) return await leave(entered);
      await edit(entered.characterUid, (entries) =>
        entries.map((one) => (one.id === entered.id ? { ...one, until: one.position + KEPT_MS } : one)),
      );
    },
    /** The person's own rows, in the lists of all their characters. */
    async exportOf(personId: string): Promise<Record<string, unknown>> {
      const found = (await charactersOf(personId)).map(async (character) => {
        const { entries } = await read(character);
        return entries.filter(({ change }) => isOf(change, personId)).flatMap((one) => toExported(one, character));
      });
      return { payments: (await Promise.all(found)).flat() };
    },
    erase,
  };
}

function toExported({ position, rows }: PaymentEntry, character: string) {
  const at = new Date(position).toISOString();
  return rows.map(({ uid, amount }) => ({ at, character, recipient: uid, amount }));
}

function isOf(change: string, personId: string): boolean {
  return change.startsWith(`${personId}:`);
}

/** Edits a value by compare-and-swap, which all processes agree on. A value that can't be opened is
 * replaced. */
async function alter<T>(values: Collection<T>, key: string, edit: (stored?: T) => T): Promise<void> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    let isMissing = true;
    const toEdited = (stored: T): T => {
      isMissing = false;
      return edit(stored);
    };
    const isReplaced = await values.replace(key, toEdited, KEPT_MS).catch(async (error: unknown) => {
      noneIfBroken(error);
      await values.delete(key);
      return false;
    });
    if (isReplaced) return;
    if (isMissing && (await values.add(key, edit(), KEPT_MS))) return;
  }
  throw new StoreUnavailable('A list of payments keeps changing.');
}

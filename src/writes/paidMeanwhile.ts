import { noneIfBroken } from '../account/seal.ts';
import { UserError } from '../view/errorView.ts';
import { type Change, isDoneRow, isOpenRow, type PaidUpTo, type Proposal, toKey } from './change.ts';
import type { Changes } from './changes.ts';
import type { Claims } from './claims.ts';
import { type AlikePayment, findAlike, type JudgedRow, type OwnedPayment, toPayKey } from './findAlike.ts';
import type { AnyKind, LoggedPayment, Payment } from './kind.ts';
import type { EnteredPayments, PayingChange, PaymentEntry, Payments } from './payments.ts';

/** A preview may show a reading of the game that is this old. */
const MAX_READING_MS = 60_000;
/** A list begins this soon after its confirmation, if the same process begins it. */
const READING_FRESH_MS = 10_000;

/** A payment like this one was made since its preview, so nothing was sent. */
export class PaidMeanwhile extends UserError {
  readonly payments: readonly AlikePayment[];

  constructor(sentence: string, payments: readonly AlikePayment[]) {
    super(sentence);
    this.payments = payments;
  }
}

/** What a preview notes and names. */
export type PreviewedPayments = { position: number; named: AlikePayment[] };

type Parts = {
  payments: Payments;
  changes: Pick<Changes, 'get' | 'now'>;
  claims: Pick<Claims, 'ownerOf'>;
  /** The single changes that pay: they claim their entries of the log. */
  claimKinds: readonly string[];
};
type PayingKind = Pick<AnyKind, 'payment' | 'row'>;
type Stored = Change | 'missing' | 'unreadable';

export type PaidMeanwhileGuard = ReturnType<typeof createPaidMeanwhile>;

/** Finds payments like those of a change that were made after its preview, by any account that
 * plays the character, or by hand. */
export function createPaidMeanwhile({ payments, changes, claims, claimKinds }: Parts) {
  /** Readings that a confirmation has just compared, for its list's first reading. */
  const readings = new Map<string, unknown>();

  const read = (key: string): Promise<Stored> =>
    changes.get(key).then(
      (found) => found ?? 'missing',
      (error: unknown) => noneIfBroken(error) ?? 'unreadable',
    );

  /** The rows of other changes that pay the same as `own`. */
  const judge = async (others: readonly PaymentEntry[], own: ReadonlySet<string>): Promise<JudgedRow[]> => {
    // Several presses of one confirmation have an entry each, of which at most one sends.
    const ofEach = new Map(others.toReversed().map((entry) => [entry.change, entry]));
    const alike = [...ofEach.values()].filter(({ rows }) => rows.some((row) => own.has(toPayKey(row))));
    const judged = alike.map(async (entry) => {
      const stored = await read(entry.change);
      const { change, position } = entry;
      return entry.rows.flatMap((row, index) =>
        own.has(toPayKey(row)) ? [{ ...row, change, position, ...judgeRow(stored, entry, index, changes.now()) }] : [],
      );
    });
    return (await Promise.all(judged)).flat();
  };

  /** The logged payments that pay the same as `own`, with the changes that have claimed them. */
  const findOwners = async (
    logged: readonly LoggedPayment[],
    own: ReadonlySet<string>,
    characterUid: string,
  ): Promise<OwnedPayment[]> => {
    const toOwned = async (payment: LoggedPayment): Promise<OwnedPayment> => {
      const owners = claimKinds.map((kind) => claims.ownerOf(kind, characterUid, payment.id));
      return { ...payment, owner: (await Promise.all(owners)).find((owner) => owner !== undefined) };
    };
    return await Promise.all(logged.filter((payment) => own.has(toPayKey(payment))).map(toOwned));
  };

  return {
    enter: payments.enter,
    enterBegun: payments.enterBegun,
    leave: payments.leave,
    keep: payments.keep,
    /** The payments that were made after `from`, or may have been. `logged`: those in the log. */
    async compare(
      own: { key: string; payments: readonly Payment[]; from: PaidUpTo },
      { others, characterUid }: Pick<EnteredPayments, 'others' | 'characterUid'>,
      logged: readonly LoggedPayment[],
    ): Promise<AlikePayment[]> {
      const keys = new Set(own.payments.map(({ recipient: { uid }, amount }) => toPayKey({ uid, amount })));
      const [rows, entries] = await Promise.all([judge(others, keys), findOwners(logged, keys, characterUid)]);
      return findAlike(own, rows, entries);
    },
    /** How far a preview knows what was paid, and the payments that it has to name: those that
     * aren't known to be done, or that its reading may lack. */
    async toPreview(
      characterUid: string,
      own: readonly Payment[],
      logged: readonly LoggedPayment[] = [],
    ): Promise<PreviewedPayments> {
      const keys = new Set(own.map(({ recipient: { uid }, amount }) => toPayKey({ uid, amount })));
      const { last, entries } = await payments.read(characterUid);
      const rows = await judge(entries, keys);
      const recent = rows.filter((row) => row.fate === 'sent' && row.endedAt >= changes.now() - MAX_READING_MS);
      // A log may have a thousand entries, each with its claim.
      const needsClaims = recent.some(({ code }) => code === undefined);
      const claimed = needsClaims ? await findOwners(logged, keys, characterUid) : [];
      const owners = new Set(claimed.map(({ owner }) => owner));
      const codes = new Set(logged.flatMap((payment) => payment.codes));
      const isLogged = ({ code, change }: JudgedRow): boolean =>
        code === undefined ? owners.has(change) : codes.has(code);
      const missing = new Set(recent.filter((row) => !isLogged(row)));
      const named = rows.filter((row) => row.fate === 'open' || missing.has(row));
      return {
        position: last,
        named: named.map(({ uid, amount, fate, at }) => ({ uid, amount, isSent: fate === 'sent', at })),
      };
    },
    /** Keeps a reading for the list that begins now, so that it needn't read again. */
    keepReading(key: string, reading: unknown): void {
      readings.set(key, reading);
      setTimeout(() => readings.delete(key), READING_FRESH_MS).unref();
    },
    takeReading(key: string): unknown {
      const reading = readings.get(key);
      readings.delete(key);
      return reading;
    },
  };
}

/** What became of an entry's row. */
function judgeRow(
  stored: Stored,
  { beginsBy, position }: PaymentEntry,
  index: number,
  now: number,
): Pick<JudgedRow, 'fate' | 'at' | 'endedAt'> {
  if (stored === 'unreadable') return { fate: 'open', at: position, endedAt: Infinity };
  if (stored === 'missing') return { fate: now < beginsBy ? 'open' : 'none', at: position, endedAt: Infinity };
  const { phase, rows, finishedAt, startedAt } = stored;
  const row = rows[index];
  const times = { at: finishedAt ?? startedAt, endedAt: finishedAt ?? Infinity };
  if (!row || phase === 'unsent') return { fate: 'none', ...times };
  if (isDoneRow(row)) return { fate: 'sent', ...times };
  return { fate: isOpenRow(row) ? 'open' : 'none', ...times };
}

/** The payments of a change, as they are entered; undefined if its kind doesn't pay. `since`: when
 * the work that enters them began, in ms. */
export function toPaying(
  kind: PayingKind,
  { id, person, character, expiresAt = 0 }: Pick<Proposal, 'id' | 'person' | 'character' | 'expiresAt'>,
  rows: readonly unknown[],
  since: number | undefined,
): PayingChange | undefined {
  const own = toPayments(kind, rows);
  if (!own) return undefined;
  const owner = { id: person.id, since };
  return { key: toKey({ id, person }), owner, characterUid: character.uid, expiresAt, payments: own };
}

/** The payments of these rows; undefined if their kind doesn't pay. */
export function toPayments(kind: PayingKind, rows: readonly unknown[]): Payment[] | undefined {
  const { payment } = kind;
  return payment && rows.map((row) => payment(kind.row.parse(row)));
}

/** How far a change knows what was paid. Earlier releases noted no position, but positions are
 * times. What was confirmed in the preview's own millisecond counts as later. */
export function paidUpToOf({ paidUpTo, askedAt }: Pick<Proposal, 'paidUpTo' | 'askedAt'>): PaidUpTo {
  return paidUpTo ?? { position: askedAt - 1 };
}

import { GameError } from '../game/errors.ts';
import { isTimeout, withTimeout } from '../time/withTimeout.ts';
import type { Alike, Change, PaidUpTo, Proposal } from './change.ts';
import { type AlikePayment, assignAlike, toPayKey } from './findAlike.ts';
import type { Actor, AnyListKind } from './kind.ts';
import { type PaidMeanwhileGuard, paidUpToOf, toPaying, toPayments } from './paidMeanwhile.ts';
import { isAskedAbout } from './transitions.ts';

/** Leaves enough of an interaction's 15 seconds to show a new preview. */
const MAX_READING_MS = 8_000;

/** A payment like a row's, to be named in its preview. */
export type NamedPayment = Alike & { row: unknown };

/** How far a preview knows what was paid, and the payments that it names. */
type ForPreview = { paidUpTo?: PaidUpTo; named: readonly NamedPayment[] };

/** What a confirmation was compared with. */
type Confirmation = {
  paidUpTo?: PaidUpTo;
  /** The payments that its person must be asked about first. */
  found: readonly NamedPayment[];
  /** Call if the list doesn't begin. */
  leave(): Promise<void>;
};

/** One resumption of a list. */
type Resumption = {
  /** The reading that its confirmation was just compared with, if any. */
  reading?: unknown;
  /** Compares the list with what was paid meanwhile. Gives an edit that marks the rows to ask
   * about. */
  compare(reading: unknown): Promise<(list: Change) => Change>;
};

export type ListPayments = ReturnType<typeof createListPayments>;

const unchanged = (list: Change): Change => list;

/** Compares lists that pay with what was paid since they were previewed or went on. */
export function createListPayments(paid: PaidMeanwhileGuard) {
  return {
    /** `reading`: what the preview shows of the game. */
    async toPreview(
      { me, game }: Pick<Actor, 'me' | 'game'>,
      kind: AnyListKind,
      rows: readonly unknown[],
      reading: unknown,
    ): Promise<ForPreview> {
      const own = toPayments(kind, rows);
      if (!own) return { named: [] };
      const logged = kind.paidSince?.(reading, { position: 0 });
      const { position, named } = await paid.toPreview(me.uid, own, logged);
      return { paidUpTo: toPoint(kind, game, reading, position), named: toNamed(kind, rows, named) };
    },

    /** Enters the payments, then reads the game and compares them. If it can't be read, the list
     * reads again when it begins, and pauses. */
    async confirm(context: Actor, kind: AnyListKind, proposal: Proposal): Promise<Confirmation> {
      const paying = toPaying(kind, proposal, proposal.rows, context.person.since);
      if (!paying) return { found: [], leave: async () => {} };
      const entered = await paid.enter(paying);
      // If this fails, the entry expires with its confirmation.
      const leave = (): Promise<void> => paid.leave(entered).catch(() => {});
      try {
        const rows = proposal.rows.map((row) => kind.row.parse(row));
        const reading = await withTimeout(kind.read(context, rows), MAX_READING_MS).catch((error: unknown) => {
          if (error instanceof GameError || isTimeout(error)) return undefined;
          throw error;
        });
        const from = paidUpToOf(proposal);
        const logged = reading === undefined ? [] : (kind.paidSince?.(reading, from) ?? []);
        const found = await paid.compare({ key: paying.key, payments: paying.payments, from }, entered, logged);
        if (reading === undefined) return { found: toNamed(kind, rows, found), leave };
        if (found.length === 0) paid.keepReading(paying.key, reading);
        const paidUpTo = toPoint(kind, context.game, reading, entered.position);
        return { paidUpTo, found: toNamed(kind, rows, found), leave };
      } catch (error) {
        await leave();
        throw error;
      }
    },

    /** Call before a list that goes on reads the game. */
    async resume(kind: AnyListKind, list: Change, actAs: (list: Change) => Pick<Actor, 'game'>): Promise<Resumption> {
      const data = list.rows.map((row) => row.data);
      const paying = toPaying(kind, list, data, list.startedAt);
      if (!paying) return { compare: async () => unchanged };
      const reading = paid.takeReading(paying.key);
      const entered = await paid.enterBegun(paying);
      if (reading !== undefined) return { reading, compare: async () => unchanged };
      const from = paidUpToOf(list);
      return {
        async compare(now) {
          const logged = kind.paidSince?.(now, from) ?? [];
          const found = await paid.compare({ key: paying.key, payments: paying.payments, from }, entered, logged);
          const paidUpTo = toPoint(kind, actAs(list).game, now, entered.position);
          return (edited) => withQuestion(kind, { ...edited, paidUpTo }, found);
        },
      };
    },
  };
}

/** The point that a reading reaches to. */
function toPoint(kind: AnyListKind, game: Actor['game'], reading: unknown, position: number): PaidUpTo {
  return { position, newestId: kind.newestOf?.(reading), readAt: game.now() };
}

function toNamed(kind: AnyListKind, rows: readonly unknown[], found: readonly AlikePayment[]): NamedPayment[] {
  const own = toPayments(kind, rows) ?? [];
  const rowOf = new Map(
    own.map(({ recipient: { uid }, amount }, index) => [toPayKey({ uid, amount }), rows[index]] as const),
  );
  return found.map((payment) => ({ row: rowOf.get(toPayKey(payment)), isSent: payment.isSent, at: payment.at }));
}

/** The indexes of the rows that have a payment like them. */
export function toAskedAgain(kind: AnyListKind, rows: readonly unknown[], found: readonly NamedPayment[]): number[] {
  const others = found.flatMap(({ row, isSent, at }) =>
    (toPayments(kind, [row]) ?? []).map(({ recipient: { uid }, amount }) => ({ uid, amount, isSent, at })),
  );
  const alike = assignAlike(toPayments(kind, rows) ?? [], others);
  return alike.flatMap((one, index) => (one ? index : []));
}

/** Marks the rows that aren't sent yet and have a payment like them. */
function withQuestion(kind: AnyListKind, list: Change, found: readonly AlikePayment[]): Change {
  const data = list.rows.map((row) => row.data);
  const own = toPayments(kind, data) ?? [];
  const unsent = list.rows.map(({ state }, index) => (state === 'planned' ? own[index] : undefined));
  const alike = assignAlike(unsent, found);
  return { ...list, rows: list.rows.map((row, index) => (alike[index] ? { ...row, alike: alike[index] } : row)) };
}

/** True if a list must ask before it goes on. */
export function mustAsk({ rows }: Pick<Change, 'rows'>): boolean {
  return rows.some(isAskedAbout);
}

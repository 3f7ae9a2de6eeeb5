import type { Logger } from '../log.ts';
import { type Proposal, toKey } from './change.ts';
import type { AnySingleKind, LoggedPayment } from './kind.ts';
import { PaidMeanwhile, type PaidMeanwhileGuard, paidUpToOf, toPaying } from './paidMeanwhile.ts';
import type { EnteredPayments } from './payments.ts';

/** Compares a single change, if it pays, with what was paid since its preview. `since`: when the
 * try began, in ms. `sentence`: says that nothing was sent. */
export function createOnePayment(
  { paid, log }: { paid: PaidMeanwhileGuard; log: Logger },
  kind: AnySingleKind,
  proposal: Proposal,
  { since, sentence }: { since: number | undefined; sentence: string },
) {
  const paying = toPaying(kind, proposal, proposal.rows, since);
  let entered: EnteredPayments | undefined;

  return {
    /** Call before anything is read: whoever enters later sees this payment. */
    async enter(): Promise<void> {
      if (paying) entered = await paid.enter(paying);
    },
    /** Throws {@link PaidMeanwhile} if one was made since. `logged`: those in the log since. */
    async requireUnpaid(logged: readonly LoggedPayment[]): Promise<void> {
      if (!paying || !entered) return;
      const own = { key: toKey(proposal), payments: paying.payments, from: paidUpToOf(proposal) };
      const found = await paid.compare(own, entered, logged);
      if (found.length > 0) throw new PaidMeanwhile(sentence, found);
    },
    /** Call at the end of the try. If it fails, the entry expires after an hour. */
    async end(wasSent: boolean): Promise<void> {
      if (!entered) return;
      const ending = wasSent ? paid.keep(entered) : paid.leave(entered);
      await ending.catch((err: unknown) => log.info({ err }, 'could not update a list of payments'));
    },
  };
}

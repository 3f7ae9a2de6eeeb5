import { WIRE_FORMS } from '../../../src/game/wire/wireForms.ts';
import { UserError } from '../../../src/view/errorView.ts';
import { plain } from '../../../src/view/text.ts';
import { type Asked, type BatchRow, isDoneRow, isLeft, type LeftOut } from '../../../src/writes/batch/batchKind.ts';
import type { Acting } from '../../../src/writes/kind.ts';
import { TEXTS } from '../en.ts';
import { readAccount, toAsked } from './asked.ts';
import { type LogView, type Payment, refusesRecipient } from './payment.ts';
import { findRecipients, MAX_LOOKING_MS, toKey } from './recipients.ts';

/** The payments that are left, with their codes. Where the game may want handles, they are looked up. */
export async function askForRest(acting: Acting, all: readonly BatchRow<Payment>[]): Promise<Asked<Payment, LogView>> {
  const left = all.filter(isLeft);
  const refusesUid = ({ state, reason = '', data }: BatchRow<Payment>): boolean =>
    state === 'refused' && data.recipientForm === undefined && refusesRecipient(reason, data);
  const form = await acting.services.kept(WIRE_FORMS, 'recipient').get();
  const areAll = form === 'handle' || (!all.some(isDoneRow) && left.some(refusesUid));
  const byHandle = left.filter((row) => areAll || refusesUid(row)).map(({ data }) => data);
  const { found, unknown, missing } = await findRecipients(
    acting,
    byHandle.map(({ recipient }) => recipient.name),
    [],
    { isByHandle: true, mayLookUp: byHandle.length, until: performance.now() + MAX_LOOKING_MS },
  );
  const texts = TEXTS[acting.language];
  if (missing.length > 0) throw new UserError(texts.pay.stillMissing(missing.length));
  const rows: Payment[] = [];
  const leftOut: LeftOut[] = [];
  for (const { data } of left) {
    const { uid, name } = data.recipient;
    const handle = found.get(toKey(name));
    const [shownName, shownUid] = [plain(name, 60), plain(uid, 30)];
    if (!byHandle.includes(data)) rows.push(data);
    else if (handle?.uid === uid)
      rows.push({ ...data, recipient: { uid, name: handle.name }, recipientForm: 'handle' });
    else leftOut.push({ name: shownName, why: unknown.get(toKey(name)) ?? texts.pay.otherHandle(shownName, shownUid) });
  }
  return { ...toAsked(acting, rows, await readAccount(acting)), leftOut };
}

import { UserError } from '../../../src/view/errorView.ts';
import { plain } from '../../../src/view/text.ts';
import type { Context as RosterContext } from '../../roster/access.ts';
import { expandRows } from '../../roster/mentions.ts';
import type { CreditsTexts } from '../en.ts';
import { parsePayList } from '../pay/payList.ts';
import { toProblemLines } from '../pay/payView.ts';
import { findRecipients, MAX_LOOKING_MS, toKey } from '../pay/recipients.ts';
import type { Row } from './request.ts';

type Context = RosterContext<CreditsTexts>;

export const MAX_PEOPLE = 25;

/** Reads a pay list; `amount` is the default. Throws a {@link UserError} with all problems. */
export async function readPeople(context: Context, typed: string, amount: number) {
  const { texts, language, me } = context;
  const { requests } = texts;
  const { rows: written, problems } = parsePayList(typed.replace(/^(?=.*\S)[^|;\t\r\n]+$/gm, '$& |'), language);
  if (problems.length > 0) throw new UserError(toProblemLines(texts, problems).join('\n'));
  const priced = written.map((row) => ({ ...row, amount: row.amount ?? amount }));
  const rows = await expandRows(context, priced);
  if (rows.length === 0 || rows.length > MAX_PEOPLE || rows.some(({ reason, amount }) => reason !== '' || amount === 0))
    throw new UserError(requests.lines(MAX_PEOPLE));
  const limits = { isByHandle: false, mayLookUp: MAX_PEOPLE, until: performance.now() + MAX_LOOKING_MS };
  const { found, unknown, missing } = await findRecipients(context, rows, [], limits);
  const people = rows.flatMap(({ name, amount }): Row[] => {
    const { uid, name: handle } = found.get(toKey(name)) ?? {};
    return uid && handle ? [{ uid, name: handle, amount }] : [];
  });
  const wrong = [...unknown.values(), ...(missing > 0 ? [texts.errors.tooSlow] : [])];
  for (const [index, { uid, name }] of people.entries()) {
    if (uid === me.uid) wrong.push(requests.oneself);
    if (people.findIndex((each) => each.uid === uid) < index) wrong.push(requests.twice(plain(name, 60)));
  }
  if (wrong.length > 0) throw new UserError(wrong.join('\n'));
  return people;
}

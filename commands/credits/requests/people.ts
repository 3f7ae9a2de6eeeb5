import { UserError } from '../../../src/view/errorView.ts';
import type { Language } from '../../../src/view/languages.ts';
import { plain } from '../../../src/view/text.ts';
import type { Context as RosterContext } from '../../roster/access.ts';
import { expandRows } from '../../roster/mentions.ts';
import type { CreditsTexts } from '../en.ts';
import { type PayList, parsePayList } from '../pay/payList.ts';
import { toCode, toProblemLines } from '../pay/payView.ts';
import { toQuestionLines } from '../pay/questionView.ts';
import { findRecipients, isSameName, MAX_LOOKING_MS, NAMES_FRESH_MS, toKey } from '../pay/recipients.ts';
import type { Row } from './request.ts';

type Context = RosterContext<CreditsTexts>;

export const MAX_PEOPLE = 25;
/** A line without a separator, other than a comment or a fence. */
const NAME_ALONE = /^(?=.*\S)(?![^\S\n]*(?:```|#+ |\/\/ ))[^|;\t\r\n]+$/gm;
/** A word right after a fence is a language in code, but may be a name here. */
const FENCE_WITH_WORD = /^`{3,}\w/;

/** Reads a pay list; `amount` is the default. Throws a {@link UserError} with all problems. */
export async function readPeople(context: Context, typed: string, amount: number) {
  const { texts, language, me } = context;
  const { requests } = texts;
  const { rows: written, problems } = readList(texts, typed, language);
  if (problems.length > 0) throw new UserError(toProblemLines(texts, problems).join('\n'));
  const priced = written.map((row) => ({
    ...row,
    amount: row.amount ?? amount,
    name: row.uid ?? row.name,
    typedName: row.name,
  }));
  const rows = await expandRows(context, priced);
  if (rows.length === 0 || rows.length > MAX_PEOPLE || rows.some(({ reason, amount }) => reason !== '' || amount === 0))
    throw new UserError(requests.lines(MAX_PEOPLE));
  const until = performance.now() + MAX_LOOKING_MS;
  // Nothing shows the age of a name before people are asked.
  const limits = { isByHandle: false, mayLookUp: MAX_PEOPLE, until, maxAgeMs: NAMES_FRESH_MS };
  const { found, unknown, missing } = await findRecipients(context, rows, [], limits);
  const people = rows.flatMap(({ name, amount }): Row[] => {
    const { uid, name: handle } = found.get(toKey(name)) ?? {};
    return uid && handle ? [{ uid, name: handle, amount }] : [];
  });
  const others = rows.flatMap(({ line, name, typedName, uid }): string[] => {
    const owner = found.get(toKey(name));
    const isOther = uid !== undefined && owner !== undefined && typedName !== uid && !isSameName(typedName, owner.name);
    return isOther ? [texts.pay.ask.uidsLine(line, plain(typedName, 60), plain(uid, 30), plain(owner.name, 60))] : [];
  });
  const wrong = [...others, ...unknown.values(), ...(missing > 0 ? [texts.errors.tooSlow] : [])];
  for (const [index, { uid, name }] of people.entries()) {
    if (uid === me.uid) wrong.push(requests.oneself);
    if (people.findIndex((each) => each.uid === uid) < index) wrong.push(requests.twice(plain(name, 60)));
  }
  if (wrong.length > 0) throw new UserError(wrong.join('\n'));
  return people;
}

/** A table, or lines with a name and maybe an amount. Throws a {@link UserError} for what isn't
 * certain: the request would be public before anyone could answer. */
function readList(texts: CreditsTexts, typed: string, language: Language): PayList {
  const table = parsePayList(typed, language);
  const isTable = table.used.length > 0 || table.question !== undefined;
  const list = isTable ? table : parsePayList(typed.replace(NAME_ALONE, '$& |'), language);
  if (list.question !== undefined) {
    throw new UserError(texts.requests.unclear(toQuestionLines(texts, list.question).join('\n')));
  }
  const tag = list.skipped.find(({ why, content }) => why === 'fence' && FENCE_WITH_WORD.test(content));
  if (tag !== undefined) throw new UserError(texts.requests.fence(tag.line, toCode(tag.content)));
  return list;
}

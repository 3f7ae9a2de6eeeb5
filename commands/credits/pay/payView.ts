import { button, buttons, divider, file, message, modal, text } from '../../../src/view/message.ts';
import { firstLines, fitting, plain } from '../../../src/view/text.ts';
import type { LeftOut } from '../../../src/writes/kind.ts';
import type { CreditsTexts } from '../en.ts';
import { payIds } from '../ids.ts';
import type { ListRow, Problem } from './payList.ts';
import type { SavedList } from './savedLists.ts';

export const FIELDS = { list: 'list', file: 'file', name: 'name' };
export const MAX_LIST_NAME = 40;

/** Discord's limit for a modal's text. */
const MAX_TYPED = 4_000;
const MAX_LINES = 2_500;
const MAX_PROBLEMS = 100;
/** Max shown characters of a heading. */
const MAX_HEADING = 40;
const FILE = 'pay-list.txt';

/** A form for a list; with a `name`, it saves the list. With a `draft`, its answers are kept. */
export function listModal(
  { pay }: CreditsTexts,
  { text = '', name }: { text?: string; name?: string | undefined } = {},
  draft?: string,
) {
  const { listLabel: label, listHint: description, placeholder } = pay;
  const field = { customId: FIELDS.list, label, description, placeholder, minLength: 0 };
  const value = text.length > MAX_TYPED ? '' : text;
  const list = { ...field, maxLength: MAX_TYPED, isParagraph: true, isOptional: true, value };
  const attached = { customId: FIELDS.file, label: pay.fileLabel, description: pay.fileDescription };
  const payId = draft === undefined ? payIds.pay() : payIds.payAgain({ draft });
  if (name === undefined) return modal(pay.modalTitle, payId, list, attached);
  const called = { customId: FIELDS.name, label: pay.nameLabel, minLength: 1, maxLength: MAX_LIST_NAME, value: name };
  const saveId = draft === undefined ? payIds.saveList() : payIds.saveAgain({ draft });
  return modal(pay.saveTitle, saveId, called, list, attached);
}

export function problemsView(
  texts: CreditsTexts,
  { problems, rows }: { problems: readonly Problem[]; rows: readonly ListRow[] },
  list: string,
  draft: string,
  { leftOut = [], roundId }: { leftOut?: readonly LeftOut[]; roundId?: string } = {},
) {
  const { pay } = texts;
  const lines = [...toProblemLines(texts, problems), ...leftOut.map(({ name, why }) => `- ${name}: ${why}`)];
  const isLong = list.length > MAX_TYPED;
  return message(
    'warning',
    text(`## ${pay.problems(problems.length + leftOut.length)}`, pay.nothingYet(rows.length - leftOut.length)),
    divider(),
    text(firstLines(lines, MAX_LINES)),
    isLong && text(`-# ${pay.tooLongForForm}`),
    isLong && file(FILE, list),
    buttons(
      button(pay.fix, payIds.payFix({ draft }), { style: 'primary' }),
      roundId !== undefined && problems.some(({ rounded }) => rounded) && button(pay.round, roundId),
    ),
  );
}

/** The cost of looking up names, in advance. */
export function lookUpView({ pay }: CreditsTexts, count: number, left: number, lookUpId: string) {
  const lookUp = button(pay.lookUp(count), lookUpId, { style: 'primary' });
  return message('neutral', text(`## ${pay.lookUp(count)}?`, pay.lookUpText(count, left)), buttons(lookUp));
}

/** A saved or just deleted list. */
export function savedListView({ pay }: CreditsTexts, { name, text: list }: SavedList, id?: string) {
  const lines = list
    .slice(0, 4 * MAX_LINES)
    .split(/\r\n?|\n/)
    .map((line) => plain(line, 150) || ' ');
  return message(
    'neutral',
    text(`## ${plain(name, MAX_LIST_NAME)}`, id === undefined && pay.deleted),
    divider(),
    text(firstLines(lines, MAX_LINES)),
    file(FILE, list),
    id !== undefined && buttons(button(pay.payList, id, { style: 'primary' })),
  );
}

/** Each line that can't be used, with the reason. */
export function toProblemLines(texts: CreditsTexts, problems: readonly Problem[]): string[] {
  const { pay } = texts;
  return problems
    .slice(0, MAX_PROBLEMS)
    .map((problem) => `- ${pay.inLine(problem.line, toCode(problem.content))}: ${toReason(texts, problem)}`);
}

function toReason(texts: CreditsTexts, { why, readings, columns }: Problem): string {
  const { pay, amounts, credits } = texts;
  if (readings !== undefined) {
    const meanings = readings.map((amount) => (amount === undefined ? pay.fraction : credits(amount)));
    return pay.unclear(meanings.reduce(amounts.either));
  }
  if (columns === undefined) return pay.wrong[why];
  return `${pay.wrong[why]}. ${pay.hasColumns(
    listHeadings(
      texts,
      columns.map((label, column) => ({ label, column })),
    ),
  )}`;
}

/** Headings in quotation marks, or columns by number, as many as fit, and the number of the
 * others. */
export function listHeadings(
  { pay }: CreditsTexts,
  columns: readonly { label: string; column: number }[],
  maxLength = 300,
): string {
  const named = columns.map(({ label, column }) =>
    label === '' ? pay.ask.column(column + 1) : pay.reading.quoted(plain(label, MAX_HEADING)),
  );
  const shown = fitting(named, maxLength);
  const others = named.length - shown.length;
  return [...shown, ...(others > 0 ? [pay.reading.more(others)] : [])].join(', ');
}

/** Text inside backticks, where only a backtick is special. */
export const toCode = (content: string): string =>
  `\`${plain(content.replaceAll('`', "'"), 80).replaceAll('\\', '')}\``;

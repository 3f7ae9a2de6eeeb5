import {
  button,
  buttons,
  divider,
  file,
  type MessageView,
  type ModalView,
  message,
  modal,
  text,
} from '../../../src/view/message.ts';
import { firstLines, plain } from '../../../src/view/text.ts';
import type { LeftOut } from '../../../src/writes/batch/batchKind.ts';
import type { CreditsTexts } from '../en.ts';
import { ids } from '../ids.ts';
import { MAX_NAME, MAX_REASON, MAX_ROWS, type PayList, type Problem, type Reading } from './payList.ts';

export const LIST_FIELD = 'list';
export const FILE_FIELD = 'file';
export const NAME_FIELD = 'name';
/** Of a saved list. */
export const MAX_LIST_NAME = 40;

/** The limit of a modal's text. */
const MAX_TYPED = 4_000;
const MAX_PROBLEMS = 2_500;
const FILE = 'pay-list.txt';

/** Where a list is pasted or attached; with a `name`, it will be saved under that. */
export function listModal(
  { pay }: CreditsTexts,
  { text = '', name }: { text?: string; name?: string | undefined } = {},
): ModalView {
  const value = text.length <= MAX_TYPED ? { value: text } : {};
  const list = { customId: LIST_FIELD, label: pay.listLabel, placeholder: pay.placeholder, minLength: 0, ...value };
  const fields = [
    { ...list, maxLength: MAX_TYPED, isParagraph: true, isOptional: true },
    { customId: FILE_FIELD, label: pay.fileLabel, description: pay.fileDescription },
  ] as const;
  if (name === undefined) return modal(pay.modalTitle, ids.pay(), ...fields);
  const nameField = { customId: NAME_FIELD, label: pay.nameLabel, minLength: 1, maxLength: MAX_LIST_NAME, value: name };
  return modal(pay.saveTitle, ids.saveList(), nameField, ...fields);
}

/** What can't be read or paid, line by line, and the way back to the list. */
export function problemsView(
  texts: CreditsTexts,
  { problems, rows }: PayList,
  list: string,
  draft: string,
  leftOut: readonly LeftOut[] = [],
): MessageView {
  const { pay } = texts;
  const lines = [...toProblemLines(texts, problems), ...leftOut.map(({ name, why }) => `- ${name}: ${why}`)];
  const isLong = list.length > MAX_TYPED;
  const view = message(
    'warning',
    text(`## ${pay.problems(lines.length)}`, pay.nothingYet(rows.length)),
    divider(),
    text(firstLines(lines, MAX_PROBLEMS)),
    isLong && text(`-# ${pay.tooLongForWindow}`),
    isLong && file(FILE),
    buttons(button(pay.fix, ids.payFix({ draft }), { style: 'primary' })),
  );
  return isLong ? { ...view, files: [{ name: FILE, data: list }] } : view;
}

/** What looking up names costs, before it's done. */
export function lookUpView({ pay }: CreditsTexts, count: number, left: number, lookUpId: string): MessageView {
  return message(
    'neutral',
    text(`## ${pay.lookUpTitle(count)}`, pay.lookUpText(count, left)),
    buttons(button(pay.lookUp(count), lookUpId, { style: 'primary' })),
  );
}

/** A list as it was saved. */
export function savedListView(
  { pay }: CreditsTexts,
  { name, text: list }: { name: string; text: string },
  payId?: string,
): MessageView {
  const lines = list.split(/\r\n?|\n/).map((line) => plain(line, 150) || ' ');
  const view = message(
    'neutral',
    text(`## ${plain(name, MAX_LIST_NAME)}`, payId === undefined && pay.deleted),
    divider(),
    text(firstLines(lines, MAX_PROBLEMS)),
    file(FILE),
    payId !== undefined && buttons(button(pay.payList, payId, { style: 'primary' })),
  );
  return { ...view, files: [{ name: FILE, data: list }] };
}

export function toProblemLines(texts: CreditsTexts, problems: readonly Problem[]): string[] {
  const toLine = (each: Problem): string => texts.pay.inLine(each.line, `\`${toCode(each.content)}\``);
  return problems.map((each) => `- ${toLine(each)}: ${toSentence(texts, each)}`);
}

function toSentence({ pay, amounts, credits }: CreditsTexts, problem: Problem): string {
  switch (problem.why) {
    case 'unclear': {
      const meanings = problem.readings.map((reading) => toMeaning({ pay, credits }, reading));
      return pay.unclear(plain(problem.typed, 30), meanings.reduce(amounts.either));
    }
    case 'amount':
      return pay.notAnAmount(plain(problem.typed, 30));
    case 'longReason':
      return pay.longReason(problem.count, MAX_REASON);
    case 'tooMany':
      return pay.tooMany(problem.count, MAX_ROWS);
    case 'longName':
      return pay.longName(MAX_NAME);
    default:
      return pay.wrong[problem.why];
  }
}

function toMeaning({ pay, credits }: Pick<CreditsTexts, 'pay' | 'credits'>, { amount, reason }: Reading): string {
  if (amount === undefined) return pay.fraction;
  return reason === undefined ? credits(amount) : pay.withReason(credits(amount), plain(reason, 30));
}

/** Inside backticks nothing formats but the backtick itself. */
function toCode(content: string): string {
  return plain(content.replaceAll('`', "'"), 80).replaceAll('\\', '');
}

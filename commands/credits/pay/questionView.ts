import type { TypedLine } from '../../../src/input/reading.ts';
import type { ColumnOption, ColumnQuestion } from '../../../src/input/tableColumns.ts';
import {
  button,
  buttons,
  type Choice,
  type MessageView,
  message,
  type Part,
  select,
  text,
} from '../../../src/view/message.ts';
import { firstLines, plain, unformatted } from '../../../src/view/text.ts';
import type { CreditsTexts } from '../en.ts';
import { payIds } from '../ids.ts';
import type { PayField, PayQuestion } from './payList.ts';
import { listHeadings, toCode } from './payView.ts';

/** A line whose UID belongs to another character than its name says. `owner`: that character's
 * name, if the UID was looked up. */
export type Disagreement = { line: number; name: string; uid: string; owner: string | undefined };

/** A question about a list, before anything is previewed. */
export type ListQuestion =
  | PayQuestion
  | { about: 'uids'; key: string; lines: readonly Disagreement[] }
  /** A saved list that reads differently than when it was saved: payments and their total. */
  | { about: 'saved'; key: string; name: string; before: Totals; now: Totals };

export type Totals = { count: number; total: number };

/** The draft that is asked about, and the custom ids of its answers. */
export type AnswerIds = { draft: string; toId: (answer?: string) => string };

/** Options of a select; one more leads to the next page. */
const COLUMNS_PER_PAGE = 24;
/** The answer that shows other columns; a number follows. */
export const PAGE_ANSWER = 'page';
const MAX_SHOWN = 1_500;
const MAX_HEADING = 40;

/** A question, as few buttons as it has answers, and a way to change the list instead. */
export function questionView(
  texts: CreditsTexts,
  question: ListQuestion,
  { draft, toId }: AnswerIds,
  page = 0,
): MessageView {
  const { pay } = texts;
  const { title, lines, answers } = toContent(texts, question);
  const options = 'options' in question ? toSelect(texts, question.options, toId, page) : undefined;
  const choices = answers.map(({ label, value }, index) =>
    button(unformatted(label, 80), toId(value), { style: index === 0 ? 'primary' : 'secondary' }),
  );
  return message(
    'warning',
    text(`## ${title}`, pay.ask.nothingPaid),
    text(firstLines(lines, MAX_SHOWN)),
    options,
    buttons(...choices, button(pay.fix, payIds.payFix({ draft }))),
  );
}

/** The question in words, without its answers. */
export function toQuestionLines(texts: CreditsTexts, question: ListQuestion): string[] {
  const { title, lines } = toContent(texts, question);
  return [title, ...lines];
}

type Content = { title: string; lines: string[]; answers: { label: string; value: string }[] };

function toContent(texts: CreditsTexts, question: ListQuestion): Content {
  const { pay } = texts;
  const { ask } = pay;
  switch (question.about) {
    case 'column':
      return { title: ask[question.field], lines: toColumnLines(texts, question), answers: [] };
    case 'commas':
      return toCommas(texts, question);
    case 'places':
      return {
        title: ask.places(question.lines.length),
        lines: [ask.placesText, ...question.lines.map((line) => `- ${lineOf(texts, line)}`)],
        answers: [
          { label: ask.readPlaces, value: 'rows' },
          { label: ask.leaveOut(question.lines.length), value: 'out' },
        ],
      };
    case 'disabled':
      return {
        title: ask.disabled(question.lines.length),
        lines: [ask.disabledText, ...question.lines.map((line) => `- ${lineOf(texts, line)}`)],
        answers: [
          { label: ask.leaveOut(question.lines.length), value: 'out' },
          { label: ask.pay(question.lines.length), value: 'rows' },
        ],
      };
    case 'total':
      return toTotal(texts, question);
    case 'uids':
      return {
        title: ask.uids,
        lines: [ask.uidsText, ...question.lines.map((line) => `- ${toDisagreement(texts, line)}`)],
        answers: [
          { label: ask.theUids, value: 'uids' },
          { label: ask.theNames, value: 'names' },
        ],
      };
    case 'saved': {
      const before = toTotals(texts, question.before);
      const now = toTotals(texts, question.now);
      return {
        title: ask.changed,
        lines: [ask.changedText(plain(question.name, MAX_HEADING), before, now)],
        answers: [{ label: ask.preview, value: 'yes' }],
      };
    }
  }
}

function toColumnLines(texts: CreditsTexts, { isUnknown, options }: ColumnQuestion<PayField>): string[] {
  const headings = options.filter(({ label }) => label !== '');
  const { ask } = texts.pay;
  if (headings.length === 0) return [ask.withoutHeader];
  return [(isUnknown ? ask.unknown : ask.several)(listHeadings(texts, headings))];
}

function toCommas(texts: CreditsTexts, { lines }: Extract<ListQuestion, { about: 'commas' }>): Content {
  const { ask } = texts.pay;
  const shown = lines.flatMap((line) => {
    const one = ask.one(toShownAmount(texts, line.joined));
    const two = ask.two(toShownAmount(texts, line.apart), plain(line.next, MAX_HEADING));
    return [lineOf(texts, line), `- ${one}`, `- ${two}`];
  });
  return {
    title: ask.commas,
    lines: [ask.commasText, ...shown],
    answers: [
      { label: ask.oneNumber, value: 'one' },
      { label: ask.twoColumns, value: 'two' },
    ],
  };
}

/** The amount as it's written everywhere, or as it was typed if it isn't whole. */
function toShownAmount({ credits }: CreditsTexts, typed: string): string {
  return /^\d{1,15}$/.test(typed) ? credits(Number(typed)) : plain(typed, MAX_HEADING);
}

function toTotal(texts: CreditsTexts, question: Extract<ListQuestion, { about: 'total' }>): Content {
  const { ask } = texts.pay;
  const out = { label: ask.leaveOut(1), value: 'out' };
  const pay = { label: ask.payAnyway(unformatted(question.name, MAX_HEADING)), value: 'pay' };
  return {
    title: ask.total,
    lines: [ask.totalText(lineOf(texts, question.line), texts.credits(question.sum))],
    answers: question.name === '' ? [out] : [out, pay],
  };
}

function toDisagreement({ pay }: CreditsTexts, { line, name, uid, owner }: Disagreement): string {
  const who = `**${plain(name, 60)}**`;
  if (owner === undefined) return pay.ask.uidsOther(line, who, plain(uid, 30));
  return pay.ask.uidsLine(line, who, plain(uid, 30), `**${plain(owner, 60)}**`);
}

function toTotals({ pay, credits }: CreditsTexts, { count, total }: Totals): string {
  return `${pay.count(count)}, ${credits(total)}`;
}

function lineOf({ pay }: CreditsTexts, { line, content }: TypedLine): string {
  return pay.reading.line(line, toCode(content));
}

/** The columns as a select, in pages of what fits. */
function toSelect(
  { pay }: CreditsTexts,
  options: readonly ColumnOption[],
  toId: AnswerIds['toId'],
  page: number,
): Part {
  const first = page * COLUMNS_PER_PAGE;
  const choices = options.slice(first, first + COLUMNS_PER_PAGE).map(({ column, label, example }): Choice => {
    const heading = label === '' ? pay.ask.column(column + 1) : pay.reading.quoted(unformatted(label, MAX_HEADING));
    return { label: `${heading} (${unformatted(example, MAX_HEADING)})`, value: String(column) };
  });
  const pages = Math.ceil(options.length / COLUMNS_PER_PAGE);
  if (pages > 1) choices.push({ label: pay.ask.moreColumns, value: `${PAGE_ANSWER}${(page + 1) % pages}` });
  return select(toId(), choices, { placeholder: pay.ask.choose });
}

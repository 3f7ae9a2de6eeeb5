import type { SkippedLines } from '../../../src/input/records.ts';
import type { CreditsTexts } from '../en.ts';
import type { PayList } from './payList.ts';
import { listHeadings, toCode } from './payView.ts';

type Why = SkippedLines['why'];

/** Max characters of the ignored headings. */
const MAX_IGNORED = 120;

/** Small print about a list: the columns that were read, and the lines that aren't payments. Empty
 * for a list without a header in which each line is a payment. */
export function toReadingLines(texts: CreditsTexts, list: Pick<PayList, 'used' | 'ignored' | 'skipped'>): string[] {
  const { reading } = texts.pay;
  const sentences: string[] = [];
  if (list.used.length > 0) {
    const columns = list.used.map((one) => `${reading.fields[one.field]} ${listHeadings(texts, [one])}`);
    sentences.push(reading.columns(columns.join(', ')));
  }
  if (list.ignored.length > 0) sentences.push(reading.ignored(listHeadings(texts, list.ignored, MAX_IGNORED)));
  const lines = toSkipped(texts, list.skipped);
  if (lines.length > 0) sentences.push(reading.notRead(lines.join('; ')));
  return sentences.length > 0 ? [`-# ${sentences.join(' ')}`] : [];
}

function toSkipped({ pay }: CreditsTexts, skipped: readonly SkippedLines[]): string[] {
  const { reading } = pay;
  const of = (why: Why) => skipped.filter((one) => one.why === why);
  const countOf = (why: Why): number => of(why).reduce((sum, { count }) => sum + count, 0);
  const toLine = ({ line, content }: SkippedLines): string => reading.line(line, toCode(content));
  const parts: string[] = [];
  const [total] = of('total');
  const titles = of('title');
  if (countOf('comment') > 0) parts.push(reading.comments(countOf('comment')));
  if (titles.length > 0) parts.push(reading.titles(titles.map(toLine).join(', ')));
  if (countOf('rule') > 0) parts.push(reading.rule);
  if (countOf('place') > 0) parts.push(reading.places(countOf('place')));
  if (countOf('disabled') > 0) parts.push(reading.disabled(countOf('disabled')));
  if (total !== undefined) parts.push(reading.total(toLine(total)));
  return parts;
}

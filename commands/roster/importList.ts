import { isUid } from '../../src/game/parameters.ts';
import { parseDay } from '../../src/view/day.ts';
import { withoutControls } from '../../src/view/decodeText.ts';
import { allWords } from '../../src/view/language.ts';
import { readRecords } from '../credits/pay/payList.ts';
import { TEXTS } from './en.ts';

/** A line of an imported list: a UID, a name or both. Missing columns change nothing. */
export type Imported = { uid?: string; name: string; rank?: string | undefined; awayUntil?: number | undefined };

const FIELDS = ['uid', 'name', 'rank', 'away'] as const;
const HEADERS = FIELDS.map((field) => [field, allWords(TEXTS, ({ columns }) => columns[field])] as const);
const MAX_LINES = 301;
const MAX_NAME = 100;
const MAX_RANK = 30;
/** The mark that our own export puts before what a spreadsheet would take for a formula. */
const GUARD = /^'(?=\s*[=+\-@＝＋－＠])/u;

/** Reads a CSV with a header, or one handle or UID per line. `wrong`: the numbers of bad lines. */
export function parseMembers(given: string, now: number): { rows: Imported[]; wrong: number[] } {
  const text = withoutControls(given);
  const toField = (cell: string) => HEADERS.find(([, names]) => names.includes(cell.toLowerCase()))?.[0];
  const [separator, columns] = [',', ';', '\t', '|']
    .map((each) => [each, (readRecords(text, 1, each)[0]?.cells ?? []).map((cell) => toField(cell.text))] as const)
    .find(([, fields]) => fields.includes('uid') || fields.includes('name')) ?? ['', undefined];
  const records = readRecords(text, MAX_LINES + 1, separator).slice(columns ? 1 : 0);
  const read = records.map(({ line, content, cells, isBroken }) => {
    const at = (field: (typeof FIELDS)[number]): string | undefined => {
      const index = columns?.indexOf(field) ?? -1;
      return index < 0 ? undefined : (cells[index]?.text ?? '').replace(GUARD, '').trim();
    };
    const first = content.trim();
    const isBare = !columns && isUid(first);
    const [uid, name] = columns ? [at('uid') ?? '', at('name') ?? ''] : isBare ? [first, ''] : ['', first];
    const [rank, away] = [at('rank'), at('away')];
    const awayUntil = away ? parseDay(away, now) : undefined;
    const isWrong = (uid !== '' && !/^1:\d+$/.test(uid)) || name.length > MAX_NAME || (rank ?? '').length > MAX_RANK;
    if (isBroken || isWrong || uid + name === '' || (away && awayUntil === undefined)) return line;
    return {
      ...(uid !== '' && { uid }),
      name: name || uid,
      rank,
      awayUntil: away === undefined ? undefined : (awayUntil ?? 0),
    };
  });
  return {
    rows: read.flatMap((one) => (typeof one === 'number' ? [] : [one])),
    wrong: read.flatMap((one) => (typeof one === 'number' ? [one] : [])),
  };
}

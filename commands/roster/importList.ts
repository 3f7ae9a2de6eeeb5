import { isUid } from '../../src/game/parameters.ts';
import { type FieldSpec, isNamed } from '../../src/input/headings.ts';
import { findLayout } from '../../src/input/layout.ts';
import { parseDay } from '../../src/view/day.ts';
import { withoutControls } from '../../src/view/decodeText.ts';
import { allWords } from '../../src/view/language.ts';
import { DAY_MS } from '../characters/known.ts';
import { TEXTS } from './en.ts';
import { isUsableRank } from './rankNames.ts';

/** A line of an imported list: a UID, a name or both. Missing columns change nothing. */
export type Imported = { uid?: string; name: string; rank?: string | undefined; awayUntil?: number | undefined };

type Field = 'uid' | 'name' | 'rank' | 'away';
const toField = (field: Field, holds: FieldSpec<Field>['holds']): FieldSpec<Field> => {
  return { field, holds, words: allWords(TEXTS, ({ columns }) => columns[field]) };
};
const FIELDS = [toField('uid', 'uid'), toField('name', 'subject'), toField('rank', 'text'), toField('away', 'text')];
const MAX_LINES = 301;
const MAX_NAME = 100;
/** The mark that our own export puts before what a spreadsheet would take for a formula. */
const GUARD = /^'(?=\s*[=+\-@＝＋－＠])/u;

/** An absence's last day, such as `24.12.`: without a year, today or the next such day. */
export const parseAway = (typed: string, now: number) => parseDay(typed, now, now + 364 * DAY_MS);

/** Reads a CSV with a header, or one handle or UID per line. `wrong`: the numbers of bad lines. */
export function parseMembers(given: string, now: number): { rows: Imported[]; wrong: number[] } {
  const text = withoutControls(given);
  const layout = findLayout(text, { fields: FIELDS, language: 'en', maxRows: MAX_LINES });
  const columns = layout.header?.labels.map((label) => FIELDS.find((field) => isNamed(label, field))?.field);
  const read = layout.records.slice(0, MAX_LINES).map(({ line, content, cells, isBroken }) => {
    const at = (field: Field): string | undefined => {
      const index = columns?.indexOf(field) ?? -1;
      return index < 0 ? undefined : (cells[index]?.text ?? '').replace(GUARD, '').trim();
    };
    const first = content.trim();
    const isBare = !columns && isUid(first);
    const [uid, name] = columns ? [at('uid') ?? '', at('name') ?? ''] : isBare ? [first, ''] : ['', first];
    const [rank, away] = [at('rank'), at('away')];
    const awayUntil = away ? parseAway(away, now) : away === '' ? 0 : undefined;
    const isWrong =
      (uid !== '' && !/^1:\d+$/.test(uid)) || name.length > MAX_NAME || (rank ? !isUsableRank(rank) : false);
    if (isBroken || isWrong || uid + name === '' || (away && awayUntil === undefined)) return line;
    return { ...(uid !== '' && { uid }), name: name || uid, rank, awayUntil };
  });
  return {
    rows: read.filter((one) => typeof one === 'object'),
    wrong: read.filter((one) => typeof one === 'number'),
  };
}

import { TEXTS } from '../../commands/credits/en.ts';
import { parsePayList } from '../../commands/credits/pay/payList.ts';
import { problemsView } from '../../commands/credits/pay/payView.ts';
import { decodeText } from '../../src/view/decodeText.ts';
import type { Measure, Row } from './harness.ts';

const HEADERS = [
  '',
  'name,amount,reason\n',
  'a,b,c,d\n',
  'name,pay,total\n',
  'name;amount\n',
  'amount|name\n',
  `name,amount${','.repeat(58_000)}\n`,
];
const STARTS = ['', 'x | 1 | ', 'x,1,', '"', '# '];
/** Each one is repeated to fill a text. */
const PIECES = [
  ...[...',;\t|" \n\r\u2028\ufeff\u0001#`&é😀表ﷺ', '"",', '"a,', '"a",', '",', '""\n', '"",""\n', 'a,b\n', ',\n'],
  ...['#\n', '//\n', '```\n', '; \n', 'x|1\n', 'x|1|', 'x,1\n', 'x,1,000,000\n', '1,', '1.5|', 'x,1,5\n'],
  ...['#\n\n', '# a|1\n', '#1 x|1\n', '```a\n', '```x|1\n', '--|--\n', 'x,1,500\n', 'x,1,00,', 'Total|1\n'],
  ...[`Dorn,5,1${' '.repeat(2_000)}!\n`, `a${' '.repeat(2_000)}b|5\n`, `Dorn,5,"a${'\n'.repeat(900)}"\n`],
  ...['&amp;', '&amp;amp;', '&#112;', '&#38;#112;-2', '&aa;', 'p-2', '[p-2222222]', ' [p-2', 'p-2[p-2222222]', '_*~'],
  ...[`${'n'.repeat(100)}|1|${'r'.repeat(180)}\n`, `${'n'.repeat(800)}\n`, `x|1,5|${'\u0301*'.repeat(200)}\n`],
  ...[`x|1|${'&aa;'.repeat(39)}\n`, `x|1|&${'amp;'.repeat(4)}#112;${'&#0;'.repeat(38)}\n`, `${'"",'.repeat(49)}\n`],
  ...[`x|1|${'p-2222222 '.repeat(78)}\n`, `x|1|${'p-2'.repeat(80)}p-2222222${'222222'.repeat(80)}\n`],
  ...[`x,1,5${',""'.repeat(45)}\n`, `x,1${',000'.repeat(200)}\n`, `x,1,5${','.repeat(45)}\n`, `${' '.repeat(850)}|\n`],
  ...[`"x","1,000","${'""'.repeat(400)}"\n`, `"x","1","a\n${'\n'.repeat(800)}"\n`, `x,"1",y${',z'.repeat(400)}\n`],
];
const MEASURED = { name: 'slowest hostile pay list of 256 KB', unit: 'ms', slices: 1, rounds: 3 } as const;
const HALF = { against: 'of 128 KB', target: { of: 'ratio', atMost: 2.2 } } as const;

/** The time that one person's text blocks the event loop. */
export const payListRows: Row[] = [
  { ...MEASURED, target: { of: 'ours', atMost: 30 }, open: () => ({ ours: slowestOf(256) }) },
  { ...MEASURED, ...HALF, open: () => ({ ours: slowestOf(256), peer: slowestOf(128) }) },
];

/** Slow texts are repeated and their fastest run counts: the rest is the machine's other load. */
function slowestOf(kilobytes: number): Measure {
  const starts = HEADERS.flatMap((header) => STARTS.map((start) => header + start));
  const fill = (start: string, piece: string): Buffer =>
    Buffer.from(start + piece.repeat((kilobytes * 1_024 - Buffer.byteLength(start)) / Buffer.byteLength(piece)));
  const texts = starts.flatMap((start) => PIECES.map((piece) => fill(start, piece)));
  const fastest = (times: number, text: Buffer): number => Math.min(...Array.from({ length: times }, () => read(text)));
  return () => {
    const timed = texts.map((text) => ({ text, ms: fastest(1, text) })).sort((one, other) => other.ms - one.ms);
    return Math.max(...timed.slice(0, 50).map(({ text }) => fastest(10, text)));
  };
}

function read(bytes: Buffer): number {
  const startedAt = performance.now();
  const text = decodeText(bytes) ?? '';
  problemsView(TEXTS.en, parsePayList(text, 'en'), text, '');
  return performance.now() - startedAt;
}

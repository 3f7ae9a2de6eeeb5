import { scaleLinear } from 'd3-scale';
import { GROUND, INK } from './colors.ts';
import { LABEL_PX, round, toXml, widthOf } from './labels.ts';

/** A balance, as JSON. Steps: a time (ms) and the balance from then on, until `end`. */
export type BalanceChart = {
  language: string;
  from: number;
  to: number;
  end: number;
  steps: readonly (readonly [at: number, balance: number])[];
};

const [WIDTH, HEIGHT] = [800, 440];
const [TOP, RIGHT, BOTTOM, GAP] = [36, WIDTH - 64, HEIGHT - 68, 16];
const LABELED_DAYS = [1, 11, 21];
/** If balances differ by a smaller share of the highest, a chart from 0 would look flat. */
const MIN_SHARE = 1 / 4;
const [DIM, GRID, LINE] = ['#c3cad6', '#2a3242', '#6ea8fe'];

/** Draws steps, because nothing changes between entries; from 0 unless that flattens them. */
export function drawBalance({ language, from, to, end, steps }: BalanceChart): string {
  const balances = steps.map(([, balance]) => balance);
  const [low, high] = [Math.min(...balances), Math.max(...balances)];
  const isFlat = low < high && high - low < high * MIN_SHARE;
  const y = scaleLinear([isFlat ? low : 0, Math.max(high, 4)], [BOTTOM, TOP]).nice(4);
  const whole = y.ticks(4).filter(Number.isInteger);
  const ticks = whole.map((tick) => [round(y(tick)), tick.toLocaleString(language)] as const);
  const left = GAP * 2 + Math.max(...ticks.map(([, label]) => widthOf(label)));
  const x = scaleLinear([from, to], [left, RIGHT]);
  const at = (ms: number, balance: number): string => `${round(x(ms))} ${round(y(balance))}`;
  const [[first, start] = [from, 0]] = steps;
  const path = `M${at(first, start)}${steps.map(([ms, balance]) => `H${round(x(ms))}V${round(y(balance))}`).join('')}H${round(x(end))}`;
  const day = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', timeZone: 'UTC' });
  const days = LABELED_DAYS.map((each) => from + (each - 1) * 86_400_000);
  const label = (text: string, place: string, fill = DIM) => `<text ${place} fill="${fill}">${toXml(text)}</text>`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" font-family="Inter" font-size="${LABEL_PX}">`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="${GROUND}"/>`,
    `<rect x="${round(left)}" y="${TOP}" width="${round(x(first) - left)}" height="${BOTTOM - TOP}" fill="${GRID}"/>`,
    ...ticks.flatMap(([height, text]) => [
      `<path d="M${round(left)} ${height}H${RIGHT}" stroke="${GRID}" stroke-width="2"/>`,
      label(text, `x="${round(left - GAP)}" y="${round(height + LABEL_PX / 3)}" text-anchor="end"`, INK),
    ]),
    ...days.map((each) => label(day.format(each), `x="${round(x(each))}" y="${HEIGHT - 20}" text-anchor="middle"`)),
    // Filled only from 0: otherwise, the area would show a wrong proportion.
    `<path d="${path}V${BOTTOM}H${round(x(first))}Z" fill="${LINE}" fill-opacity="${isFlat ? 0 : 0.2}"/>`,
    `<path d="${path}" fill="none" stroke="${LINE}" stroke-width="5" stroke-linejoin="round"/>`,
    `<circle cx="${round(x(end))}" cy="${round(y(balances.at(-1) ?? 0))}" r="9" fill="${INK}"/>`,
    '</svg>',
  ].join('');
}

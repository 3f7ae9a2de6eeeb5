/** One measurement of one side, in the row's unit. It takes milliseconds to a few seconds. */
export type Measure = () => number | Promise<number>;

/** Two sides that do the same work, or ours alone. */
export type Contest = { ours: Measure; peer?: Measure; close?: () => void | Promise<void> };

/** `of: 'ratio'` is ours / peer; `of: 'ours'` is our own number, in the row's unit. */
export type Target =
  | { of: 'ratio'; atLeast: number }
  | { of: 'ratio'; atMost: number }
  | { of: 'ours'; atLeast: number }
  | { of: 'ours'; atMost: number };

/** Servers that the run has started, for its rows. */
export type World = { redisUrl: string };

export type Row = {
  /** The unique name of the measurement. */
  name: string;
  unit: '1/s' | 'B' | 'part' | 'requests' | 'ms';
  against?: string;
  /** A row without one is only informative. */
  target?: Target;
  /** Measurements of each side per round, in turns. One if a measurement takes long. */
  slices?: number;
  /** One if every measurement gives the same number. */
  rounds?: number;
  open(world: World): Contest | Promise<Contest>;
};

/**
 * `within noise`: misses the target by no more than the noise. `informs`: no target.
 * `not measured`: the row failed, for example on a busy machine.
 */
export type Verdict = 'met' | 'within noise' | 'missed' | 'informs' | 'not measured';

export type Judgment = {
  /** Medians over the rounds. */
  ours: number;
  peer: number | undefined;
  ratio: number | undefined;
  /** Half the interquartile range over the rounds, of the target's number (default: the ratio). */
  noise: number;
  verdict: Verdict;
};

export type Round = { ours: number; peer: number | undefined };

export type Result = Pick<Row, 'name' | 'unit' | 'against' | 'target'> & Judgment & { rounds: Round[] };

const ROUNDS = 5;
const SLICES = 9;

/**
 * Measures a row: one warm-up of each side, then rounds of short slices that alternate between the
 * sides, so that other load on the machine affects both. A round's number is its median.
 */
export async function measure(row: Row, world: World): Promise<Result> {
  const { name, unit, against, target, slices = SLICES, rounds: count = ROUNDS } = row;
  const { ours, peer, close } = await row.open(world);
  try {
    const rounds: Round[] = [];
    if (count > 1) await measureRound(ours, peer, slices);
    while (rounds.length < count) rounds.push(await measureRound(ours, peer, slices));
    return { name, unit, ...(against && { against }), ...(target && { target }), ...judge(rounds, target), rounds };
  } finally {
    await close?.();
  }
}

async function measureRound(ours: Measure, peer: Measure | undefined, slices: number): Promise<Round> {
  const own: number[] = [];
  const others: number[] = [];
  for (let slice = 0; slice < slices; slice += 1) {
    // Neither side is always measured after the other.
    if (slice % 2 === 0) own.push(await alone(ours));
    if (peer !== undefined) others.push(await alone(peer));
    if (slice % 2 === 1) own.push(await alone(ours));
  }
  return { ours: median(own), peer: peer && median(others) };
}

/** Starts without the other side's young garbage. A full collection would drop compiled code. */
function alone(side: Measure): number | Promise<number> {
  globalThis.gc?.({ type: 'minor', execution: 'sync' });
  return side();
}

/** The verdict over the rounds. */
export function judge(rounds: readonly Round[], target?: Target): Judgment {
  const own = rounds.map((round) => round.ours);
  const others = rounds.flatMap(({ peer }) => peer ?? []);
  const ratios = rounds.flatMap(({ ours, peer }) => (peer === undefined ? [] : [ours / peer]));
  const judged = target === undefined ? (ratios.length > 0 ? ratios : own) : target.of === 'ratio' ? ratios : own;
  const noise = (quantile(judged, 0.75) - quantile(judged, 0.25)) / 2;
  return {
    ours: median(own),
    peer: others.length > 0 ? median(others) : undefined,
    ratio: ratios.length > 0 ? median(ratios) : undefined,
    noise,
    verdict: target === undefined ? 'informs' : toVerdict(median(judged), noise, target),
  };
}

function toVerdict(value: number, noise: number, target: Target): Verdict {
  const shortfall = 'atLeast' in target ? target.atLeast - value : value - target.atMost;
  if (shortfall <= 0) return 'met';
  return shortfall <= noise ? 'within noise' : 'missed';
}

/** The result of a row that failed. */
export function toUnmeasured({ name, unit, against }: Row): Result {
  const numbers = { ours: Number.NaN, peer: undefined, ratio: undefined, noise: Number.NaN };
  return { name, unit, ...(against && { against }), ...numbers, verdict: 'not measured', rounds: [] };
}

/** 1 when a target was missed by more than the noise; else 2 when a row was not measured. */
export function toExitCode(results: readonly Pick<Result, 'verdict'>[]): 0 | 1 | 2 {
  const has = (verdict: Verdict) => results.some((result) => result.verdict === verdict);
  return has('missed') ? 1 : has('not measured') ? 2 : 0;
}

function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** Interpolates between two values; NaN for an empty list. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const place = (sorted.length - 1) * part;
  const below = sorted[Math.floor(place)] ?? Number.NaN;
  const above = sorted[Math.ceil(place)] ?? Number.NaN;
  return below + (above - below) * (place - Math.floor(place));
}

/** Rate of `work` per second, measured with `count` runs, `width` at a time. */
export function perSecond(count: number, width: number, work: () => Promise<unknown>): () => Promise<number> {
  return async () => {
    let left = count;
    const go = async (): Promise<void> => {
      while (left > 0) {
        left -= 1;
        await work();
      }
    };
    const startedAt = performance.now();
    await Promise.all(Array.from({ length: width }, go));
    return count / ((performance.now() - startedAt) / 1_000);
  };
}

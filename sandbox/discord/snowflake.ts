import type { Clock } from './clock.ts';

const DISCORD_EPOCH_MS = 1_420_070_400_000;

/** Creates ids: the time since 2015 in the upper bits, then a counter. They always increase. */
export function createSnowflakes(clock: Clock): () => string {
  let last = 0n;
  return () => {
    const first = BigInt(clock.now() - DISCORD_EPOCH_MS) << 22n;
    last = first > last ? first : last + 1n;
    return last.toString();
  };
}

/** Orders ids by age, oldest first. */
export function compareSnowflakes(a: string, b: string): number {
  return a.length - b.length || (a < b ? -1 : Number(a > b));
}

/** A time in Discord's format, in UTC; from milliseconds since the epoch. */
export function toTimestamp(at: number): string {
  return new Date(at).toISOString().replace('Z', '000+00:00');
}

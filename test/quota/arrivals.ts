/** Counts arrivals; `most` is the most within any one window, as the game's service counts. */
export function createArrivalCounter(windowMs: number) {
  const arrivals: number[] = [];
  return {
    arrive: (at: number): void => void arrivals.push(at),
    most(): number {
      const sorted = Float64Array.from(arrivals).sort();
      let first = 0;
      let most = 0;
      for (let last = 0; last < sorted.length; last += 1) {
        while ((sorted[last] ?? 0) - (sorted[first] ?? 0) >= windowMs) first += 1;
        most = Math.max(most, last - first + 1);
      }
      return most;
    },
  };
}

/** Random numbers below 1 that are the same for the same seed (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

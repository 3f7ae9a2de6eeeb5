/** Counts arrivals; `most`: the most within any window, counted like the game's service. */
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

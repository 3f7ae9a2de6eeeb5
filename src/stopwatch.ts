/** Starts to measure; returns how many milliseconds have passed, by the clock that says more: a
 * suspended machine stops the one, and the other can be set back. */
export function stopwatch(): () => number {
  const [monotonic, wall] = [performance.now(), Date.now()];
  return () => Math.max(performance.now() - monotonic, Date.now() - wall);
}

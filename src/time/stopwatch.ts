/** Starts to measure. The result says how many milliseconds have passed, by whichever clock shows
 * more: one stops while the machine is suspended, and the other can be set back. */
export function stopwatch(): () => number {
  const [monotonic, wall] = [performance.now(), Date.now()];
  return () => Math.max(performance.now() - monotonic, Date.now() - wall);
}
